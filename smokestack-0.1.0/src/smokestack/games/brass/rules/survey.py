"""What the board offers a seat, found in one pass over its slots and lines.

Every possible action depends on some of this. Finding all of it at once, and only once, takes a
third of the time of looking at the board for each kind of action.
"""

from __future__ import annotations

from mypy_extensions import i64

from smokestack.games.brass.rules.connections import reach
from smokestack.games.brass.rules.markets import iron_price
from smokestack.games.brass.rules.table import Table
from smokestack.games.brass.rules.terms import BIT, COAL, COTTON, IRON, LINES, NONE, PORT, SLOTS


class Survey:
    """Places, slots and lines that matter for the actions of one seat, as bit masks."""

    def __init__(self, table: Table, seat: i64) -> None:
        edition = table.edition
        self.seat: i64 = seat
        towns: i64 = 0
        empty: i64 = 0
        mines: i64 = 0
        works: bool = False
        anchors: i64 = edition.anchors
        open_ports: i64 = 0
        mills: i64 = 0
        for slot in range(SLOTS):
            tile: i64 = table.tile[slot]
            if tile == NONE:
                empty |= BIT[slot]
                continue
            place: i64 = BIT[edition.slot_place[slot]]
            industry: i64 = edition.industry[tile]
            own: bool = table.owner[slot] == seat
            if own:
                towns |= place
            if industry == PORT:
                anchors |= place
                if not table.is_flipped(slot):
                    open_ports |= place
            elif industry == COTTON:
                if own and not table.is_flipped(slot):
                    mills |= place
            elif table.cubes[slot] > 0:
                if industry == COAL:
                    mines |= place
                elif industry == IRON:
                    works = True
        network: i64 = towns
        links: i64 = 0
        for line in range(LINES):
            if table.line_owner[line] == seat:
                network |= BIT[edition.line_a[line]] | BIT[edition.line_b[line]]
                links += 1
        self.towns = towns  # with a tile of the seat
        self.network = network  # the towns, and the places that its links touch
        self.links = links  # how many the seat has
        self.empty = empty  # slots
        self.mines = mines  # places with coal cubes
        self.mills = mills  # places with an unflipped mill of the seat
        self.open_ports = open_ports  # places with an unflipped port of anybody
        self.iron_cost: i64 = 0 if works else iron_price(table)
        self.has_works = works  # some iron works has a cube
        self.coal_reach: i64 = reach(table, mines)
        self.market_reach: i64 = reach(table, anchors)
