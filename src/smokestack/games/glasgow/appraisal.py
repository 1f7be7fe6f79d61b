"""How a position looks to a sensible merchant, in points."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from smokestack.games.glasgow.scoring import has_station_set, score, size, winner
from smokestack.games.glasgow.table import Table
from smokestack.games.glasgow.terms import (
    CITY_SIZE,
    GIVES_CONVERSION,
    GOLD,
    NONE,
    SIDE,
    STEEL,
    STONE,
    WHISKY,
)

STONE_VALUE: Final = 0.9
STEEL_VALUE: Final = 1.0
GOLD_VALUE: Final = 1.3
WHISKY_VALUE: Final = 1.2
CONVERSION_VALUE: Final = 0.5
REPLACEMENT_VALUE: Final = 0.2
FULLNESS: Final = 0.3  # how much of a good's value a full store takes away
FIRING: Final = 0.5  # of a good's value, for each time a factory may still fire
STEP: Final = 0.25  # a step ahead on the river is a gift to the other merchant
DOUBLED: Final = 0.8
STATION_PART: Final = 1.2  # for each kind of the set, while it is incomplete
VICTORY: Final = 10.0


def appraise(table: Table, seat: i64) -> float:
    """Points in reach of `seat` minus those of the other, less the lead on the river."""
    other: i64 = 1 - seat
    if table.over:
        margin = float(score(table, seat) - score(table, other))
        return margin + VICTORY if winner(table) == seat else margin - VICTORY
    ahead = float(table.steps[seat] - table.steps[other])
    return prospects(table, seat) - prospects(table, other) - STEP * ahead


def prospects(table: Table, seat: i64) -> float:
    """What a seat has, and what that promises while the city is still growing."""
    left: i64 = CITY_SIZE - table.built
    time = 1.0 if left >= 5 else float(left + 3) / 8.0
    own: i64 = seat * 4
    goods = (
        STONE_VALUE * useful(table.stores[own + STONE], 5)
        + STEEL_VALUE * useful(table.stores[own + STEEL], 4)
        + GOLD_VALUE * useful(table.stores[own + GOLD], 3)
        + WHISKY_VALUE * float(table.stores[own + WHISKY])
    )
    total = float(score(table, seat)) + time * goods + factories_value(table, seat)
    if table.doubled & (1 << seat) != 0:
        total += DOUBLED * time
    return total + time * stations_value(table, seat)


def useful(amount: i64, room: i64) -> float:
    """The fuller the store, the less another good is worth: more would soon be lost."""
    return float(amount) - FULLNESS * float(amount * amount) / float(room)


def factories_value(table: Table, seat: i64) -> float:
    """Every free cell in a factory's row and column will fire it once."""
    total = 0.0
    left: i64 = table.owned(seat) & table.tiles.factories
    factory: i64 = 0
    while left != 0:
        if left & 1:
            gain = gift_value(table.tiles.gives[factory])
            total += FIRING * gain * float(free_in_line(table, table.site[factory]))
        left >>= 1
        factory += 1
    return total


def gift_value(gift: i64) -> float:
    if gift == STONE:
        return STONE_VALUE
    if gift == STEEL:
        return STEEL_VALUE
    if gift == GOLD:
        return GOLD_VALUE
    if gift == WHISKY:
        return WHISKY_VALUE
    return CONVERSION_VALUE if gift == GIVES_CONVERSION else REPLACEMENT_VALUE


def free_in_line(table: Table, cell: i64) -> i64:
    """The cells of a row and a column that the full grid will still add."""
    column: i64 = cell % SIDE
    row: i64 = cell // SIDE
    # A full row and column hold four plus three cells besides the one where they cross.
    free: i64 = 7
    for x in range(table.west, table.east + 1):
        if x != column and table.city[row * SIDE + x] != NONE:
            free -= 1
    for y in range(table.north, table.south + 1):
        if y != row and table.city[y * SIDE + column] != NONE:
            free -= 1
    return free


def stations_value(table: Table, seat: i64) -> float:
    """A station with part of its set promises something."""
    owned = table.owned(seat)
    tiles = table.tiles
    stations = size(owned & tiles.stations)
    if stations == 0 or has_station_set(table, seat):
        return 0.0
    parts: i64 = 0
    for kind in (tiles.landmarks, tiles.factories, tiles.parks, tiles.tenements):
        if owned & kind != 0:
            parts += 1
    return STATION_PART * float(stations * parts)
