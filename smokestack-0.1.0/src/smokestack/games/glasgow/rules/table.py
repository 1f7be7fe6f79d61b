"""The position on the table, as flat integers."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from smokestack.engine.core.shuffler import Shuffler
from smokestack.engine.core.state import State
from smokestack.games.glasgow.rules.terms import CENTRE, NONE, NOT_OVER, SIDE
from smokestack.games.glasgow.rules.tileset import TileSet


class Table(State):
    """The whole position; the chapters of the rules are functions that work on it.

    A seat is 0 or 1, a building or contract its index in the tile set, sets of buildings are bit
    masks, a cell is `row * 9 + column` with the first building in the middle.
    """

    def __init__(
        self,
        tiles: TileSet,
        ring: vec[i64],
        stores: vec[i64],
        steps: vec[i64],
        offers: vec[i64],
        city: vec[i64],
        site: vec[i64],
        pile: vec[i64],
        discards: vec[i64],
        legal: vec[i64],
        stream: Shuffler,
    ) -> None:
        super().__init__(legal, stream)
        self.tiles = tiles
        self.whisky_converts: bool = True
        self.turn_limit: i64 = 500

        self.ring = ring  # contract or ARCHITECT; never changes after the setup
        self.stores = stores  # seat * 4 + good
        self.steps = steps  # of each merchant, from the start
        self.rear: i64 = 0  # who stands behind on a shared architect
        self.doubled: i64 = 0  # bit of each seat whose next tile is used twice
        self.reason: i64 = NOT_OVER

        self.offers = offers  # architect * 2 + place: building or NONE
        self.pile = pile  # drawn from the end; replaced, never changed, so copies share it
        self.pile_count: i64 = 0
        self.discards = discards
        self.discard_count: i64 = 0
        self.drawn: i64 = NONE

        self.city = city  # building or NONE at each cell
        self.site = site  # cell of each building or NONE
        self.built: i64 = 0
        self.standing: i64 = 0  # the buildings in the city
        self.owned_by_second: i64 = 0  # those of them that belong to seat 1
        self.west: i64 = CENTRE % SIDE
        self.east: i64 = CENTRE % SIDE
        self.north: i64 = CENTRE // SIDE
        self.south: i64 = CENTRE // SIDE

        # What is still to be done in this turn.
        self.active: i64 = 0  # whose turn it is
        self.acting: bool = False  # the tile's action is not finished
        self.uses: i64 = 0  # of the tile, left; at an architect: builds without surcharge
        self.surcharge: i64 = 0  # gold on top of the next build
        self.building: i64 = NONE  # chosen, not yet placed
        self.source: i64 = NONE  # its offer, or DRAWN
        self.paid: bool = False
        self.vacant: i64 = NONE  # offer to refill once the factories are done
        self.firing: i64 = 0  # factories yet to resolve
        self.fired: i64 = NONE  # the factory whose owner is being asked

    def ask(self, decision: i64, seat: i64) -> None:
        self.decision = decision
        self.actor = seat

    def position(self, seat: i64) -> i64:
        """The ring index at which a merchant stands."""
        return self.steps[seat] % 16

    def owner(self, building: i64) -> i64:
        return (self.owned_by_second >> building) & 1

    def owned(self, seat: i64) -> i64:
        """The buildings of `seat` in the city."""
        if seat == 1:
            return self.owned_by_second
        return self.standing & ~self.owned_by_second
