"""The contract between the bots and a game that can solve its last moves exactly."""

from __future__ import annotations

from abc import ABCMeta, abstractmethod

from mypy_extensions import i64

from smokestack.engine.core.state import State


class Endgame(metaclass=ABCMeta):
    """Proves answers near the end of a game."""

    @abstractmethod
    def is_near(self, state: State) -> bool:
        """Whether so little is left that a proof is worth trying."""

    @abstractmethod
    def best_answer(self, state: State, max_positions: i64) -> i64:
        """The answer that wins most often for the actor, if that can be proven; otherwise -1.

        `state` must be a full one; the result depends only on what the actor sees.
        """
