"""The tracks as rulers with a marker for each seat: income, and points."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from smokestack.engine.view import View
from smokestack.games.brass.rules.edition import Course
from smokestack.games.brass.rules.scoring import standing_points
from smokestack.games.brass.rules.terms import MARKER, SCORE
from smokestack.games.brass.ui import words
from smokestack.games.brass.ui.icons import icon
from smokestack.games.brass.ui.things import INCOME_TRACK, SCORE_TRACK, table_of
from smokestack.games.brass.ui.tile_drawing import shape
from smokestack.presentation.language import tr
from smokestack.presentation.picture import Picture, layer

WIDTH: Final = 360
HEIGHT: Final = 58
LEFT: Final = 28
RIGHT: Final = 352
BAND_TOP: Final = 34
BAND: Final = 8
MARKER_SCALE: Final = 0.8
MARKER_SIZE: Final = 14
ROWS: Final = (25, 10)  # of markers, from the band upwards
MIN_TICK_PITCH: Final = 30
POINTS_STEP: Final = 50  # the score track grows by as many points
POINTS_TICK: Final = 20

Point = tuple[float, float]


def draw_tracks(picture: Picture, view: View, top: float) -> None:
    table = table_of(view)
    seats = range(table.players)
    spaces = tuple(int(table.seats[MARKER + seat]) for seat in seats)
    _draw_income_track(picture, table.course, spaces, top)
    scored = tuple(int(table.seats[SCORE + seat]) for seat in seats)
    standing = tuple(int(standing_points(table, seat)) for seat in seats)
    _draw_score_track(picture, tuple(view.players), scored, standing, top + HEIGHT + 4)


@layer
def _draw_income_track(
    picture: Picture, course: Course, spaces: tuple[int, ...], top: float
) -> None:
    income = tuple(int(value) for value in course.income)
    places = [track_x(space, len(income)) for space in spaces]
    drawn = income_ruler(income) + "".join(
        _marker(f"income-{seat}", seat, "", spot) for seat, spot in enumerate(marker_spots(places))
    )
    picture.thing(INCOME_TRACK, tr("Income track"), drawn, place=f"translate(0 {top:g})")


@layer
def _draw_score_track(
    picture: Picture,
    players: tuple[str, ...],
    scored: tuple[int, ...],
    standing: tuple[int, ...],
    top: float,
) -> None:
    """Each seat's points; an outline shows its points if the period ended now."""
    points_text = "; ".join(
        f"{player} {points}" for player, points in zip(players, scored, strict=True)
    )
    label = tr("Score track: {points}", points=points_text)
    length = track_length((*scored, *standing))
    spots = marker_spots([track_x(max(0, points), length) for points in (*scored, *standing)])
    drawn = score_ruler(length)
    for seat in range(len(scored)):
        kind = "ahead" if standing[seat] != scored[seat] else "ahead gone"
        drawn += _marker(f"standing-{seat}", seat, kind, spots[len(scored) + seat])
    for seat in range(len(scored)):
        drawn += _marker(f"score-{seat}", seat, "scored", spots[seat])
    picture.thing(SCORE_TRACK, label, drawn, place=f"translate(0 {top:g})")


def track_length(points: Sequence[int]) -> int:
    """The score track is as long as the points need."""
    return max(2 * POINTS_STEP, -(-max(points) // POINTS_STEP) * POINTS_STEP) + 1


def track_x(space: int, spaces: int) -> float:
    """The middle of a space."""
    return round(LEFT + (RIGHT - LEFT) * (space + 0.5) / spaces, 1)


def marker_spots(places: Sequence[float]) -> list[Point]:
    """A spot above its place for each marker, where no other covers it."""
    taken: list[Point] = []
    for x in places:
        spots = [
            (min(RIGHT, max(LEFT, x + dx * MARKER_SIZE)), y)
            for dx in (0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6, -6, 7, -7)
            for y in ROWS
        ]
        taken.append(
            next(
                (sx, sy)
                for sx, sy in spots
                if all(
                    abs(sx - tx) >= MARKER_SIZE - 1 or abs(sy - ty) >= MARKER_SIZE - 1
                    for tx, ty in taken
                )
            )
        )
    return taken


def _marker(name: str, seat: int, kind: str, spot: Point) -> str:
    return (
        f'<g id="{name}" class="moves {kind}" style="transform:translate({spot[0]:g}px,'
        f'{spot[1]:g}px) scale({MARKER_SCALE})">{shape(seat)}</g>'
    )


@cache
def income_ruler(income: tuple[int, ...]) -> str:
    """Bands of one level; every fifth level shows its pounds, where there is room."""
    width = (RIGHT - LEFT) / len(income)
    levels = {"debt": "", "odd": "", "even": ""}
    ticks, last_tick = "", -MIN_TICK_PITCH * 1.0
    first = 0
    for space in range(1, len(income) + 1):
        if space < len(income) and income[space] == income[first]:
            continue
        x, long = LEFT + width * first, width * (space - first)
        kind = "debt" if income[first] < 0 else "odd" if income[first] % 2 else "even"
        levels[kind] += f"M{x:.1f} {BAND_TOP}h{long:.1f}v{BAND}h-{long:.1f}z"
        middle = x + long / 2
        if income[first] % 5 == 0 and middle - last_tick >= MIN_TICK_PITCH:
            ticks += _tick(middle, words.money(income[first]))
            last_tick = middle
        first = space
    bands = "".join(f'<path d="{drawn}" class="level-{kind}"/>' for kind, drawn in levels.items())
    return _sheet("income") + bands + ticks


@cache
def score_ruler(length: int) -> str:
    """A band for every ten points; every second shows its number."""
    drawn = {"odd": "", "even": ""}
    ticks = ""
    width = (RIGHT - LEFT) / length
    for points in range(0, length, POINTS_TICK // 2):
        long = width * min(POINTS_TICK // 2, length - points)
        kind = "odd" if points % POINTS_TICK else "even"
        drawn[kind] += f"M{LEFT + width * points:.1f} {BAND_TOP}h{long:.1f}v{BAND}h-{long:.1f}z"
        if points % POINTS_TICK == 0:
            ticks += _tick(track_x(points, length), str(points))
    bands = "".join(f'<path d="{path}" class="level-{kind}"/>' for kind, path in drawn.items())
    return _sheet("points") + bands + ticks


def _sheet(name: str) -> str:
    return (
        f'<rect x="1" y="1" width="{WIDTH - 2}" height="{HEIGHT - 2}" rx="8" class="sheet"/>'
        f"{icon(name, 5, BAND_TOP - 5, 18)}"
        f'<path d="M{LEFT} {BAND_TOP}H{RIGHT}v{BAND}H{LEFT}z" class="marks"/>'
    )


def _tick(x: float, text: str) -> str:
    return f'<text x="{x:.1f}" y="{BAND_TOP + BAND + 12}" class="tick">{text}</text>'
