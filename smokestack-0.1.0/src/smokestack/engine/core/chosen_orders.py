"""Random orders whose every outcome is chosen from outside: chance as part of a game tree."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from smokestack.engine.core.shuffler import Shuffler


class OutcomeNeeded(Exception):
    """The outcomes do not suffice; the next one is any number from 0 to `count` - 1."""

    def __init__(self, count: int) -> None:
        super().__init__(f"an outcome from 0 to {count - 1} is needed")
        self.count = count


class ChosenOrders(Shuffler):
    """Shuffles by given outcomes: which of the first cards comes last, then next to last, …

    All outcomes of a number are equally likely. A state whose shuffle raised `OutcomeNeeded` is
    incomplete: start again from a copy made before, with one more outcome.
    """

    def __init__(self, outcomes: list[int]) -> None:
        self.outcomes = outcomes
        self.taken: i64 = 0

    def shuffle(self, cards: vec[i64], count: i64, label: str) -> None:
        for i in range(count - 1, 0, -1):
            if self.taken == len(self.outcomes):
                raise OutcomeNeeded(int(i) + 1)
            j: i64 = self.outcomes[self.taken]
            self.taken += 1
            card: i64 = cards[i]
            cards[i] = cards[j]
            cards[j] = card

    def copy(self) -> ChosenOrders:
        other = ChosenOrders(self.outcomes)
        other.taken = self.taken
        return other

    def numbers(self) -> vec[i64]:
        return vec[i64]([self.taken])

    def restore(self, numbers: vec[i64]) -> None:
        self.taken = numbers[0]
