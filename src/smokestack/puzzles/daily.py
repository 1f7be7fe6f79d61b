"""The puzzle of the day."""

from __future__ import annotations

from datetime import date
from hashlib import sha256

from smokestack.puzzles.puzzle import Puzzle, puzzles_of


def daily_puzzle(game: str, day: date) -> Puzzle | None:
    """The puzzle of a day, the same for everybody; each comes once before any comes again."""
    puzzles = puzzles_of(game)
    if not puzzles:
        return None
    cycle, number = divmod(day.toordinal(), len(puzzles))
    return sorted(puzzles, key=lambda puzzle: sha256(f"{cycle} {puzzle.id}".encode()).digest())[
        number
    ]
