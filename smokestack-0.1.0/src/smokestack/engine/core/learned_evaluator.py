"""An evaluator that asks a trained network how many points a seat will still gain."""

from __future__ import annotations

from abc import abstractmethod

from mypy_extensions import i64

from smokestack.engine.core.evaluator import Evaluator
from smokestack.engine.core.network import OUTPUT_UNIT, ActiveInputs, Network
from smokestack.engine.core.state import State


class LearnedEvaluator(Evaluator):
    """Adds what a network expects a seat to gain to the points that it has.

    A game has one network for each part of the game. The inputs of a network are what the seat
    itself knows of the position, never what is hidden from it.
    """

    def __init__(
        self, networks: list[Network], inputs: i64, routine_decisions: i64, opening_decisions: i64
    ) -> None:
        super().__init__(routine_decisions, opening_decisions)
        self.networks = networks
        self.active = ActiveInputs(inputs)

    @abstractmethod
    def part_of(self, state: State) -> i64:
        """Which network is for this position."""

    @abstractmethod
    def write_inputs(self, state: State, seat: i64, active: ActiveInputs) -> None:
        """Replace the contents of `active` by what `seat` knows of the position."""

    def expected_points(self, state: State, seat: i64) -> float:
        points = float(state.points(seat))
        if state.over:
            return points
        self.write_inputs(state, seat, self.active)
        network = self.networks[self.part_of(state)]
        return points + float(network.output(self.active)) / float(OUTPUT_UNIT)

    def inputs_of(self, state: State, seat: i64) -> tuple[list[int], list[int]]:
        """The numbers and the amounts of the inputs that are not 0, for training."""
        active = self.active
        self.write_inputs(state, seat, active)
        return (
            [int(active.number[i]) for i in range(active.count)],
            [int(active.amount[i]) for i in range(active.count)],
        )
