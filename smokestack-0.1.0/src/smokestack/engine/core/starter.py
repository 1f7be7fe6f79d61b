"""Starting many games of the same kind."""

from __future__ import annotations

from abc import ABCMeta, abstractmethod

from mypy_extensions import i64

from smokestack.engine.core.shuffler import Shuffler
from smokestack.engine.core.state import State


class Starter(metaclass=ABCMeta):
    """Starts games that differ in nothing but their random orders."""

    def __init__(self, players: i64) -> None:
        self.players: i64 = players

    @abstractmethod
    def start(self, stream: Shuffler) -> State:
        """A new game at its first decision."""
