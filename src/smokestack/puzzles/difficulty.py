"""How hard a puzzle is, from how bots of different strength fare.

A bot that searches solves a part of a puzzle: the share of its visits that the solution has. This
is the probability to solve it for a player who chooses in proportion to the visits, and it tells
puzzles apart that a search always or never solves.
"""

from __future__ import annotations

import math
from typing import Final, NamedTuple

from smokestack.bots.registry import make_bot
from smokestack.bots.search_bot import SearchBot, SearchSettings
from smokestack.engine.core.stream import Stream
from smokestack.engine.game import Game
from smokestack.engine.view import View
from smokestack.puzzles.comparison import visits_of


class Solver(NamedTuple):
    """A bot that tries puzzles."""

    simulations: int
    """Of its search; 0 is the apprentice, who does not search."""
    rating: int
    """What a person who finds as much would have."""


SOLVERS: Final = (
    Solver(0, 1100),
    Solver(10, 1250),
    Solver(20, 1400),
    Solver(40, 1550),
    Solver(80, 1700),
    Solver(160, 1850),
    Solver(320, 2000),
)
SEEDS: Final = 3
"""How often each of them tries."""
PRIOR_RATING: Final = 1500
PRIOR_TRIES: Final = 3.0
"""Imagined tries, half of them successful, so that a rating is never extreme."""
SCALE: Final = 400 / math.log(10)


def rating_of(game: Game, view: View, answers: list[str], seed: int) -> int:
    """The rating at which one would expect as many solutions as the bots have found."""
    numbers = {game.to_answer(answer) for answer in answers}
    return rating_for(
        sum(
            _solved_share(solver, view, numbers, seed + number)
            for solver in SOLVERS
            for number in range(SEEDS)
        )
    )


def rating_for(solved: float) -> int:
    """By bisection: the expected number of solutions falls with the rating of the puzzle."""
    low, high = 0.0, 4000.0
    while high - low > 0.5:
        middle = (low + high) / 2
        low, high = (
            (middle, high) if _expected(middle) > solved + PRIOR_TRIES / 2 else (low, middle)
        )
    return round((low + high) / 2)


def _solved_share(solver: Solver, view: View, answers: set[int], seed: int) -> float:
    """How far a solver finds one of these answers, from 0 to 1."""
    if solver.simulations == 0:
        return float(make_bot("apprentice", view.game, seed, 0).answer(view) in answers)
    bot = SearchBot(view.game, SearchSettings(simulations=solver.simulations), Stream(seed))
    search = bot.run(view)
    visits = {answer: visits_of(search, answer) for answer in view.answers}
    return sum(visits[answer] for answer in answers) / sum(visits.values())


def _expected(rating: float) -> float:
    known = sum(SEEDS * _share(solver.rating - rating) for solver in SOLVERS)
    return known + PRIOR_TRIES * _share(PRIOR_RATING - rating)


def _share(lead: float) -> float:
    """The expected share of solutions with this lead in rating points."""
    return 1.0 / (1.0 + math.exp(-lead / SCALE))
