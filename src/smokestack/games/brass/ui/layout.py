"""Where places, plots and lines are on the drawn map, read from `places.toml`."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from itertools import pairwise
from typing import Final

import msgspec

from smokestack.games.brass.formats.data import facts
from smokestack.games.brass.formats.notation import line_names
from smokestack.games.brass.rules.terms import LINES, TOWNS

Point = tuple[float, float]


class Sheet(msgspec.Struct, frozen=True):
    """The part of the plane that the map shows; land and sea go on beyond it."""

    left: int
    top: int
    width: int
    height: int
    slot: int
    gap: int


class Spot(msgspec.Struct, frozen=True):
    """The middle of a place, and how its plots and its name are arranged around it."""

    x: float
    y: float
    label: str
    columns: int = 0
    down: bool = False
    """The plots fill the columns one after the other, not the rows."""


class _File(msgspec.Struct, frozen=True):
    sheet: Sheet
    place: dict[str, Spot]
    bends: dict[str, list[Point]]
    water: dict[str, list[Point]]


@cache
def _file() -> _File:
    text = (
        resources.files("smokestack.games.brass")
        .joinpath("data", "places.toml")
        .read_text(encoding="utf-8")
    )
    return msgspec.convert(tomllib.loads(text), _File)


SHEET: Final = _file().sheet
PITCH: Final = SHEET.slot + SHEET.gap


@cache
def spots() -> list[Spot]:
    """The spot of each place, in the order of the map."""
    return [_file().place[name] for name in facts().ids]


@cache
def slot_corners() -> list[Point]:
    """The upper left corner of every plot."""
    corners = []
    for spot, place in zip(spots()[:TOWNS], facts().places, strict=False):
        count = len(place["slots"])
        rows = -(-count // spot.columns)
        left = spot.x - (spot.columns * PITCH - SHEET.gap) / 2
        top = spot.y - (rows * PITCH - SHEET.gap) / 2
        for n in range(count):
            column, row = divmod(n, rows) if spot.down else (n % spot.columns, n // spot.columns)
            corners.append((left + PITCH * column, top + PITCH * row))
    return corners


@cache
def slot_transforms() -> list[str]:
    """The SVG transform that moves each plot to its corner."""
    return [f"translate({x:g} {y:g})" for x, y in slot_corners()]


@cache
def slot_middles() -> list[Point]:
    return [(x + SHEET.slot / 2, y + SHEET.slot / 2) for x, y in slot_corners()]


@cache
def half_size(place: int) -> Point:
    """Half the width and height that the plots of a place take."""
    spot = spots()[place]
    if place >= TOWNS:
        return (24, 17)
    count = len(facts().places[place]["slots"])
    rows = -(-count // spot.columns)
    return ((spot.columns * PITCH - SHEET.gap) / 2, (rows * PITCH - SHEET.gap) / 2)


@cache
def line_paths() -> list[str]:
    """The course of every line, as the data of an SVG path."""
    return [open_curve(_points(line)) for line in range(LINES)]


@cache
def line_middles() -> list[Point]:
    """Where a link's marker lies: in the middle of the visible part between the places."""
    middles: list[Point] = []
    for line in range(LINES):
        a, *bends, b = _points(line)
        ends = [int(place) for place in _ends(line)]
        start = _leave(a, (bends or [b])[0], half_size(ends[0]))
        end = _leave(b, (bends or [a])[-1], half_size(ends[1]))
        if bends:
            (bx, by), (sx, sy), (ex, ey) = bends[0], start, end
            x, y = 0.5 * bx + 0.25 * (sx + ex), 0.5 * by + 0.25 * (sy + ey)
        else:
            x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
        middles.append((round(x), round(y)))
    return middles


@cache
def water_paths() -> dict[str, str]:
    """The sea as a closed shape, the rivers as courses."""
    return {
        name: closed_curve(points) if name == "sea" else open_curve(points)
        for name, points in _file().water.items()
    }


def open_curve(points: list[Point]) -> str:
    """A smooth course through the middles between points, from the first to the last."""
    (x, y), *rest = points
    if len(rest) == 1:
        return f"M{x:g} {y:g}L{rest[0][0]:g} {rest[0][1]:g}"
    drawn = f"M{x:g} {y:g}"
    for (x1, y1), (x2, y2) in pairwise(rest):
        last = (x2, y2) == rest[-1]
        ex, ey = (x2, y2) if last else ((x1 + x2) / 2, (y1 + y2) / 2)
        drawn += f"Q{x1:g} {y1:g} {ex:g} {ey:g}"
    return drawn


def closed_curve(points: list[Point]) -> str:
    """A smooth outline around the middles between points."""
    around = [*points, points[0], points[1]]
    x, y = (points[0][0] + points[1][0]) / 2, (points[0][1] + points[1][1]) / 2
    drawn = f"M{x:g} {y:g}"
    for (x1, y1), (x2, y2) in pairwise(around[1:]):
        drawn += f"Q{x1:g} {y1:g} {(x1 + x2) / 2:g} {(y1 + y2) / 2:g}"
    return drawn + "Z"


def _ends(line: int) -> tuple[int, int]:
    a, b = facts().lines[line]["between"]
    return facts().ids.index(a), facts().ids.index(b)


def _points(line: int) -> list[Point]:
    a, b = (spots()[place] for place in _ends(line))
    return [(a.x, a.y), *_file().bends.get(line_names()[line], []), (b.x, b.y)]


def _leave(start: Point, towards: Point, half: Point) -> Point:
    """Where a straight course from the middle of a place crosses its edge."""
    dx, dy = towards[0] - start[0], towards[1] - start[1]
    across = half[0] / abs(dx) if dx else 1.0
    down = half[1] / abs(dy) if dy else 1.0
    share = min(across, down, 1.0)
    return (start[0] + share * dx, start[1] + share * dy)
