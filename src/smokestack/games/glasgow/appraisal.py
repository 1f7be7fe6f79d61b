"""How a position looks to a sensible merchant, in points."""

from __future__ import annotations

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
from smokestack.games.glasgow.weights import (
    CONVERSION_VALUE,
    DOUBLED,
    FIRING,
    FULLNESS,
    GOLD_VALUE,
    REPLACEMENT_VALUE,
    STATION_PART,
    STEEL_VALUE,
    STEP,
    STONE_VALUE,
    VICTORY,
    WHISKY_VALUE,
)


def appraise(table: Table, seat: i64) -> float:
    """Points in reach of `seat` minus those of the other."""
    return prospects(table, seat) - prospects(table, 1 - seat)


def left(table: Table) -> float:
    """The part of the city that is still to be built."""
    return float(CITY_SIZE - table.built) / float(CITY_SIZE)


def prospects(table: Table, seat: i64) -> float:
    """What a seat has, and what that promises while the city is still growing."""
    weights = table.weights
    if table.over:
        won = weights[VICTORY] if winner(table) == seat else 0.0
        return float(score(table, seat)) + won
    left: i64 = CITY_SIZE - table.built
    time = 1.0 if left >= 5 else float(left + 3) / 8.0
    own: i64 = seat * 4
    goods = (
        weights[STONE_VALUE] * useful(table.stores[own + STONE], 5, weights[FULLNESS])
        + weights[STEEL_VALUE] * useful(table.stores[own + STEEL], 4, weights[FULLNESS])
        + weights[GOLD_VALUE] * useful(table.stores[own + GOLD], 3, weights[FULLNESS])
        + weights[WHISKY_VALUE] * float(table.stores[own + WHISKY])
    )
    total = float(score(table, seat)) + time * goods + factories_value(table, seat)
    total -= weights[STEP] * float(table.steps[seat] - table.steps[1 - seat])
    if table.doubled & (1 << seat) != 0:
        total += weights[DOUBLED] * time
    return total + time * stations_value(table, seat)


def useful(amount: i64, room: i64, fullness: float) -> float:
    """The fuller the store, the less another good is worth: more would soon be lost."""
    return float(amount) - fullness * float(amount * amount) / float(room)


def factories_value(table: Table, seat: i64) -> float:
    """Every free cell in a factory's row and column will fire it once."""
    total = 0.0
    left: i64 = table.owned(seat) & table.tiles.factories
    factory: i64 = 0
    while left != 0:
        if left & 1:
            gain = gift_value(table, table.tiles.gives[factory])
            total += table.weights[FIRING] * gain * float(free_in_line(table, table.site[factory]))
        left >>= 1
        factory += 1
    return total


def gift_value(table: Table, gift: i64) -> float:
    weights = table.weights
    if gift == STONE:
        return weights[STONE_VALUE]
    if gift == STEEL:
        return weights[STEEL_VALUE]
    if gift == GOLD:
        return weights[GOLD_VALUE]
    if gift == WHISKY:
        return weights[WHISKY_VALUE]
    return weights[CONVERSION_VALUE] if gift == GIVES_CONVERSION else weights[REPLACEMENT_VALUE]


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
    return table.weights[STATION_PART] * float(stations * parts)
