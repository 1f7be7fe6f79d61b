"""Estimates positions of Glasgow with a trained network."""

from __future__ import annotations

from typing import Final, cast, final

from mypy_extensions import i64

from smokestack.engine.core.learned_evaluator import LearnedEvaluator
from smokestack.engine.core.network import ActiveInputs, Network
from smokestack.engine.core.state import State
from smokestack.games.glasgow.evaluation.input_groups import INPUTS
from smokestack.games.glasgow.evaluation.inputs import write_inputs
from smokestack.games.glasgow.rules.scoring import winner
from smokestack.games.glasgow.rules.table import Table
from smokestack.games.glasgow.rules.terms import ASK_MOVE, CITY_SIZE

PARTS: Final = ("game",)
VICTORY: Final = 64.0  # points that a won game is worth in addition to its own


@final
class LearnedGlasgowEvaluator(LearnedEvaluator):
    """The points of a seat at the end of the game, as the network expects them."""

    def __init__(self, networks: list[Network]) -> None:
        super().__init__(networks, INPUTS, 0, 1 << ASK_MOVE)

    def value(self, state: State, seat: i64) -> float:
        """The expected points of `seat` minus those of the other seat."""
        return self.expected_points(state, seat) - self.expected_points(state, 1 - seat)

    def expected_points(self, state: State, seat: i64) -> float:
        """A won game is worth more than its points: the smallest lead decides."""
        if state.over and winner(cast(Table, state)) == seat:
            return float(state.points(seat)) + VICTORY
        return super().expected_points(state, seat)

    def share_left(self, state: State, seat: i64) -> float:
        """The share of the city that is not built yet."""
        return float(CITY_SIZE - cast(Table, state).built) / float(CITY_SIZE)

    def part_of(self, state: State) -> i64:
        return 0

    def write_inputs(self, state: State, seat: i64, active: ActiveInputs) -> None:
        write_inputs(cast(Table, state), seat, active)
