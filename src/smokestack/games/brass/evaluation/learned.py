"""Estimates positions of Brass with trained networks, two for each period."""

from __future__ import annotations

from typing import Final, cast, final

from mypy_extensions import i64

from smokestack.engine.core.learned_evaluator import LearnedEvaluator
from smokestack.engine.core.network import ActiveInputs, Network
from smokestack.engine.core.state import State
from smokestack.games.brass.evaluation.evaluator import is_last_round, share_of_actions_left
from smokestack.games.brass.evaluation.input_groups import INPUTS
from smokestack.games.brass.evaluation.inputs import write_inputs
from smokestack.games.brass.rules.table import Table
from smokestack.games.brass.rules.terms import ASK_ACTION, ASK_CARD

PARTS: Final = ("canal", "late canal", "rail", "late rail")


@final
class LearnedBrassEvaluator(LearnedEvaluator):
    """The points of a seat at the end of the game, as the network of this half period sees them."""

    def __init__(self, networks: list[Network]) -> None:
        super().__init__(networks, INPUTS, 1 << ASK_CARD, 1 << ASK_ACTION)

    def value(self, state: State, seat: i64) -> float:
        return self.expected_points(state, seat)

    def share_left(self, state: State, seat: i64) -> float:
        return share_of_actions_left(cast(Table, state), seat)

    def is_near_end(self, state: State) -> bool:
        return is_last_round(cast(Table, state))

    def part_of(self, state: State) -> i64:
        table = cast(Table, state)
        part = 2 * table.period
        return part + 1 if 2 * table.round > table.course.rounds else part

    def write_inputs(self, state: State, seat: i64, active: ActiveInputs) -> None:
        write_inputs(cast(Table, state), seat, active)
