"""The tracks: where the markers stand, and that none covers another."""

from __future__ import annotations

import re
from itertools import combinations

import pytest

from smokestack.engine.core.stream import Stream
from smokestack.engine.match import Match
from smokestack.games.brass.rules.scoring import standing_points
from smokestack.games.brass.rules.terms import MARKER, SCORE
from smokestack.games.brass.rules.turn import Brass
from smokestack.games.brass.ui.things import table_of
from smokestack.games.brass.ui.track_drawing import (
    LEFT,
    MARKER_SIZE,
    RIGHT,
    income_ruler,
    marker_spots,
    score_ruler,
    track_length,
    track_x,
)
from tests.games.brass.tables import UI, new_match

DRAWN = re.compile(
    r'<g id="((?:score|standing|income)-\d)" class="moves ([a-z ]*)" '
    r'style="transform:translate\((-?[\d.]+)px,(-?[\d.]+)px\)'
)
NUMBERS = re.compile(r'class="tick">(−?£?\d+)</text>')


def scored(*points: int) -> Match:
    """A game at its start, with these points already scored."""
    match = new_match("2007", len(points), 5)
    state = match.state
    assert isinstance(state, Brass)
    for seat, number in enumerate(points):
        state.seats[SCORE + seat] = number
    return match


def markers(match: Match) -> dict[str, tuple[float, float]]:
    """The spots of the markers that can be seen."""
    markup = UI.picture(match.view(0)).markup()
    return {
        name: (float(x), float(y))
        for name, kinds, x, y in DRAWN.findall(markup)
        if "gone" not in kinds
    }


def cover_each_other(one: tuple[float, float], other: tuple[float, float]) -> bool:
    return all(abs(a - b) < MARKER_SIZE - 1 for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize("points", [(12, 30, 51, 79), (99, 3, 60, 30), (7, 100, 142, 190)])
def test_a_marker_stands_above_its_points(points: tuple[int, ...]) -> None:
    match = scored(*points)
    drawn = markers(match)
    for seat, number in enumerate(points):
        assert drawn[f"score-{seat}"][0] == track_x(number, track_length(points))


def test_the_score_track_grows_with_the_points() -> None:
    assert NUMBERS.findall(score_ruler(track_length([7, 12]))) == [
        "0",
        "20",
        "40",
        "60",
        "80",
        "100",
    ]
    assert NUMBERS.findall(score_ruler(track_length([7, 130])))[-1] == "140"


def test_the_income_track_shows_pounds() -> None:
    table = table_of(new_match("2007", 3, 1).view(0))
    shown = NUMBERS.findall(income_ruler(tuple(int(value) for value in table.course.income)))
    assert shown[0] == "−£10"
    assert shown[-1] == "£30"


def test_no_marker_covers_another_even_if_all_have_the_same_points() -> None:
    for place in (LEFT, 100.0, RIGHT):
        spots = marker_spots([place] * 8)
        assert not any(cover_each_other(*pair) for pair in combinations(spots, 2))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_markers_stand_apart_through_whole_games(players: int) -> None:
    match = new_match("2018", players, 3)
    stream = Stream(3)
    while not match.over:
        match.play(match.state.legal[stream.below(match.state.count)])
        drawn = markers(match)
        for track in (("score", "standing"), ("income",)):
            spots = [spot for name, spot in drawn.items() if name.startswith(track)]
            assert not any(cover_each_other(*pair) for pair in combinations(spots, 2))


def test_an_outline_shows_the_points_as_it_stands_if_they_differ() -> None:
    match = new_match("2007", 3, 3)
    stream = Stream(9)
    seen = set()
    while not match.over:
        match.play(match.state.legal[stream.below(match.state.count)])
        table = table_of(match.view(0))
        drawn = markers(match)
        for seat in range(3):
            differs = standing_points(table, seat) != table.seats[SCORE + seat]
            assert (f"standing-{seat}" in drawn) is differs
            seen.add(differs)
            assert 0 <= table.seats[MARKER + seat] < 100
    assert seen == {True, False}
