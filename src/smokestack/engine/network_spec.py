"""What a game must say about the networks that evaluate its positions."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from smokestack.engine.core.learned_evaluator import LearnedEvaluator
from smokestack.engine.core.network import Network


class InputGroup(NamedTuple):
    """Inputs that belong together."""

    name: str
    first: int
    size: int
    max_amount: int
    text: str


class NetworkSpec(NamedTuple):
    """The inputs and the parts of a game's networks, and where the shipped ones are."""

    version: int
    """Of the inputs; networks for another version can't be used."""
    groups: tuple[InputGroup, ...]
    parts: tuple[str, ...]
    """There is a network for each part of the game."""
    files: tuple[Path, ...]
    """The shipped networks; each file is for other tables, and some may be missing."""
    evaluator: Callable[[list[Network]], LearnedEvaluator]

    @property
    def inputs(self) -> int:
        return sum(group.size for group in self.groups)

    @property
    def max_amounts(self) -> list[int]:
        """The highest amount of each input."""
        return [group.max_amount for group in self.groups for _ in range(group.size)]
