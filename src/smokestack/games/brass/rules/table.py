"""The position on the table, as flat integers."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from smokestack.engine.core.shuffler import Shuffler
from smokestack.engine.core.state import State
from smokestack.games.brass.rules.edition import Edition
from smokestack.games.brass.rules.ledger import Ledger
from smokestack.games.brass.rules.terms import (
    BIT,
    CANAL,
    LINES,
    MAX_STACK,
    NONE,
    ORDER,
    SLOTS,
    TURNS,
)


class Table(State):
    """The whole position; the chapters of the rules are functions that work on it.

    Seats count from 0; a place, slot, line, card or kind of tile is its number in the edition.
    """

    def __init__(
        self,
        edition: Edition,
        seats: vec[i64],
        hands: vec[i64],
        deck: vec[i64],
        aside: vec[i64],
        discards: vec[i64],
        developed: vec[i64],
        tile: vec[i64],
        owner: vec[i64],
        cubes: vec[i64],
        line_owner: vec[i64],
        adjacent: vec[i64],
        distant: vec[i64],
        legal: vec[i64],
        stream: Shuffler,
    ) -> None:
        super().__init__(legal, stream)
        self.edition = edition
        self.course = edition.course
        self.players: i64 = edition.course.players
        self.virtual_link: bool = False
        self.virtual_link_reverse: bool = False
        self.refill_each_turn: bool = False

        self.period: i64 = CANAL
        self.round: i64 = 1
        self.place: i64 = 0  # in the order, of whose turn it is
        self.actions: i64 = 0  # left in this turn
        self.phase: i64 = TURNS

        self.seats = seats  # ORDER, CASH, SPENT, MARKER, SCORE, HELD + seat
        self.hands = hands  # seat * 24 + card: how many
        self.deck = deck  # drawn from the end; replaced, never changed
        self.deck_count: i64 = 0
        self.aside = aside
        self.discards = discards
        self.discard_count: i64 = 0

        self.developed = developed  # seat * 5 + industry: tiles gone from the stack
        self.occupied: i64 = 0  # slots with a tile
        self.tile = tile  # kind of tile in each slot, or NONE
        self.owner = owner
        self.cubes = cubes
        self.flipped: i64 = 0  # slots whose tile is flipped
        self.linked: i64 = 0  # lines with a link
        self.line_owner = line_owner
        self.adjacent = adjacent  # the places joined to each by a link

        self.coal: i64 = edition.course.track_size
        self.iron: i64 = edition.course.track_size
        self.cotton: i64 = 0
        self.distant = distant  # turned from the end; replaced, never changed
        self.distant_count: i64 = 0

        # What is still to be done of an action.
        self.action: i64 = NONE
        self.cards_due: i64 = 0
        self.coal_due: bool = False
        self.coal_from: i64 = 0  # the places from which coal is looked for
        self.iron_due: bool = False
        self.new_slot: i64 = NONE  # a tile that waits for its cubes or for flipping
        self.repeats: i64 = 0  # second rails or developments, or sales, already answered

        self.ledger: Ledger | None = None

    def ask(self, decision: i64, seat: i64) -> None:
        self.decision = decision
        self.actor = seat

    def seat(self) -> i64:
        """Whose turn it is."""
        return self.seats[ORDER + self.place]

    def next_tile(self, seat: i64, industry: i64) -> i64:
        """The lowest tile left in a stack, or NONE."""
        return self.edition.stack[industry * (MAX_STACK + 1) + self.developed[seat * 5 + industry]]

    def is_flipped(self, slot: i64) -> bool:
        return (self.flipped >> slot) & 1 == 1

    def lines_of_period(self) -> i64:
        return self.edition.canal_lines if self.period == CANAL else self.edition.rail_lines

    def markers_left(self, seat: i64) -> i64:
        left = self.course.link_markers
        for line in range(LINES):
            if self.line_owner[line] == seat:
                left -= 1
        return left

    def network(self, seat: i64) -> i64:
        """Every place with an own tile or touched by an own link."""
        edition = self.edition
        places: i64 = 0
        owners, slot_place = self.owner, edition.slot_place
        for slot in range(SLOTS):
            if owners[slot] == seat:
                places |= BIT[slot_place[slot]]
        line_owners = self.line_owner
        for line in range(LINES):
            if line_owners[line] == seat:
                places |= BIT[edition.line_a[line]] | BIT[edition.line_b[line]]
        return places
