"""The luck of each seat whenever something is dealt, drawn or turned.

Luck is the value of what came about minus the mean value of what could have come about instead. The
alternatives are drawn from the same distribution as what came about, and all are valued in the same
way, so the expected luck is 0, however bad the evaluator is. Of this difference, only the share
counts that lasts to the end of a game on average (`calibration.toml`); that changes no mean. What a
seat is dealt is its luck, whether or not the others see it. `arena/luck.py` measures the luck of
games between bots by the same principle.
"""

from __future__ import annotations

from collections.abc import Iterable

from smokestack.analysis.calibration import calibration_of
from smokestack.analysis.units import Units, difference, mean_of, share_of
from smokestack.analysis.values import Valuation
from smokestack.engine.core.state import State
from smokestack.engine.core.stream import Stream
from smokestack.engine.game import Game
from smokestack.engine.record import Setup

MAX_SEED = 2**62


class LuckMeasure:
    """Measures luck in one game, with so many alternatives to what came about."""

    def __init__(self, game: Game, valuation: Valuation, alternatives: int) -> None:
        self._game = game
        self._valuation = valuation
        self._alternatives = alternatives
        self._calibration = calibration_of(game)

    def of_deal(self, setup: Setup, dealt: State, stream: Stream) -> Units:
        starter = self._game.starter(setup)
        others = (
            starter.start(Stream(int(stream.word()) % MAX_SEED)) for _ in range(self._alternatives)
        )
        return self._compare(dealt, others, stream)

    def of_answer(self, before: State, answer: int, after: State, stream: Stream) -> Units:
        """The luck in what followed an answer."""
        return self._compare(after, self._outcomes(before, answer, stream), stream)

    def _outcomes(self, before: State, answer: int, stream: Stream) -> Iterable[State]:
        for _ in range(self._alternatives):
            other = before.copy()
            other.reshuffle(stream)
            other.apply(answer)
            yield other

    def _compare(self, state: State, others: Iterable[State], stream: Stream) -> Units:
        turns = self._calibration.luck_turns
        value = self._valuation.value(state, stream, self._alternatives, turns)
        mean = mean_of([self._valuation.value(other, stream, 1, turns) for other in others])
        return share_of(difference(value, mean), self._calibration.luck_share)
