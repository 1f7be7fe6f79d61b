"""Estimates positions of Brass with trained networks, one for each period."""

from __future__ import annotations

from typing import Final, cast, final

from mypy_extensions import i64

from smokestack.engine.core.learned_evaluator import LearnedEvaluator
from smokestack.engine.core.network import ActiveInputs, Network
from smokestack.engine.core.state import State
from smokestack.games.brass.evaluation.evaluator import share_of_actions_left
from smokestack.games.brass.evaluation.input_groups import INPUTS
from smokestack.games.brass.evaluation.inputs import write_inputs
from smokestack.games.brass.rules.table import Table
from smokestack.games.brass.rules.terms import ASK_ACTION, ASK_CARD

PARTS: Final = ("canal", "rail")


@final
class LearnedBrassEvaluator(LearnedEvaluator):
    """The points of a seat at the end of the game, as the network of the period expects them."""

    def __init__(self, networks: list[Network]) -> None:
        super().__init__(networks, INPUTS, 1 << ASK_CARD, 1 << ASK_ACTION)

    def value(self, state: State, seat: i64) -> float:
        return self.expected_points(state, seat)

    def share_left(self, state: State, seat: i64) -> float:
        return share_of_actions_left(cast(Table, state), seat)

    def part_of(self, state: State) -> i64:
        return cast(Table, state).period

    def write_inputs(self, state: State, seat: i64, active: ActiveInputs) -> None:
        write_inputs(cast(Table, state), seat, active)
