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
    """There are networks for each part of the game."""
    files: tuple[Path, ...]
    """The shipped networks; each file is for other tables, and some may be missing."""
    evaluator: Callable[[list[Network]], LearnedEvaluator]
    targets: tuple[str, ...] = ("gain",)
    """What the networks of a part expect; `training/recording.py` has all targets."""
    guide: str = "learned"
    """What a search values the answers within a turn by: `learned` (networks) or `linear`."""
    linear: Callable[[str, list[float]], list[float] | None] = lambda target, weights: None
    """The linear evaluation with these weights as weights of the inputs, if that is possible."""

    @property
    def inputs(self) -> int:
        return sum(group.size for group in self.groups)

    @property
    def names(self) -> list[str]:
        """Of all networks, part by part."""
        if len(self.targets) == 1:
            return list(self.parts)
        return [f"{part} {target}" for part in self.parts for target in self.targets]

    @property
    def max_amounts(self) -> list[int]:
        """The highest amount of each input."""
        return [group.max_amount for group in self.groups for _ in range(group.size)]
