"""The contract between the rules of a game and everything that plays it, in integers."""

from __future__ import annotations

from abc import ABCMeta, abstractmethod
from collections.abc import Callable
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from smokestack.engine.core.shuffler import Shuffler
from smokestack.engine.core.stream import Stream

RENDERERS: Final[dict[str, Callable[[State], str]]] = {}
"""How a notebook shows a state, by media type; packages above the engine add to it."""


class State(metaclass=ABCMeta):
    """A game in progress: one pending decision, the seat that must answer, the legal answers.

    `legal[:count]` are the legal answers, integers of the game's fixed action space. `apply`
    does not check its argument; untrusted answers go through `Match`.
    """

    def __init__(self, legal: vec[i64], stream: Shuffler) -> None:
        self.actor: i64 = 0
        self.decision: i64 = 0
        self.over: bool = False
        self.turn: i64 = 0  # completed turns
        self.revealed: i64 = 0  # how often hidden information became visible
        self.legal = legal
        self.count: i64 = 0
        self.stream = stream

    @abstractmethod
    def apply(self, answer: i64) -> None:
        """Apply a legal answer and advance to the next decision."""

    def apply_without_listing(self, answer: i64) -> None:
        """Apply a legal answer; the legal answers of the next decision may be missing.

        For positions that are evaluated and not played on. A game overrides this if listing the
        legal answers takes much of its time.
        """
        self.apply(answer)

    @abstractmethod
    def copy(self) -> State:
        """An independent copy that continues in the same way."""

    @abstractmethod
    def seen_by(self, seat: i64) -> State:
        """What `seat` may know (-1: a spectator) and nothing else; see `redeal`."""

    @abstractmethod
    def redeal(self, seat: i64, stream: Stream) -> None:
        """Replace everything that `seat` can't see by a random deal from `stream`."""

    @abstractmethod
    def reshuffle(self, stream: Stream) -> None:
        """Put everything that nobody has seen yet in a random order from `stream`."""

    @abstractmethod
    def points(self, seat: i64) -> i64:
        """The score of `seat` if the game ended now."""

    @abstractmethod
    def winners(self) -> i64:
        """The seats that have won, one bit each, once the game is over."""

    @abstractmethod
    def numbers(self) -> vec[i64]:
        """Everything in which two states of the same setup can differ, hidden parts included."""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return False
        return self.numbers() == other.numbers()

    def __hash__(self) -> int:
        numbers = self.numbers()
        result: i64 = 0
        for i in range(len(numbers)):
            result = (result * 1000003 + numbers[i]) & 0xFFFFFFFFFF
        return int(result)

    def __deepcopy__(self, memo: object) -> State:
        """Copies share what never changes, so this is as fast as `copy`."""
        return self.copy()

    def offer(self, answer: i64) -> None:
        """Add a legal answer to the pending decision."""
        count = self.count
        self.legal[count] = answer
        self.count = count + 1

    def offers_answer(self, answer: i64) -> bool:
        i: i64 = 0
        while i < self.count and self.legal[i] != answer:
            i += 1
        return i < self.count

    def answers(self) -> list[int]:
        """The legal answers, as a list."""
        return [int(self.legal[i]) for i in range(self.count)]

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """What a notebook shows for a state."""
        return {media_type: render(self) for media_type, render in RENDERERS.items()}
