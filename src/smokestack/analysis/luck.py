"""The luck of each seat whenever something is dealt, drawn or turned.

Luck is the value of what happened minus the mean value of what could have happened instead. The
alternatives are drawn from the same distribution as what happened, and all are valued in the same
way, so the expected luck is 0, however bad the evaluator is. What a seat is dealt is its luck,
whether or not the others see it. `arena/luck.py` measures the luck of games between bots by the
same principle.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import msgspec

from smokestack.analysis.calibration import basis_of
from smokestack.analysis.units import Units, difference, mean_of
from smokestack.analysis.values import Valuation
from smokestack.engine.core.state import State
from smokestack.engine.core.stream import Stream
from smokestack.engine.game import FirstSeat, Game
from smokestack.engine.record import Setup
from smokestack.games import find_game

DEALS: Final = 2000
"""Over which the value before the deal is the mean."""


class LuckMeasure:
    """Measures luck in one game, with so many alternatives to what happened."""

    def __init__(self, game: Game, valuation: Valuation, alternatives: int) -> None:
        self._game = game
        self._valuation = valuation
        self._alternatives = alternatives

    def of_deal(self, setup: Setup, value: Units) -> Units:
        """`value` is that of the first position."""
        return difference(value, value_before_deal(self._game, setup))

    def of_answer(self, before: State, answer: int, value: Units, stream: Stream) -> Units:
        """The luck in what followed an answer; `value` is that of the position after it."""
        others = []
        for _ in range(self._alternatives):
            other = before.copy()
            other.reshuffle(stream)
            other.apply(answer)
            others.append(self._valuation.value(other, stream, 1))
        return difference(value, mean_of(others))


def value_before_deal(game: Game, setup: Setup) -> Units:
    """The mean value over deals, the same for all games with the same setup but for the seed."""
    players = [str(seat) for seat in range(len(setup.players))]
    table = msgspec.structs.replace(setup, seed=0, players=players, deal=None)
    return _value_before_deal(msgspec.json.encode(table))


@lru_cache(maxsize=64)
def _value_before_deal(table: bytes) -> Units:
    setup = msgspec.json.decode(table, type=Setup)
    game = find_game(setup.game)
    starter, stream = game.starter(setup), Stream(0)
    players = len(setup.players)
    valuation = Valuation(game, basis_of(game, starter.start(stream)), players)
    mean = mean_of([valuation.value(starter.start(stream), stream, 1) for _ in range(DEALS)])
    if _draws_first_seat(game, setup):
        halves = mean[:players], mean[players:]
        return tuple(round(sum(half) / players) for half in halves for _ in range(players))
    return mean


def _draws_first_seat(game: Game, setup: Setup) -> bool:
    """Whether all seats are alike before the deal."""
    first = game.first_seat(setup.edition)
    return first is FirstSeat.DRAWN or (first is FirstSeat.CHOSEN_OR_DRAWN and setup.first is None)
