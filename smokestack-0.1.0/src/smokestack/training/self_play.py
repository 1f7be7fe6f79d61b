"""Evaluates weights by games between bots that use them."""

from __future__ import annotations

from functools import partial
from math import ceil
from pathlib import Path
from statistics import mean
from typing import NamedTuple

import msgspec

import smokestack
from smokestack.arena.intervals import Estimate, mean_of, share_of
from smokestack.arena.plan import Table
from smokestack.arena.playing import Outcome
from smokestack.arena.tournament import play_table
from smokestack.arena.workers import TaskRunner
from smokestack.bots.weights import Weights, format_weights
from smokestack.training.tuning import Plan

POINT_VALUE = 0.002  # of each point ahead of the best opponent, when a win is 1
VALIDATION_SEED_OFFSET = 1_000_000_000  # keeps validation seeds apart from those of the tuning


class Comparison(NamedTuple):
    """The result of one seat with new weights against old ones, in every seat in turn."""

    games: int
    wins: Estimate
    """The share of wins of the new weights; equal bots have 1 divided by the number of seats."""
    lead: Estimate
    """Their points minus the mean points of the others."""


class SelfPlay:
    """Plays the games of a tuning; `folder` holds the files of the candidates meanwhile.

    All candidates of a generation play with the same seeds; each generation has new ones.
    """

    def __init__(self, plan: Plan, folder: Path, spread: TaskRunner) -> None:
        self.plan = plan
        self.folder = folder
        self.spread = spread
        self.seats = len(plan.setup.players)
        self.deals = ceil(plan.games / self.seats) if plan.aim == "wins" else plan.games
        self.old = self._bot("old", plan.start)

    @property
    def games(self) -> int:
        """The games of a candidate; with the aim `wins` it plays every deal from every seat."""
        return self.deals * self.seats if self.plan.aim == "wins" else self.deals

    def evaluate(self, generation: int, candidates: list[Weights]) -> list[float]:
        """The value of each candidate by the aim of the plan."""
        bots = [self._bot(f"candidate-{n}", weights) for n, weights in enumerate(candidates)]
        first = self.plan.setup.seed + generation * self.deals
        seeds = range(first, first + self.deals)
        games = self._rotated if self.plan.aim == "wins" else self._among_themselves
        outcomes = self._play([game for bot in bots for game in games(bot, seeds)])
        return [
            self._value(outcomes[n * self.games : (n + 1) * self.games]) for n in range(len(bots))
        ]

    def compare(self, new: Weights, games: int) -> Comparison:
        """New weights against the first ones, on deals that no candidate has played."""
        deals = max(2, ceil(games / self.seats))
        first = self.plan.setup.seed + VALIDATION_SEED_OFFSET
        outcomes = self._play(self._rotated(self._bot("new", new), range(first, first + deals)))
        rounds = [
            list(enumerate(outcomes[n : n + self.seats]))
            for n in range(0, len(outcomes), self.seats)
        ]
        return Comparison(
            len(outcomes),
            share_of([mean(game.wins(seat) for seat, game in played) for played in rounds]),
            mean_of([mean(_lead(seat, game) for seat, game in played) for played in rounds]),
        )

    def _play(self, games: list[tuple[int, list[str]]]) -> list[Outcome]:
        """The outcomes of games, each given by its seed and its bots."""
        setup = self.plan.setup
        tables = [
            Table(number, msgspec.structs.replace(setup, seed=seed), bots)
            for number, (seed, bots) in enumerate(games)
        ]
        played = self.spread(partial(play_table, smokestack.__version__), tables)
        return [game.outcome for game in sorted(played, key=lambda game: game.number)]

    def _value(self, outcomes: list[Outcome]) -> float:
        if self.plan.aim == "points":
            return mean(mean(outcome.scores) for outcome in outcomes)
        return mean(
            outcome.wins(n % self.seats) + POINT_VALUE * _margin(n % self.seats, outcome)
            for n, outcome in enumerate(outcomes)
        )

    def _among_themselves(self, bot: str, seeds: range) -> list[tuple[int, list[str]]]:
        return [(seed, [bot] * self.seats) for seed in seeds]

    def _rotated(self, bot: str, seeds: range) -> list[tuple[int, list[str]]]:
        """A bot against bots with the first weights, every deal once from every seat."""
        return [
            (seed, [bot if s == seat else self.old for s in range(self.seats)])
            for seed in seeds
            for seat in range(self.seats)
        ]

    def _bot(self, name: str, weights: Weights) -> str:
        path = self.folder / f"{name}.toml"
        path.write_text(format_weights(weights), encoding="utf-8")
        return f"{self.plan.bot}:weights={path}"


def _margin(seat: int, outcome: Outcome) -> float:
    return float(outcome.scores[seat] - max(_others(seat, outcome)))


def _lead(seat: int, outcome: Outcome) -> float:
    return outcome.scores[seat] - mean(_others(seat, outcome))


def _others(seat: int, outcome: Outcome) -> list[int]:
    return [score for other, score in enumerate(outcome.scores) if other != seat]
