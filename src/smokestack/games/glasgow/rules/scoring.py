"""Points (rulebook: Game End and Scoring)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from smokestack.games.glasgow.rules.table import Table
from smokestack.games.glasgow.rules.terms import (
    BANK,
    NONE,
    PARK,
    PER_FACTORY,
    SHOP,
    SIDE,
    STATION,
    TENEMENT,
)

SHOP_BONUS: Final = 5
TENEMENT_BONUS: Final = 3
STATION_BONUS: Final = 10


def score(table: Table, seat: i64) -> i64:
    """All points of a seat as the table stands."""
    total: i64 = 0
    left = table.owned(seat)
    building: i64 = 0
    while left != 0:
        if left & 1:
            total += table.tiles.points[building] + bonus(table, building)
        left >>= 1
        building += 1
    return total


def bonus(table: Table, building: i64) -> i64:
    """What a building in the city is worth on top of its printed points."""
    kind: i64 = table.tiles.kind[building]
    if kind == PARK:
        # n parks are worth n squared, so each of them counts n.
        return size(table.owned(table.owner(building)) & table.tiles.parks)
    if kind == TENEMENT:
        return TENEMENT_BONUS * neighbouring_tenements(table, table.site[building])
    if kind == SHOP:
        return SHOP_BONUS if in_corner(table, table.site[building]) else 0
    if kind == STATION:
        return STATION_BONUS if has_station_set(table, table.owner(building)) else 0
    if kind == BANK:
        return table.tiles.bonus_points[building] * counted_by_bank(table, building)
    return 0


def neighbouring_tenements(table: Table, cell: i64) -> i64:
    count: i64 = 0
    if is_tenement(table, cell - 1):
        count += 1
    if is_tenement(table, cell + 1):
        count += 1
    if is_tenement(table, cell - SIDE):
        count += 1
    if is_tenement(table, cell + SIDE):
        count += 1
    return count


def is_tenement(table: Table, cell: i64) -> bool:
    building: i64 = table.city[cell]
    return building != NONE and table.tiles.kind[building] == TENEMENT


def in_corner(table: Table, cell: i64) -> bool:
    """A corner counts once the city's bounds are those of the full grid."""
    width: i64 = table.east - table.west + 1
    height: i64 = table.south - table.north + 1
    if width * height != 20:
        return False
    column: i64 = cell % SIDE
    row: i64 = cell // SIDE
    return (column == table.west or column == table.east) and (
        row == table.north or row == table.south
    )


def has_station_set(table: Table, seat: i64) -> bool:
    """A landmark, a factory, a park and a tenement of the same player."""
    owned = table.owned(seat)
    tiles = table.tiles
    return (
        owned & tiles.landmarks != 0
        and owned & tiles.factories != 0
        and owned & tiles.parks != 0
        and owned & tiles.tenements != 0
    )


def counted_by_bank(table: Table, bank: i64) -> i64:
    """How many of the good, or how many factories, the owner of a bank has."""
    per: i64 = table.tiles.bonus_per[bank]
    seat = table.owner(bank)
    if per == PER_FACTORY:
        return size(table.owned(seat) & table.tiles.factories)
    return table.stores[seat * 4 + per]


def size(tiles: i64) -> i64:
    """How many buildings a set holds."""
    count: i64 = 0
    while tiles != 0:
        tiles &= tiles - 1
        count += 1
    return count


def winner(table: Table) -> i64:
    """Most points; on a tie the player who took the last turn loses."""
    first = score(table, 0)
    second = score(table, 1)
    if first == second:
        return 1 - table.active
    return 0 if first > second else 1
