"""Chooses among puzzles, so that no two are alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from functools import cache
from typing import Final

from smokestack.bots.search_bot import SearchBot, SearchSettings
from smokestack.engine.core.evaluator import Evaluator
from smokestack.engine.core.state import State
from smokestack.engine.core.stream import Stream
from smokestack.engine.game import Game
from smokestack.games import find_game
from smokestack.puzzles.puzzle import Puzzle, idea_of

MAX_PUZZLES_PER_HALF: Final = 2
"""Of a game; openings have more puzzles and would fill a limit for the whole game."""


def select(puzzles: Sequence[Puzzle], first: Collection[str] = ()) -> list[Puzzle]:
    """The puzzles in their order, without those that are alike, two at most from half a game.

    Of those that are alike, one whose id is in `first` stays, then the one with the rarest theme,
    then the one with the largest margin.
    """
    counts = Counter(theme for puzzle in puzzles for theme in puzzle.themes)

    def order(puzzle: Puzzle) -> tuple[bool, int, float, str]:
        rarest = min(counts[theme] for theme in puzzle.themes)
        return puzzle.id not in first, rarest, -puzzle.margin, puzzle.id

    chosen: set[str] = set()
    known: set[str | tuple[int, str, str]] = set()
    in_half: Counter[tuple[str, int, int]] = Counter()
    for puzzle in sorted(puzzles, key=order):
        same: set[str | tuple[int, str, str]] = {
            puzzle.id,
            idea_of(puzzle),
            solution_of(puzzle),
        }
        half = game_half_of(puzzle)
        if known.isdisjoint(same) and in_half[half] < MAX_PUZZLES_PER_HALF:
            chosen.add(puzzle.id)
            known |= same
            in_half[half] += 1
    unique = {puzzle.id: puzzle for puzzle in puzzles if puzzle.id in chosen}
    return list(unique.values())


def solution_of(puzzle: Puzzle) -> tuple[int, str, str]:
    """What two puzzles of one game must not share: the solution and the themes."""
    return puzzle.origin.seed, puzzle.best.answer, " ".join(puzzle.themes)


def game_half_of(puzzle: Puzzle) -> tuple[str, int, int]:
    """Which half of which game a puzzle comes from."""
    half = half_of(find_game(puzzle.game), puzzle.state())
    return puzzle.origin.command, puzzle.origin.seed, half


def half_of(game: Game, state: State) -> int:
    """Of the game: 0 for the first, 1 for the second."""
    return 0 if _evaluator(game).share_left(state, state.actor) > 0.5 else 1


@cache
def _evaluator(game: Game) -> Evaluator:
    return SearchBot(game, SearchSettings(), Stream(0)).linear.evaluator
