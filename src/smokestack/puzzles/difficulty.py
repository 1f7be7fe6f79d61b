"""How hard a puzzle is, estimated from the success of bots of different strength.

A bot solves a part of a puzzle. For a bot that searches, that is the share of its visits that the
solution has: the probability to solve it for a player who chooses in proportion to the visits. For
a bot that misjudges answers at random, it is how often it finds the solution. So even puzzles that
a search always solves, or never, get different ratings.
"""

from __future__ import annotations

import math
from statistics import fmean
from typing import Final, NamedTuple

from smokestack.bots.greedy import GreedyBot, GreedySettings
from smokestack.bots.search_bot import SearchBot, SearchSettings
from smokestack.engine.core.stream import Stream
from smokestack.engine.game import Game
from smokestack.engine.view import View
from smokestack.puzzles.comparison import visits_of


class Solver(NamedTuple):
    """A bot that tries puzzles."""

    rating: int
    """What a person who finds as much would have."""
    simulations: int = 0
    """Of its search; 0 is a greedy bot without search."""
    misjudged_points: float = 0.0
    """Of a greedy bot."""


SOLVERS: Final = (
    Solver(900, misjudged_points=4.0),
    Solver(1050, misjudged_points=2.0),
    Solver(1200, misjudged_points=1.0),
    Solver(1350, simulations=10),
    Solver(1500, simulations=20),
    Solver(1650, simulations=40),
    Solver(1800, simulations=80),
    Solver(1950, simulations=160),
)
SEEDS: Final = 3
"""How often each of them tries."""
GREEDY_ANSWERS: Final = 20
"""For each try of a greedy bot."""
PRIOR_RATING: Final = 1500
PRIOR_TRIES: Final = 5.0
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
        settings = GreedySettings(tuned=True, misjudged_points=solver.misjudged_points)
        greedy = GreedyBot(view.game, settings, Stream(seed))
        return fmean(greedy.answer(view) in answers for _ in range(GREEDY_ANSWERS))
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
