"""The course of a turn: one decision after another until the city is complete."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from smokestack.engine.core.stream import Stream
from smokestack.games.glasgow.rules import answers
from smokestack.games.glasgow.rules.architects import (
    ask_build,
    choose_drawn,
    choose_offer,
    go_on_building,
    settle,
)
from smokestack.games.glasgow.rules.city import factories_in_line, place
from smokestack.games.glasgow.rules.contracts import ask_drawn, discard_drawn, use_contract
from smokestack.games.glasgow.rules.conversions import convert
from smokestack.games.glasgow.rules.factories import fire, fire_next
from smokestack.games.glasgow.rules.identity import numbers_of
from smokestack.games.glasgow.rules.pile import draw, refill, replace_offer
from smokestack.games.glasgow.rules.river import ask_move, move
from smokestack.games.glasgow.rules.scoring import score, winner
from smokestack.games.glasgow.rules.stores import gain
from smokestack.games.glasgow.rules.table import Table
from smokestack.games.glasgow.rules.terms import (
    ARCHITECT,
    ASK_ACTIVATE,
    ASK_BUILD,
    ASK_CHOICE,
    ASK_CONVERT,
    ASK_DRAW,
    ASK_DRAWN,
    ASK_MOVE,
    ASK_PAY,
    ASK_PLACE,
    ASK_REPLACE,
    ASK_RESOLVE,
    BIT,
    BUILDINGS,
    CITY_COMPLETE,
    CITY_SIZE,
    NONE,
    TURN_LIMIT,
)

_UNSEEN: Final = Stream(0)


class Glasgow(Table):
    """A game of Glasgow."""

    def apply(self, answer: i64) -> None:
        if answer == answers.PASS:
            self._decline()
        elif self.decision == ASK_MOVE:
            move(self, answer - answers.MOVE)
        elif self.decision == ASK_PLACE:
            place(self, answer - answers.PLACE)
        elif self.decision == ASK_BUILD:
            choose_offer(self, answer - answers.BUILD)
        elif self.decision == ASK_PAY:
            settle(self, answer - answers.PAY_WHISKY)  # plain PAY is one below: NONE
        elif self.decision == ASK_CHOICE:
            gain(self, self.active, answer - answers.TAKE, 1)
            self.uses -= 1
        elif self.decision == ASK_CONVERT:
            convert(self, self.actor, answer)
            self._answered_once()
        elif self.decision == ASK_REPLACE:
            replace_offer(self, answer - answers.REPLACE)
            self._answered_once()
        elif self.decision == ASK_ACTIVATE:
            self.firing = factories_in_line(self, answer - answers.ACTIVATE)
            self.uses -= 1
        elif self.decision == ASK_DRAW:
            self.drawn = draw(self)
        elif self.decision == ASK_DRAWN:
            if answer == answers.DISCARD:
                discard_drawn(self)
            else:
                choose_drawn(self)
        elif self.decision == ASK_RESOLVE and fire(self, self.city[answer - answers.RESOLVE]):
            return
        self.go_on()

    def go_on(self) -> None:
        """Carry out everything that needs no answer, up to the next decision or the end."""
        while not self._step():
            pass

    def _step(self) -> bool:
        """Carry out one thing that needs no answer; True once a decision is pending."""
        if self.building != NONE:
            return go_on_building(self)
        if self.firing != 0:
            return fire_next(self)
        if self.built == CITY_SIZE:
            self._end_turn()
            return self._finish(CITY_COMPLETE)
        if self.vacant != NONE:
            refill(self)
            return False
        if self.drawn != NONE:
            return ask_drawn(self)
        if self.acting:
            return self._use_tile()
        self._end_turn()
        if self.turn == self.turn_limit:
            return self._finish(TURN_LIMIT)
        return ask_move(self)

    def ask_again(self, decision: i64) -> bool:
        """Ask for the pending decision again, after loading; False if there is none."""
        if decision == ASK_MOVE:
            idle = self.building == NONE and self.drawn == NONE and self.vacant == NONE
            idle = idle and self.firing == 0 and self.fired == NONE and self.built < CITY_SIZE
            return idle and not self.acting and ask_move(self)
        if self.fired != NONE:
            left = self.firing
            asked = fire(self, self.fired)
            self.firing = left
            return asked
        if self.built == CITY_SIZE and self.firing == 0:
            return False
        return (self.acting or self.building != NONE or self.firing != 0) and self._step()

    def points(self, seat: i64) -> i64:
        return score(self, seat)

    def winners(self) -> i64:
        return BIT[winner(self)]

    def copy(self) -> Glasgow:
        other = self.seen_by(self.actor)
        other.pile = self.pile
        other.stream = self.stream.copy()
        return other

    def seen_by(self, seat: i64) -> Glasgow:
        """Everything except the order of the pile and the random stream; nothing else is hidden."""
        other = Glasgow(
            self.tiles,
            self.ring,
            self.stores[:],
            self.steps[:],
            self.offers[:],
            self.city[:],
            self.site[:],
            vec[i64](),
            self.discards[:],
            self.legal[:],
            _UNSEEN,
        )
        other.actor = self.actor
        other.decision = self.decision
        other.over = self.over
        other.count = self.count
        other.whisky_converts = self.whisky_converts
        other.turn_limit = self.turn_limit
        other.rear = self.rear
        other.doubled = self.doubled
        other.turn = self.turn
        other.revealed = self.revealed
        other.reason = self.reason
        other.pile_count = self.pile_count
        other.discard_count = self.discard_count
        other.drawn = self.drawn
        other.built = self.built
        other.standing = self.standing
        other.owned_by_second = self.owned_by_second
        other.west = self.west
        other.east = self.east
        other.north = self.north
        other.south = self.south
        other.active = self.active
        other.acting = self.acting
        other.uses = self.uses
        other.surcharge = self.surcharge
        other.building = self.building
        other.source = self.source
        other.paid = self.paid
        other.vacant = self.vacant
        other.firing = self.firing
        other.fired = self.fired
        return other

    def numbers(self) -> vec[i64]:
        return numbers_of(self)

    def redeal(self, seat: i64, stream: Stream) -> None:
        """Shuffle the buildings that are not in sight into the pile."""
        self.pile = unseen_buildings(self)
        stream.shuffle(self.pile, self.pile_count)
        self.stream = Stream(stream.word())

    def reshuffle(self, stream: Stream) -> None:
        self.redeal(NONE, stream)  # only the pile is hidden, from both seats alike

    def _use_tile(self) -> bool:
        tile: i64 = self.ring[self.position(self.active)]
        if tile == ARCHITECT:
            return ask_build(self)
        return use_contract(self, tile)

    def _answered_once(self) -> None:
        """A conversion or replacement is done: a factory's, or one use of the contract."""
        if self.fired != NONE:
            self.fired = NONE
        else:
            self.uses -= 1

    def _decline(self) -> None:
        """Pass: on a factory's offer, or on the tile with all its uses."""
        if self.fired != NONE:
            self.fired = NONE
        else:
            self.acting = False

    def _end_turn(self) -> None:
        self.turn += 1
        self.uses = 0
        self.surcharge = 0
        self.acting = False

    def _finish(self, reason: i64) -> bool:
        self.over = True
        self.reason = reason
        self.count = 0
        self.ask(ASK_MOVE, 0)  # no decision: the game is over
        return True


def unseen_buildings(table: Table) -> vec[i64]:
    """The buildings that are not in sight, in the order of the tile set, as a pile."""
    seen = table.standing
    for i in range(8):
        if table.offers[i] != NONE:
            seen |= BIT[table.offers[i]]
    for i in range(table.discard_count):
        seen |= BIT[table.discards[i]]
    if table.drawn != NONE:
        seen |= BIT[table.drawn]
    pile = vec[i64]([NONE] * BUILDINGS)
    count: i64 = 0
    for building in range(BUILDINGS):
        if (seen >> building) & 1 == 0:
            pile[count] = building
            count += 1
    return pile
