"""How hard a puzzle is, from how bots of different strength fare."""

from __future__ import annotations

import math
from typing import Final, NamedTuple

from smokestack.bots.registry import make_bot
from smokestack.engine.game import Game
from smokestack.engine.view import View


class Solver(NamedTuple):
    """A bot that tries puzzles."""

    bot: str
    rating: int
    """What a person who finds as much would have."""


SOLVERS: Final = (
    Solver("apprentice", 1100),
    Solver("search:simulations=10", 1300),
    Solver("search:simulations=40", 1600),
    Solver("search:simulations=160", 1900),
)
SEEDS: Final = 3
"""How often each of them tries."""
PRIOR_RATING: Final = 1500
PRIOR_TRIES: Final = 2.0
"""Imagined tries, half of them successful, so that a rating is never extreme."""
SCALE: Final = 400 / math.log(10)


def rating_of(game: Game, view: View, answers: list[str], seed: int) -> int:
    """The rating at which one would expect as many solutions as the bots have found."""
    numbers = {game.to_answer(answer) for answer in answers}
    solved = 0
    for solver in SOLVERS:
        for number in range(SEEDS):
            bot = make_bot(solver.bot, game, seed + number, 0)
            solved += bot.answer(view) in numbers
    return rating_for(solved)


def rating_for(solved: int) -> int:
    """By bisection: the expected number of solutions falls with the rating of the puzzle."""
    low, high = 0.0, 4000.0
    while high - low > 0.5:
        middle = (low + high) / 2
        low, high = (
            (middle, high) if _expected(middle) > solved + PRIOR_TRIES / 2 else (low, middle)
        )
    return round((low + high) / 2)


def _expected(rating: float) -> float:
    known = sum(SEEDS * _share(solver.rating - rating) for solver in SOLVERS)
    return known + PRIOR_TRIES * _share(PRIOR_RATING - rating)


def _share(lead: float) -> float:
    """The expected share of solutions with this lead in rating points."""
    return 1.0 / (1.0 + math.exp(-lead / SCALE))
