"""The contract between a game's evaluation of positions and the bots that use it."""

from __future__ import annotations

from abc import ABCMeta, abstractmethod

from mypy_extensions import i64

from smokestack.engine.core.state import State


class Evaluator(metaclass=ABCMeta):
    """Estimates positions of one game without search, and advises a search on its decisions.

    An evaluator must only be given states of its own game. `routine_decisions` and
    `opening_decisions` are bit masks over the numbers of the game's decisions.
    """

    def __init__(self, routine_decisions: i64, opening_decisions: i64) -> None:
        # A lookahead takes the first legal answer here: the choice hardly changes the value.
        self.routine_decisions: i64 = routine_decisions
        # A lookahead stops here: something new begins that does not belong to the same action.
        self.opening_decisions: i64 = opening_decisions

    @abstractmethod
    def value(self, state: State, seat: i64) -> float:
        """How good the position is for `seat`, in points; comparable within one decision only."""

    @abstractmethod
    def expected_points(self, state: State, seat: i64) -> float:
        """The points of `seat` and what its assets are worth, in points."""

    @abstractmethod
    def share_left(self, state: State, seat: i64) -> float:
        """The share of the game that `seat` still has to play: 1 at the start, 0 at the end."""

    def is_near_end(self, state: State) -> bool:
        """Whether so little is left that a search can play every line to the end of the game."""
        return False
