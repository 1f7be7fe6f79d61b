"""The city: where a building may stand, and placing it (rulebook: Placement Rules)."""

from __future__ import annotations

from mypy_extensions import i64

from smokestack.games.glasgow.rules import answers
from smokestack.games.glasgow.rules.table import Table
from smokestack.games.glasgow.rules.terms import (
    ASK_PLACE,
    BIT,
    CENTRE,
    CITY_SIZE,
    DRAWN,
    NONE,
    SIDE,
)


def ask_place(table: Table) -> bool:
    """Ask where the paid building goes; with a single cell to choose from it goes there."""
    table.count = 0
    if table.built == 0:
        place(table, CENTRE)
        return False
    # With five columns there can be no fifth row, and the other way round.
    across: i64 = 4 if table.south - table.north < 4 else 3
    down: i64 = 4 if table.east - table.west < 4 else 3
    west: i64 = max(table.west - 1, table.east - across)
    east: i64 = min(table.east + 1, table.west + across)
    north: i64 = max(table.north - 1, table.south - down)
    south: i64 = min(table.south + 1, table.north + down)
    for row in range(north, south + 1):
        for cell in range(row * SIDE + west, row * SIDE + east + 1):
            if table.city[cell] == NONE and has_neighbour(table, cell):
                table.offer(answers.PLACE + cell)
    if table.count == 1:
        place(table, table.legal[0] - answers.PLACE)
        return False
    table.ask(ASK_PLACE, table.active)
    return True


def has_neighbour(table: Table, cell: i64) -> bool:
    city = table.city
    return (
        city[cell - 1] != NONE
        or city[cell + 1] != NONE
        or city[cell - SIDE] != NONE
        or city[cell + SIDE] != NONE
    )


def place(table: Table, cell: i64) -> None:
    """Build the chosen building here; it triggers the factories in its row and column."""
    building = table.building
    # The order matters. These are the factories that stood before: a placed factory never triggers
    # itself (rulebook: Factories).
    table.firing = factories_in_line(table, cell)
    table.city[cell] = building
    table.site[building] = cell
    table.standing |= BIT[building]
    if table.active == 1:
        table.owned_by_second |= BIT[building]
    table.built += 1
    column: i64 = cell % SIDE
    row: i64 = cell // SIDE
    table.west = min(table.west, column)
    table.east = max(table.east, column)
    table.north = min(table.north, row)
    table.south = max(table.south, row)
    if table.source == DRAWN:
        table.drawn = NONE
    else:
        table.offers[table.source] = NONE
        table.vacant = table.source
    table.building = NONE
    table.source = NONE
    table.paid = False
    if table.built == CITY_SIZE:
        # The game is about to end: offers no longer matter, so nothing is replaced or refilled.
        table.firing &= ~table.tiles.replace_factories
        table.vacant = NONE


def factories_in_line(table: Table, cell: i64) -> i64:
    """The factories in the row or column of a cell, across gaps and of either owner."""
    column: i64 = cell % SIDE
    row: i64 = cell // SIDE
    found: i64 = 0
    left: i64 = table.standing & table.tiles.factories
    factory: i64 = 0
    while left != 0:
        if left & 1:
            site: i64 = table.site[factory]
            if site % SIDE == column or site // SIDE == row:
                found |= BIT[factory]
        left >>= 1
        factory += 1
    return found
