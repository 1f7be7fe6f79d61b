"""Judging weights by the games that bots play with them."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import ceil, sqrt
from multiprocessing import get_context
from pathlib import Path
from statistics import NormalDist, mean, stdev
from typing import NamedTuple

import msgspec

from smokestack.arena.tuning import Plan
from smokestack.bots.registry import make_bot
from smokestack.engine.match import Match
from smokestack.engine.record import Setup
from smokestack.engine.weights import Weights, format_weights
from smokestack.games import find_game

POINT = 0.002  # what a point more than the best opponent is worth beside a victory
FRESH = 1_000_000_000  # how far the seeds of a comparison are from those of the tuning
CONFIDENCE = 0.95


class Job(NamedTuple):
    """One game to play."""

    setup: Setup
    bots: list[str]


class Outcome(NamedTuple):
    """What is kept of it."""

    scores: list[int]
    winners: list[int]


class Estimate(NamedTuple):
    """A mean, and how far the truth may be from it."""

    mean: float
    margin: float


class Comparison(NamedTuple):
    """One seat with new weights among seats with old ones, each seat in turn."""

    games: int
    wins: Estimate
    """The share of the new weights; that of equals is one by the number of seats."""
    lead: Estimate
    """Their points more than those of the others on average."""


PlayAll = Callable[[list[Job]], Iterator[Outcome]]


@contextmanager
def workers(count: int) -> Iterator[PlayAll]:
    """Plays games in so many processes, 0 being one for each core; results keep their order."""
    count = count or os.cpu_count() or 1
    if count == 1:
        yield lambda jobs: map(_play, jobs)
        return
    # Workers are born ignoring interrupts, so that it is left to us to react to one.
    interrupt = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        pool = get_context("spawn").Pool(count)
    finally:
        signal.signal(signal.SIGINT, interrupt)
    with pool:
        yield lambda jobs: pool.imap(_play, jobs)


def play_game(setup: Setup, bots: list[str]) -> Outcome:
    """One game between bots, given by their registry's names."""
    match = Match(find_game(setup.game), setup)
    seated = [make_bot(name, match.game, setup.seed, seat) for seat, name in enumerate(bots)]
    while match.actor is not None:
        match.play(seated[match.actor].answer(match.view(match.actor)))
    assert match.result is not None
    return Outcome(match.result.scores, match.result.winners)


def _play(job: Job) -> Outcome:
    return play_game(job.setup, job.bots)


class SelfPlay:
    """Values of candidates by the aim of a plan; `folder` is for their files while they play.

    All candidates of a generation play with the same seeds, each generation with new ones.
    """

    def __init__(self, plan: Plan, folder: Path, play_all: PlayAll) -> None:
        self.plan = plan
        self.folder = folder
        self.play_all = play_all
        self.seats = len(plan.setup.players)
        self.deals = ceil(plan.games / self.seats) if plan.aim == "wins" else plan.games
        self.old = self._bot("old", plan.start)

    @property
    def games(self) -> int:
        """How many a candidate really plays: with `wins`, every deal from every seat."""
        return self.deals * self.seats if self.plan.aim == "wins" else self.deals

    def evaluate(self, generation: int, candidates: list[Weights]) -> list[float]:
        bots = [self._bot(f"candidate-{n}", weights) for n, weights in enumerate(candidates)]
        first = self.plan.setup.seed + generation * self.deals
        seeds = range(first, first + self.deals)
        games = self._rotated if self.plan.aim == "wins" else self._among_themselves
        outcomes = list(self.play_all([job for bot in bots for job in games(bot, seeds)]))
        return [
            self._value(outcomes[n * self.games : (n + 1) * self.games]) for n in range(len(bots))
        ]

    def compare(self, new: Weights, games: int) -> Comparison:
        """New weights against those at the start, on deals that no candidate has played."""
        deals = max(2, ceil(games / self.seats))
        first = self.plan.setup.seed + FRESH
        jobs = self._rotated(self._bot("new", new), range(first, first + deals))
        outcomes = list(self.play_all(jobs))
        rounds = [outcomes[n : n + self.seats] for n in range(0, len(outcomes), self.seats)]
        return Comparison(
            len(outcomes),
            _estimate([mean(map(_won, range(self.seats), played)) for played in rounds]),
            _estimate([mean(map(_lead, range(self.seats), played)) for played in rounds]),
        )

    def _value(self, outcomes: list[Outcome]) -> float:
        if self.plan.aim == "points":
            return mean(mean(outcome.scores) for outcome in outcomes)
        return mean(
            _won(n % self.seats, outcome) + POINT * _margin(n % self.seats, outcome)
            for n, outcome in enumerate(outcomes)
        )

    def _among_themselves(self, bot: str, seeds: range) -> list[Job]:
        return [Job(self._deal(seed), [bot] * self.seats) for seed in seeds]

    def _rotated(self, bot: str, seeds: range) -> list[Job]:
        """A bot against those with old weights, every deal once from every seat."""
        return [
            Job(self._deal(seed), [bot if s == seat else self.old for s in range(self.seats)])
            for seed in seeds
            for seat in range(self.seats)
        ]

    def _deal(self, seed: int) -> Setup:
        return msgspec.structs.replace(self.plan.setup, seed=seed)

    def _bot(self, name: str, weights: Weights) -> str:
        path = self.folder / f"{name}.toml"
        path.write_text(format_weights(weights), encoding="utf-8")
        return f"{self.plan.bot}:weights={path}"


def _won(seat: int, outcome: Outcome) -> float:
    return 1.0 / len(outcome.winners) if seat in outcome.winners else 0.0


def _margin(seat: int, outcome: Outcome) -> float:
    return float(outcome.scores[seat] - max(_others(seat, outcome)))


def _lead(seat: int, outcome: Outcome) -> float:
    return outcome.scores[seat] - mean(_others(seat, outcome))


def _others(seat: int, outcome: Outcome) -> list[int]:
    return [score for other, score in enumerate(outcome.scores) if other != seat]


def _estimate(observed: list[float]) -> Estimate:
    """From deals, not from games: those of one deal have much in common."""
    width = NormalDist().inv_cdf((1.0 + CONFIDENCE) / 2.0)
    return Estimate(mean(observed), width * stdev(observed) / sqrt(len(observed)))
