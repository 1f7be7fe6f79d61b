"""What the board offers a seat, found in one pass over its slots and lines.

Every possible action depends on some of this. Finding all of it at once, and only once, takes a
third of the time of looking at the board for each kind of action.
"""

from __future__ import annotations

from mypy_extensions import i64

from smokestack.games.brass.rules.connections import reach
from smokestack.games.brass.rules.markets import iron_price
from smokestack.games.brass.rules.table import Table
from smokestack.games.brass.rules.terms import BIT, COAL, COTTON, IRON, LINES, PORT, SLOTS


class Survey:
    """Places, slots and lines that matter for the actions of one seat, as bit masks."""

    def __init__(self, table: Table, seat: i64) -> None:
        edition = table.edition
        self.seat: i64 = seat
        # Arrays are looked up once: in a loop every look-up costs time.
        bit, places, industries = BIT, edition.slot_place, edition.industry
        tiles, owners, cubes = table.tile, table.owner, table.cubes
        towns: i64 = 0
        mines: i64 = 0
        works: bool = False
        anchors: i64 = edition.anchors
        open_ports: i64 = 0
        mills: i64 = 0
        occupied = table.occupied
        flipped = table.flipped
        for slot in range(SLOTS):
            if (occupied >> slot) & 1 == 0:
                continue
            place: i64 = bit[places[slot]]
            industry: i64 = industries[tiles[slot]]
            own: bool = owners[slot] == seat
            unflipped: bool = (flipped >> slot) & 1 == 0
            if own:
                towns |= place
            if industry == PORT:
                anchors |= place
                if unflipped:
                    open_ports |= place
            elif industry == COTTON:
                if own and unflipped:
                    mills |= place
            elif cubes[slot] > 0:
                if industry == COAL:
                    mines |= place
                elif industry == IRON:
                    works = True
        touched, links = links_of(table, seat)
        self.towns = towns  # with a tile of the seat
        self.network: i64 = towns | touched  # the towns, and the places that its links touch
        self.links: i64 = links  # how many the seat has
        self.mines = mines  # places with coal cubes
        self.mills = mills  # places with an unflipped mill of the seat
        self.open_ports = open_ports  # places with an unflipped port of anybody
        self.iron_cost: i64 = 0 if works else iron_price(table)
        self.has_works = works  # some iron works has a cube
        self.coal_reach: i64 = reach(table, mines)
        self.market_reach: i64 = reach(table, anchors)


def links_of(table: Table, seat: i64) -> tuple[i64, i64]:
    """The places that the links of a seat touch, and how many links these are."""
    edition = table.edition
    bit, owners, ends_a, ends_b = BIT, table.line_owner, edition.line_a, edition.line_b
    places: i64 = 0
    links: i64 = 0
    linked = table.linked
    for line in range(LINES):
        if (linked >> line) & 1 == 1 and owners[line] == seat:
            places |= bit[ends_a[line]] | bit[ends_b[line]]
            links += 1
    return places, links
