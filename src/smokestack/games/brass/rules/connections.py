"""Which places are connected, by links of any player."""

from __future__ import annotations

from mypy_extensions import i64

from smokestack.games.brass.rules.table import Table
from smokestack.games.brass.rules.terms import BIT, PORT, SLOTS


def reach(table: Table, places: i64) -> i64:
    """All places connected to some of these, themselves included."""
    reached = places
    frontier = places
    while frontier != 0:
        frontier = beyond(table, frontier) & ~reached
        reached |= frontier
    return reached


def beyond(table: Table, places: i64) -> i64:
    """The places one link away from some of these."""
    found: i64 = 0
    adjacent = table.adjacent
    place: i64 = 0
    while places != 0:
        if places & 1:
            found |= adjacent[place]
        places >>= 1
        place += 1
    return found


def anchors(table: Table) -> i64:
    """Where the markets begin: the anchors of the map, and every port tile, flipped or not."""
    edition = table.edition
    places = edition.anchors
    occupied, tiles, industries = table.occupied, table.tile, edition.industry
    for slot in range(SLOTS):
        if (occupied >> slot) & 1 == 1 and industries[tiles[slot]] == PORT:
            places |= BIT[edition.slot_place[slot]]
    return places
