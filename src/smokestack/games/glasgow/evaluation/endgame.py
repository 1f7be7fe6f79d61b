"""Solves the last buildings of Glasgow: expectimax over everything that can be drawn.

The value of a position is the probability that the seat to be advised wins. A position at the
horizon, or one that was not examined because the budget was used up, has an unknown value: the
search counts it as lost to find a lower bound and as won to find an upper bound. An answer is
proven best if its lower bound reaches the upper bounds of all others. Both searches prune with
alpha and beta, at draws with the bounds that the outcomes not yet examined leave open (Star1,
Ballard 1983), and remember the bounds of positions where a turn begins.

- Ballard: The *-Minimax Search Procedure for Trees Containing Chance Nodes. Artificial
  Intelligence 21(3), 1983.
"""

from __future__ import annotations

from typing import Final, cast, final

from librt.vecs import vec
from mypy_extensions import i64

from smokestack.engine.core.endgame import Endgame
from smokestack.engine.core.state import State
from smokestack.games.glasgow.rules import answers
from smokestack.games.glasgow.rules.architects import architect_at
from smokestack.games.glasgow.rules.scoring import winner
from smokestack.games.glasgow.rules.stores import can_pay
from smokestack.games.glasgow.rules.table import Table
from smokestack.games.glasgow.rules.terms import (
    ARCHITECT,
    ASK_MOVE,
    BIT,
    BUILDINGS,
    CITY_SIZE,
    NONE,
)
from smokestack.games.glasgow.rules.turn import Glasgow

MAX_CELLS_LEFT: Final = 2
MAX_TURNS: Final = 8  # of the horizon
MAX_DRAWS: Final = 2  # by one answer
CERTAINTY: Final = 1e-9

_HASH_MASK: Final = 0xFFFFFFFFFF
_FIRST_FACTOR: Final = 1000003
_SECOND_FACTOR: Final = 998651


@final
class GlasgowEndgame(Endgame):
    """Solves one position at a time."""

    def __init__(self, max_turns: i64 = MAX_TURNS) -> None:
        self.max_turns: i64 = max_turns
        self.seat: i64 = 0
        self.unknown: float = 0.0  # the value of positions that are not examined
        self.left: i64 = 0  # positions that may still be examined
        self.lower: dict[int, float] = {}
        self.upper: dict[int, float] = {}

    def is_near(self, state: State) -> bool:
        table = cast(Table, state)
        left: i64 = CITY_SIZE - table.built
        return 0 < left <= MAX_CELLS_LEFT and table.turn + self.max_turns < table.turn_limit

    def best_answer(self, state: State, max_positions: i64) -> i64:
        game = cast(Glasgow, state)
        self.seat = game.actor
        self.left = max_positions
        for turns in range(1, self.max_turns + 1):
            answer = self._prove(game, turns)
            if answer != NONE or self.left <= 0:
                return answer
        return NONE

    def _prove(self, game: Glasgow, turns: i64) -> i64:
        """The best answer within a horizon, if it can be proven."""
        best: i64 = NONE
        bound = 0.0
        self._start(0.0)
        for i in range(game.count):
            value = self._after(game, game.legal[i], turns, bound, 1.0)
            if value > bound:
                bound = value
                best = game.legal[i]
            if bound >= 1.0 - CERTAINTY:
                return best
        if best == NONE:
            return NONE  # lost, or nothing is known
        self._start(1.0)
        for i in range(game.count):
            if game.legal[i] == best:
                continue
            value = self._after(game, game.legal[i], turns, bound, 1.0)
            if value > bound + CERTAINTY:
                return NONE
        return best

    def _start(self, unknown: float) -> None:
        self.unknown = unknown
        self.lower = {}
        self.upper = {}

    def _after(self, game: Glasgow, answer: i64, turns: i64, alpha: float, beta: float) -> float:
        """The value of an answer: the mean over all outcomes if something is drawn."""
        if self.left <= 0:
            return self.unknown
        self.left -= 1
        child = game.copy()
        child.apply(answer)
        draws = child.revealed - game.revealed
        if draws == 0:
            return self._value(child, turns, game.turn, alpha, beta)
        if draws > MAX_DRAWS or draws > game.pile_count:
            return self.unknown
        return self._mean(game, answer, turns, alpha, beta, draws)

    def _mean(
        self, game: Glasgow, answer: i64, turns: i64, alpha: float, beta: float, draws: i64
    ) -> float:
        """The mean over what one or two draws can reveal; two fill equal places."""
        count: i64 = game.pile_count
        outcomes: i64 = count if draws == 1 else count * (count - 1) // 2
        total = 0.0
        open_outcomes = float(outcomes)
        for first in range(count):
            others: i64 = 1 if draws == 1 else first
            for second in range(others):
                if self.left <= 0:
                    return (total + open_outcomes * self.unknown) / float(outcomes)
                self.left -= 1
                child = game.copy()
                child.pile = pile_with(game, first, second if draws == 2 else NONE)
                child.apply(answer)
                open_outcomes -= 1.0
                low = alpha * float(outcomes) - total - open_outcomes
                high = beta * float(outcomes) - total
                low = low if low > 0.0 else 0.0
                high = high if high < 1.0 else 1.0
                total += self._value(child, turns, game.turn, low, high)
                if total + open_outcomes <= alpha * float(outcomes):
                    return (total + open_outcomes) / float(outcomes)
                if total >= beta * float(outcomes):
                    return total / float(outcomes)
        return total / float(outcomes)

    def _value(self, game: Glasgow, turns: i64, turn: i64, alpha: float, beta: float) -> float:
        """The value of a position; `turn` is the one in which the answer before it was given."""
        if game.over:
            return 1.0 if winner(game) == self.seat else 0.0
        if game.turn == turn:
            return self._best(game, turns, alpha, beta)
        if turns == 1:
            return self.unknown
        key = key_of(game, turns)
        lower = self.lower.get(key, 0.0)
        upper = self.upper.get(key, 1.0)
        if lower >= beta or lower == upper:
            return lower
        if upper <= alpha:
            return upper
        value = self._best(game, turns - 1, alpha, beta)
        if self.left > 0:
            if value > alpha:
                self.lower[key] = value
            if value < beta:
                self.upper[key] = value
        return value

    def _best(self, game: Glasgow, turns: i64, alpha: float, beta: float) -> float:
        """The value of the best answer for the actor; moves to affordable offers come first."""
        own = game.actor == self.seat
        best = -1.0 if own else 2.0
        passes: i64 = 2 if game.decision == ASK_MOVE else 1
        for n in range(passes):
            for i in range(game.count):
                answer: i64 = game.legal[i]
                if passes == 2 and leads_to_building(game, answer) != (n == 0):
                    continue
                value = self._after(game, answer, turns, alpha, beta)
                if own:
                    if value > best:
                        best = value
                    if best > alpha:
                        alpha = best
                else:
                    if value < best:
                        best = value
                    if best < beta:
                        beta = best
                if alpha >= beta:
                    return best
        return best


