"""The luck of each seat whenever something is dealt, drawn or turned.

Luck is the value of what came about minus the mean value of what could have come about instead. The
alternatives are drawn from the same distribution as what came about, and all are valued in the same
way, so the expected luck is 0, however bad the evaluator is. What a seat is dealt is its luck,
whether or not the others see it. `arena/luck.py` measures the luck of games between bots by the
same principle.
"""

from __future__ import annotations

from smokestack.analysis.units import Units, difference, mean_of
from smokestack.analysis.values import Valuation
from smokestack.engine.core.state import State
from smokestack.engine.core.stream import Stream
from smokestack.engine.game import Game
from smokestack.engine.record import Setup

MAX_SEED = 2**62


def deal_luck(
    game: Game, setup: Setup, valuation: Valuation, dealt: Units, stream: Stream, alternatives: int
) -> Units:
    """The luck of the first deal, after which the position has the value `dealt`."""
    starter = game.starter(setup)
    others = []
    for _ in range(alternatives):
        state = starter.start(Stream(int(stream.word()) % MAX_SEED))
        others.append(valuation.value(state, stream, 1))
    return difference(dealt, mean_of(others))


def answer_luck(
    before: State,
    answer: int,
    valuation: Valuation,
    value: Units,
    stream: Stream,
    alternatives: int,
) -> Units:
    """The luck in what followed an answer, after which the position has the value `value`."""
    others = []
    for _ in range(alternatives):
        other = before.copy()
        other.reshuffle(stream)
        other.apply(answer)
        others.append(valuation.value(other, stream, 1))
    return difference(value, mean_of(others))
