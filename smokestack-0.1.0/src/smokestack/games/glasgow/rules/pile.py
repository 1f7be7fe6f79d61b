"""The pile of buildings, its discards and the architects' offers (rulebook: Empty pile)."""

from __future__ import annotations

from mypy_extensions import i64

from smokestack.games.glasgow.rules.table import Table
from smokestack.games.glasgow.rules.terms import NONE


def draw(table: Table) -> i64:
    """Take the next building, shuffling the discards into a new pile if there is none."""
    if table.pile_count == 0:
        pile = table.discards[:]
        table.stream.shuffle(pile, table.discard_count, "discards")
        table.pile = pile
        table.pile_count = table.discard_count
        table.discard_count = 0
    table.pile_count -= 1
    table.revealed += 1
    return table.pile[table.pile_count]


def discard(table: Table, building: i64) -> None:
    table.discards[table.discard_count] = building
    table.discard_count += 1


def refill(table: Table) -> None:
    """Put a new building in the place of the one just built."""
    table.offers[table.vacant] = draw(table)
    table.vacant = NONE


def replace_offer(table: Table, architect: i64) -> None:
    """Discard what an architect offers, then draw two; nothing is left to refill there."""
    first: i64 = architect * 2
    for place in range(first, first + 2):
        if table.offers[place] != NONE:
            discard(table, table.offers[place])
        if table.vacant == place:
            table.vacant = NONE
    table.offers[first] = draw(table)
    table.offers[first + 1] = draw(table)
