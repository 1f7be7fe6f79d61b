"""An evaluator that asks trained networks how many points seats will still gain."""

from __future__ import annotations

from abc import abstractmethod
from typing import Final

from mypy_extensions import i64

from smokestack.engine.core.evaluator import Evaluator
from smokestack.engine.core.network import OUTPUT_UNIT, Accumulator, ActiveInputs, Network
from smokestack.engine.core.state import State

MAX_SEATS: Final = 4


class LearnedEvaluator(Evaluator):
    """Adds what a network expects a seat to gain to the points that it has.

    A game has networks for each part of the game: usually one, which expects the gain of a seat; a
    game with other networks overrides what uses them. The inputs of a network are what the seat
    itself knows of the position, never what is hidden from it.
    """

    def __init__(
        self, networks: list[Network], inputs: i64, routine_decisions: i64, opening_decisions: i64
    ) -> None:
        super().__init__(routine_decisions, opening_decisions)
        self.networks = networks
        # One for each seat: what it knows changes little from one position to the next.
        self.accumulators = [Accumulator(network) for network in networks for _ in range(MAX_SEATS)]
        self.active = ActiveInputs(inputs)

    @abstractmethod
    def part_of(self, state: State) -> i64:
        """Which network is for this position."""

    def viewer(self, state: State, seat: i64) -> i64:
        """Whose view of the position the networks learn, if `seat` would be a choice."""
        return seat

    @abstractmethod
    def write_inputs(self, state: State, seat: i64, active: ActiveInputs) -> None:
        """Replace the contents of `active` by what `seat` knows of the position."""

    def expected_points(self, state: State, seat: i64) -> float:
        points = float(state.points(seat))
        if state.over:
            return points
        self.write_inputs(state, seat, self.active)
        accumulator = self.accumulators[self.part_of(state) * MAX_SEATS + seat]
        return points + float(accumulator.output(self.active)) / float(OUTPUT_UNIT)

    def inputs_of(self, state: State, seat: i64) -> tuple[list[int], list[int]]:
        """The numbers and the amounts of the inputs that are not 0, for training."""
        active = self.active
        self.write_inputs(state, seat, active)
        flags = active.set_flags()
        return (
            [*flags, *[int(active.number[i]) for i in range(active.count)]],
            [*[1] * len(flags), *[int(active.amount[i]) for i in range(active.count)]],
        )
