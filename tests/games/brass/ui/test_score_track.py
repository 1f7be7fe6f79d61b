"""The score track: where the markers stand, and that none covers another."""

from __future__ import annotations

import re
from itertools import combinations

import pytest

from smokestack.engine.core.stream import Stream
from smokestack.engine.match import Match
from smokestack.games.brass.rules.scoring import standing_points
from smokestack.games.brass.rules.terms import SCORE
from smokestack.games.brass.rules.turn import Brass
from smokestack.games.brass.ui.score_track_drawing import (
    MARKER,
    SPACES,
    marker_spots,
    score_frame,
    space_middle,
)
from smokestack.games.brass.ui.things import table_of
from tests.games.brass.tables import UI, new_match

DRAWN = re.compile(
    r'<g id="((?:score|standing)-\d)" class="moves (\w+)( gone)?" '
    r'style="transform:translate\((-?[\d.]+)px,(-?[\d.]+)px\) scale\(([\d.]+)\)">(.*?)</g>'
)


def scored(*points: int) -> Match:
    """A game at its start, with these points already scored."""
    match = new_match("2007", len(points), 5)
    state = match.state
    assert isinstance(state, Brass)
    for seat, number in enumerate(points):
        state.seats[SCORE + seat] = number
    return match


def markers(match: Match) -> dict[str, tuple[float, float]]:
    markup = UI.picture(match.view(0)).markup()
    return {
        name: (float(x), float(y))
        for name, _, gone, x, y, _, _ in DRAWN.findall(markup)
        if not gone
    }


def nearest_space(x: float, y: float) -> int:
    def distance(space: int) -> float:
        middle_x, middle_y = space_middle(space)
        return (x - middle_x) ** 2 + (y - middle_y) ** 2

    return min(range(SPACES), key=distance)


@pytest.mark.parametrize(
    "points",
    [(0, 0, 0, 0), (1, 29, 50, 79), (99, 98, 30, 80), (7, 100, 142, 199), (3, 103, 203, 3)],
)
def test_each_marker_stands_at_its_points_and_goes_round_after_99(points: tuple[int, ...]) -> None:
    found = markers(scored(*points))
    for seat, number in enumerate(points):
        assert nearest_space(*found[f"score-{seat}"]) == number % SPACES


def test_a_sign_shows_the_hundreds_from_100_points_on() -> None:
    markup = UI.picture(scored(99, 100, 142, 207).view(0)).markup()
    inside = {name: markup.split(f'id="{name}"')[1].split("id=")[0] for name in _names("score", 4)}
    signs = {name: re.findall(r">\+(\d+)<", text) for name, text in inside.items()}
    assert signs == {
        "score-0": [],
        "score-1": ["100"],
        "score-2": ["100"],
        "score-3": ["200"],
    }


@pytest.mark.parametrize("space", [0, 1, 13, 29, 44, 50, 62, 79, 90, 99])
@pytest.mark.parametrize("rounds", [(0, 0, 0, 0), (1, 1, 1, 1), (0, 0, 1, 1), (0, 1, 1, 1)])
def test_markers_that_share_a_space_do_not_hide_one_another(
    space: int, rounds: tuple[int, ...]
) -> None:
    points = {f"score-{seat}": space + SPACES * number for seat, number in enumerate(rounds)}
    spots = marker_spots(points)
    for one, other in combinations(spots.values(), 2):
        apart = max(abs(one.x - other.x), abs(one.y - other.y))
        assert apart >= 0.95 * MARKER * (one.scale + other.scale) / 2
    assert min(spot.scale for spot in spots.values()) >= 0.3


def test_an_outline_shows_the_points_if_the_period_ended_now() -> None:
    match = scored(4, 4, 4)
    stream = Stream(2)
    seen = 0
    while not match.over:
        match.play(match.state.legal[stream.below(match.state.count)])
        if len(match.history) % 11 == 0 or match.over:
            table = table_of(match.view(0))
            found = markers(match)
            for seat in range(3):
                ahead = int(standing_points(table, seat))
                if ahead == table.seats[SCORE + seat]:
                    assert f"standing-{seat}" not in found
                else:
                    assert nearest_space(*found[f"standing-{seat}"]) == ahead % SPACES
                    seen += 1
    assert seen


def test_the_track_and_the_description_state_the_points() -> None:
    view = scored(31, 128, 5).view(1)
    assert "31; " in UI.picture(view).markup().split("Score track: ")[1].split("<")[0]
    told = " ".join(UI.describe(view))
    for number in (31, 128, 5):
        assert f"{number} scored" in told


def test_the_frame_is_drawn_once() -> None:
    assert score_frame() is score_frame()


def _names(kind: str, players: int) -> list[str]:
    return [f"{kind}-{seat}" for seat in range(players)]
