"""Puzzles for people: which one comes next, and what a try changes.

A try is a game between a person and a puzzle; the one who solves it, or the puzzle, wins. Only the
first try of a person at a puzzle counts.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

import msgspec

from smokestack.games import game_names
from smokestack.presentation.language import tr
from smokestack.puzzles.puzzle import Puzzle, puzzles_by_id, puzzles_of, theme_counts
from smokestack.server.domain.errors import PuzzleNotFound
from smokestack.server.domain.ratings import (
    POINTS_PER_MU,
    START_MU,
    START_POINTS,
    START_SIGMA,
    Rating,
    rate,
)

PUZZLE_SIGMA: Final = START_SIGMA / 2
"""The rating in the file is an estimate, better than none."""
MAX_TRY_SIGMA: Final = 4.5
"""The uncertainty of a person in a try, at most: a puzzle of the same rating moves a new person by
57 points, where the uncertainty of a new player would allow 150."""
MAX_TRY_POINTS: Final = 60
"""What a single puzzle changes at most, also one that is far easier or harder than the person's
rating, as the puzzle of the day may be."""
NEAREST: Final = 12
"""The next puzzle is one of those whose ratings are nearest to the person's."""


class PuzzleStanding(msgspec.Struct, frozen=True):
    """What a person has achieved with the puzzles of one game."""

    rating: Rating = Rating()
    """Its games are the puzzles tried, its wins those solved at the first try."""
    streak: int = 0
    """Puzzles solved in a row, each at the first try."""
    best_streak: int = 0


class PuzzleProgress(msgspec.Struct, frozen=True):
    """A puzzle as a person finds it."""

    puzzle: Puzzle
    rating: Rating
    """Of the puzzle."""
    standing: PuzzleStanding
    tried: bool
    """The person's first try has counted; the solution may be shown."""
    solved: bool
    """By the first try."""


class TryResult(msgspec.Struct, frozen=True):
    """What a try has changed."""

    counted: bool
    """It was the first try of this person at this puzzle."""
    before: PuzzleStanding
    after: PuzzleStanding
    puzzle: Rating


def find_puzzle(puzzle_id: str) -> Puzzle:
    puzzle = puzzles_by_id().get(puzzle_id)
    if puzzle is None:
        raise PuzzleNotFound(tr("There is no such puzzle."))
    return puzzle


def matching_puzzles(game: str, theme: str = "") -> list[Puzzle]:
    """The puzzles of a game, all or with a theme; `PuzzleNotFound` if there are none."""
    if game not in game_names() or (theme and theme not in theme_counts(game)):
        raise PuzzleNotFound(tr("There are no such puzzles."))
    return [puzzle for puzzle in puzzles_of(game) if not theme or theme in puzzle.themes]


def first_rating(puzzle: Puzzle) -> Rating:
    """The rating of a puzzle that nobody has tried."""
    return Rating(START_MU + (puzzle.rating - START_POINTS) / POINTS_PER_MU, PUZZLE_SIGMA)


def after_try(
    standing: PuzzleStanding, puzzle: Rating, solved: bool
) -> tuple[PuzzleStanding, Rating]:
    """The standing of a person and the rating of a puzzle after a first try."""
    known = standing.rating
    bounded = msgspec.structs.replace(known, sigma=min(known.sigma, MAX_TRY_SIGMA))
    person, rated = rate([bounded, puzzle], [1, 2] if solved else [2, 1])
    most = MAX_TRY_POINTS / POINTS_PER_MU
    limited = min(max(person.mu, known.mu - most), known.mu + most)
    person = msgspec.structs.replace(person, mu=limited)
    streak = standing.streak + 1 if solved else 0
    return PuzzleStanding(person, streak, max(streak, standing.best_streak)), rated


def next_puzzle(
    puzzles: Sequence[Puzzle], tried: Collection[str], rating: Rating, draw: int
) -> Puzzle:
    """A puzzle near a rating, drawn by a random number; one not tried before, if there is any."""
    if not puzzles:
        raise PuzzleNotFound(tr("There are no such puzzles."))
    fresh = [puzzle for puzzle in puzzles if puzzle.id not in tried] or list(puzzles)
    nearest = sorted(fresh, key=lambda puzzle: abs(puzzle.rating - rating.points))[:NEAREST]
    return nearest[draw % len(nearest)]
