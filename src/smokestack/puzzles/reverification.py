"""Verifies puzzles once more with the bots of today. A run can be continued.

The first line of the journal is the plan, then there is a line for each puzzle.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final
from zlib import crc32

import msgspec

from smokestack.arena.line_file import LineFile
from smokestack.arena.workers import TaskRunner
from smokestack.puzzles.journal import read_journal
from smokestack.puzzles.puzzle import Puzzle, format_puzzles, view_of, with_themes
from smokestack.puzzles.selection import select
from smokestack.puzzles.verification import Verifier, greedy_answer
from smokestack.puzzles.words import names_of

FORMAT: Final = 1


class VerificationPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which puzzles are verified."""

    game: str
    seed: int
    puzzles: int
    """A checksum of the puzzles."""
    format: int = FORMAT

    @property
    def command(self) -> str:
        given = f" --seed {self.seed}" if self.seed else ""
        return f"smokestack puzzles verify {self.game}{given}, with certain puzzles"


class VerificationTask(msgspec.Struct, frozen=True):
    puzzle: Puzzle
    seed: int


class VerifiedAgain(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A puzzle that was verified again."""

    id: str
    puzzle: Puzzle | None
    """As it is found now; None if it is no longer one."""


def verify_again(task: VerificationTask) -> VerifiedAgain:
    """Verify a puzzle; the same for the same task."""
    old = task.puzzle
    view = view_of(old, names_of(old.state()))
    verifier = Verifier(view.game, view.state, old.origin.simulations)
    seed = task.seed + crc32(old.id.encode())
    greedy = greedy_answer(view, old.origin.seed)
    verified = verifier.verify(view, greedy, seed)
    if verified is None or not verifier.is_confirmed(view, verified, greedy, seed):
        return VerifiedAgain(old.id, None)
    return VerifiedAgain(
        old.id, with_themes(verifier.puzzle(view, verified, old.rules, old.origin))
    )


class Reverification(LineFile):
    """The puzzles that were verified again."""

    def __init__(self, path: Path, game: str, puzzles: Sequence[Puzzle], seed: int) -> None:
        self._puzzles = puzzles
        self.plan = VerificationPlan(game, seed, crc32(format_puzzles(puzzles).encode()))
        self.done: dict[str, VerifiedAgain] = {}
        """By id."""
        super().__init__(path, self.plan)

    def run(self, run_tasks: TaskRunner) -> Iterator[VerifiedAgain]:
        """Verify puzzles until none is left that is unlike those which are still ones."""
        while tasks := [VerificationTask(puzzle, self.plan.seed) for puzzle in self._missing()]:
            for verified in run_tasks(verify_again, tasks):
                self._write(verified)
                self.done[verified.id] = verified
                yield verified

    def puzzles(self) -> list[Puzzle]:
        """The puzzles that are still ones, in their order, no two alike."""
        return select(self._verified())

    def _verified(self) -> list[Puzzle]:
        found = [self.done[puzzle.id].puzzle for puzzle in self._puzzles if puzzle.id in self.done]
        return [puzzle for puzzle in found if puzzle is not None]

    def _missing(self) -> list[Puzzle]:
        """Puzzles that are not verified, and unlike the others."""
        verified = self._verified()
        known = {puzzle.id for puzzle in verified}
        missing = [puzzle for puzzle in self._puzzles if puzzle.id not in self.done]
        chosen = select([*verified, *missing], known)
        return [puzzle for puzzle in chosen if puzzle.id not in known]

    def _read(self) -> int:
        found, size = read_journal(self.path, self.plan, VerifiedAgain, "verified puzzles")
        self.done = {verified.id: verified for verified in found}
        return size
