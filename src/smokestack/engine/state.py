"""The contract between a game's rules and everything that plays it, at the level of integers."""

from __future__ import annotations

from abc import ABCMeta, abstractmethod

from librt.vecs import vec
from mypy_extensions import i64

from smokestack.engine.stream import Stream


class State(metaclass=ABCMeta):
    """A game in progress: always one question, who must answer it, and the legal answers.

    `options[:count]` are the legal answers, integers of the game's fixed action space. The next
    question follows from `apply`, which trusts its caller: only an offered answer may be given.
    Untrusted answers go through `Match`.
    """

    def __init__(self, options: vec[i64], stream: Stream, weights: vec[float]) -> None:
        self.actor: i64 = 0
        self.decision: i64 = 0
        self.over: bool = False
        self.turn: i64 = 0  # completed turns
        self.revealed: i64 = 0  # how often something hidden came to light
        self.routine: i64 = 0  # kinds of questions (a bit each) that hardly change a plan
        self.openings: i64 = 0  # kinds of questions that begin something new
        self.glance: bool = False  # only to be judged: openings need not list their answers
        self.options = options
        self.count: i64 = 0
        self.stream = stream
        self.weights = weights  # how much things count in `prospects`

    @abstractmethod
    def apply(self, answer: i64) -> None:
        """Give one of the offered answers and go on to the next question."""

    @abstractmethod
    def copy(self) -> State:
        """An independent twin with the same future."""

    @abstractmethod
    def seen_by(self, seat: i64) -> State:
        """What `seat` may know (-1: a spectator), and nothing else; see `redeal`."""

    @abstractmethod
    def redeal(self, seat: i64, stream: Stream) -> None:
        """Deal anew, from `stream`, everything that `seat` can't see."""

    @abstractmethod
    def points(self, seat: i64) -> i64:
        """The score of `seat` if the game ended now."""

    @abstractmethod
    def prospects(self, seat: i64) -> float:
        """The points that `seat` may expect to have or to gain: a guess, without search."""

    @abstractmethod
    def left(self, seat: i64) -> float:
        """How much `seat` has still to play: 1 at the start of the game, 0 at the end."""

    @abstractmethod
    def appraise(self, seat: i64) -> float:
        """How well `seat` stands: a guess, in points, without search."""

    @abstractmethod
    def numbers(self) -> vec[i64]:
        """Everything that tells this state from another of the same setup, hidden parts too."""

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

    def offer(self, answer: i64) -> None:
        """Add a legal answer to the standing question."""
        self.options[self.count] = answer
        self.count += 1

    def offers_answer(self, answer: i64) -> bool:
        i: i64 = 0
        while i < self.count and self.options[i] != answer:
            i += 1
        return i < self.count

    def answers(self) -> list[int]:
        """The legal answers, as a list."""
        return [int(self.options[i]) for i in range(self.count)]
