"""Estimates positions of Glasgow with trained networks."""

from __future__ import annotations

from typing import Final, cast, final

from mypy_extensions import i64

from smokestack.engine.core.learned_evaluator import MAX_SEATS, LearnedEvaluator
from smokestack.engine.core.network import OUTPUT_UNIT, ActiveInputs, Network
from smokestack.engine.core.state import State
from smokestack.games.glasgow.evaluation.input_groups import INPUTS
from smokestack.games.glasgow.evaluation.inputs import write_inputs
from smokestack.games.glasgow.rules.river import farther_behind
from smokestack.games.glasgow.rules.scoring import score, winner
from smokestack.games.glasgow.rules.table import Table
from smokestack.games.glasgow.rules.terms import ASK_MOVE, CITY_SIZE

PARTS: Final = ("game",)
TARGETS: Final = ("lead", "total")
VICTORY: Final = 64.0  # points that a won game is worth in addition to its own


@final
class LearnedGlasgowEvaluator(LearnedEvaluator):
    """The points of a seat at the end of the game, as the networks expect them.

    One network expects by how much the lead of the seat that moves next will grow, the other the
    points that both seats will gain together. Playing needs mostly the first.
    """

    def __init__(self, networks: list[Network]) -> None:
        super().__init__(networks, INPUTS, 0, 1 << ASK_MOVE)

    def value(self, state: State, seat: i64) -> float:
        """The expected points of `seat` minus those of the other seat."""
        table = cast(Table, state)
        lead: i64 = score(table, seat) - score(table, 1 - seat)
        if table.over:
            return float(lead) + (VICTORY if winner(table) == seat else -VICTORY)
        return float(lead) + self._gained_lead(table, seat, lead)

    def expected_points(self, state: State, seat: i64) -> float:
        """A won game is worth more than its points: the smallest lead decides."""
        table = cast(Table, state)
        points: i64 = score(table, seat)
        if table.over:
            return float(points) + (VICTORY if winner(table) == seat else 0.0)
        lead = self._gained_lead(table, seat, points - score(table, 1 - seat))
        accumulator = self.accumulators[MAX_SEATS + farther_behind(table)]
        total = float(accumulator.output(self.active)) / float(OUTPUT_UNIT)
        return float(points) + 0.5 * (total + lead)

    def share_left(self, state: State, seat: i64) -> float:
        """The share of the city that is not built yet."""
        return float(CITY_SIZE - cast(Table, state).built) / float(CITY_SIZE)

    def part_of(self, state: State) -> i64:
        return 0

    def viewer(self, state: State, seat: i64) -> i64:
        """Nothing is known to one seat only; the networks learn the view of who moves next."""
        return farther_behind(cast(Table, state))

    def write_inputs(self, state: State, seat: i64, active: ActiveInputs) -> None:
        table = cast(Table, state)
        write_inputs(table, seat, score(table, seat) - score(table, 1 - seat), active)

    def _gained_lead(self, table: Table, seat: i64, lead: i64) -> float:
        """By how much the lead of `seat` will grow; leaves the inputs of who moves next."""
        viewer = farther_behind(table)
        write_inputs(table, viewer, lead if viewer == seat else -lead, self.active)
        gained = float(self.accumulators[viewer].output(self.active)) / float(OUTPUT_UNIT)
        return gained if viewer == seat else -gained
