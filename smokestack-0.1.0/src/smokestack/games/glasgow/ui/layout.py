"""Positions and sizes in the picture of the board."""

from __future__ import annotations

from functools import cache
from math import cos, pi, sin
from typing import Final, NamedTuple

from smokestack.games.glasgow.rules.terms import ARCHITECT_TILES, RING_SIZE, SIDE
from smokestack.games.glasgow.rules.turn import Glasgow

WIDTH: Final = 1000.0
HEIGHT: Final = 860.0

# The middle line of the river: a rectangle with round corners.
LEFT, RIGHT, TOP, BOTTOM = 188.0, 812.0, 64.0, 796.0
BEND: Final = 122.0
RIVER: Final = 124.0
TILE: Final = 106.0

CARD_WIDTH, CARD_HEIGHT = 112.0, 135.0
_GAP: Final = 6.0

CITY_MIDDLE: Final = ((LEFT + RIGHT) / 2, (TOP + BOTTOM) / 2)
_CITY_WIDTH, _CITY_HEIGHT = 450.0, 530.0
_LARGEST_CELL: Final = 112.0


class Spot(NamedTuple):
    """A place on the river with the direction of the stream."""

    x: float
    y: float
    dx: float
    dy: float


@cache
def ring_spot(index: int) -> Spot:
    """The middle of a ring tile: 15 and 0 meet in the middle of the left side."""
    return river_spot((index + 0.5) / RING_SIZE)


@cache
def ring_transforms() -> list[str]:
    """The SVG transform of every ring tile."""
    spots = [ring_spot(index) for index in range(RING_SIZE)]
    return [f"translate({spot.x:.1f},{spot.y:.1f})" for spot in spots]


@cache
def river_spot(way: float) -> Spot:
    """A point on the middle line; `way` runs from 0 to 1, from the middle of the left side on."""
    upright = BOTTOM - TOP - 2 * BEND
    level = RIGHT - LEFT - 2 * BEND
    bend = pi / 2 * BEND
    whole = 2 * (upright + level) + 4 * bend
    left = way * whole + upright / 2  # from the lower end of the left side
    # Each side, with the bend that follows it: start, direction, middle of the bend.
    sides = (
        (LEFT, BOTTOM - BEND, 0.0, -1.0, LEFT + BEND, TOP + BEND, upright),
        (LEFT + BEND, TOP, 1.0, 0.0, RIGHT - BEND, TOP + BEND, level),
        (RIGHT, TOP + BEND, 0.0, 1.0, RIGHT - BEND, BOTTOM - BEND, upright),
        (RIGHT - BEND, BOTTOM, -1.0, 0.0, LEFT + BEND, BOTTOM - BEND, level),
    )
    side = 0
    while True:
        x, y, dx, dy, middle_x, middle_y, length = sides[side % 4]
        if left <= length:
            return Spot(x + dx * left, y + dy * left, dx, dy)
        left -= length
        if left <= bend:
            turned = left / BEND
            # The bend's outside is to the left of the direction; it turns to the right.
            out_x, out_y = dy, -dx
            return Spot(
                middle_x + BEND * (out_x * cos(turned) + dx * sin(turned)),
                middle_y + BEND * (out_y * cos(turned) + dy * sin(turned)),
                dx * cos(turned) - out_x * sin(turned),
                dy * cos(turned) - out_y * sin(turned),
            )
        left -= bend
        side += 1


@cache
def merchant_spot(index: int, side: int) -> tuple[float, float]:
    """Where a merchant stands: alone (0), or on a shared tile behind (-1) or ahead (1)."""
    spot = ring_spot(index)
    return spot.x + spot.dx * 27 * side, spot.y + spot.dy * 27 * side


@cache
def offer_corner(offer: int) -> tuple[float, float]:
    """The upper left corner of an offered building, outside the ring beside its architect."""
    step = CARD_HEIGHT + _GAP
    middle = HEIGHT / 2
    index, place = ARCHITECT_TILES[offer // 2], offer % 2
    if index == 0:
        return 3, middle - 2 * step + _GAP / 2 + place * step
    if index == 15:
        return 3, middle + _GAP / 2 + place * step
    right = WIDTH - CARD_WIDTH - 3
    if index == 5:
        return right, 4 + place * step
    return right, HEIGHT - 4 - CARD_HEIGHT - (1 - place) * step


STORES: Final = ((3.0, 4.0), (3.0, HEIGHT - 4 - CARD_HEIGHT))
PILE: Final = (WIDTH - CARD_WIDTH - 3, 294.0)
DRAWN: Final = (WIDTH - CARD_WIDTH - 3, 398.0)
DISCARDS: Final = (WIDTH - CARD_WIDTH / 2 - 3, 294.0)


class CityPlan(NamedTuple):
    """The part of the city that is shown; `left` and `top` are the corner of its first cell."""

    west: int
    north: int
    columns: int
    rows: int
    size: float
    left: float
    top: float

    def corner(self, cell: int) -> tuple[float, float]:
        """The upper left corner of a cell."""
        column, row = cell % SIDE - self.west, cell // SIDE - self.north
        return self.left + column * self.size, self.top + row * self.size


def city_plan(table: Glasgow) -> CityPlan:
    """The buildings and every cell that the next building may occupy."""
    if table.built == 0:
        return _plan(int(table.west), int(table.north), 1, 1)
    across = 4 if table.south - table.north < 4 else 3
    down = 4 if table.east - table.west < 4 else 3
    west = max(table.west - 1, table.east - across)
    east = min(table.east + 1, table.west + across)
    north = max(table.north - 1, table.south - down)
    south = min(table.south + 1, table.north + down)
    return _plan(int(west), int(north), int(east - west) + 1, int(south - north) + 1)


@cache
def _plan(west: int, north: int, columns: int, rows: int) -> CityPlan:
    size = min(_CITY_WIDTH / columns, _CITY_HEIGHT / rows, _LARGEST_CELL)
    x, y = CITY_MIDDLE
    return CityPlan(west, north, columns, rows, size, x - columns * size / 2, y - rows * size / 2)
