"""Who answers for the seats of a batch that its caller does not play."""

from __future__ import annotations

from abc import ABCMeta, abstractmethod

from mypy_extensions import i64, mypyc_attr

from smokestack.engine.core.state import State
from smokestack.engine.core.stream import Stream


@mypyc_attr(allow_interpreted_subclasses=True)
class Opponents(metaclass=ABCMeta):
    """Answers for all seats of all games of a batch except the caller's."""

    @abstractmethod
    def begin(self, game: int, seed: int) -> None:
        """A new game with this seed begins in a row of the batch."""

    @abstractmethod
    def answer(self, game: int, state: State) -> int:
        """One of the legal answers of `state.actor`; `state` must not be changed."""


class RandomOpponents(Opponents):
    """Give every legal answer with the same probability; the seed of a game determines them."""

    def __init__(self, games: int) -> None:
        self.streams: list[Stream] = [Stream(0) for _ in range(games)]

    def begin(self, game: int, seed: int) -> None:
        # The stream of the game itself starts from the seed; this one must differ.
        self.streams[game] = Stream(~i64(seed))

    def answer(self, game: int, state: State) -> int:
        stream = self.streams[game]
        return int(state.legal[stream.below(state.count)])
