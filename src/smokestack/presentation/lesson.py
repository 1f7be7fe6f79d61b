"""An interactive first game: set positions, and what the learner is to do there, step by step."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

LEARNER = 0
"""The seat of the learner; the answers of the others are part of the lesson."""


class LessonStep(msgspec.Struct, frozen=True):
    """What one step explains, and the answers that it asks for."""

    title: str
    text: str
    """The rule, in a few sentences."""
    task: str = ""
    """What to do now, in a sentence; empty for a step that is only read."""
    answers: tuple[str, ...] = ()
    """The learner's answers in notation."""
    replies: tuple[str, ...] = ()
    """What the others answer then."""
    position: dict[str, Any] | None = None
    """The position in which the step begins; None continues the one before."""


class Lesson(msgspec.Struct, frozen=True):
    """A first game. The first step has a position."""

    title: str
    edition: str
    opponent: str
    steps: tuple[LessonStep, ...]
    """The last one is only read."""


def read_position(path: Path) -> dict[str, Any]:
    """A position as `Game.dump` writes it."""
    position: dict[str, Any] = msgspec.json.decode(path.read_bytes())
    return position