def leads_to_building(table: Table, answer: i64) -> bool:
    """Whether a move ends at an architect with an offer that the actor can pay."""
    target: i64 = answer - answers.MOVE
    if table.ring[target] != ARCHITECT:
        return False
    first: i64 = architect_at(target) * 2
    for place in range(first, first + 2):
        building: i64 = table.offers[place]
        if building != NONE and can_pay(table, table.actor, building, 0):
            return True
    return False


def pile_with(table: Table, next_index: i64, then_index: i64) -> vec[i64]:
    """The pile, with the building at `next_index` drawn next and that at `then_index` after it."""
    pile = table.pile[:]
    last: i64 = table.pile_count - 1
    building: i64 = pile[next_index]
    pile[next_index] = pile[last]
    pile[last] = building
    if then_index != NONE:
        # `then_index` is smaller than `next_index`, so the swap has not moved it.
        building = pile[then_index]
        pile[then_index] = pile[last - 1]
        pile[last - 1] = building
    return pile


def key_of(table: Table, turns: i64) -> int:
    """A number of 80 bits for a position where a turn begins, the same for the same position.

    The pile is what is neither built, nor offered, nor discarded.
    """
    discarded: i64 = 0
    for i in range(table.discard_count):
        discarded |= BIT[table.discards[i]]
    numbers = vec[i64](
        [
            turns,
            table.steps[0] - table.steps[1],
            table.position(0),
            table.rear if table.steps[0] == table.steps[1] else 0,
            table.doubled,
            table.owned_by_second,
            discarded,
        ]
    )
    first: i64 = 0
    second: i64 = 0
    for i in range(len(numbers)):
        first = (first * _FIRST_FACTOR + numbers[i] + 3) & _HASH_MASK
        second = (second * _SECOND_FACTOR + numbers[i] + 7) & _HASH_MASK
    for i in range(8):
        # Neither goods nor offers are more than 37.
        number: i64 = table.stores[i] * 64 + table.offers[i]
        first = (first * _FIRST_FACTOR + number + 3) & _HASH_MASK
        second = (second * _SECOND_FACTOR + number + 7) & _HASH_MASK
    for building in range(BUILDINGS):
        site: i64 = table.site[building]
        first = (first * _FIRST_FACTOR + site + 3) & _HASH_MASK
        second = (second * _SECOND_FACTOR + site + 7) & _HASH_MASK
    return int(first) << 40 | int(second)
