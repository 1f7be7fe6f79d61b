"""A fixed test of strength: the same opponents and deals for everyone, a score with an interval.

A change of anything here raises VERSION: scores of different versions can't be compared.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from statistics import fmean
from typing import Final, NamedTuple

import msgspec

import smokestack
from smokestack.arena.intervals import Estimate, share_of
from smokestack.arena.journal import Game
from smokestack.arena.plan import Table
from smokestack.arena.tournament import play_table
from smokestack.arena.workers import TaskRunner
from smokestack.bots.registry import PROGRAM_PREFIX, check_bot, is_bot
from smokestack.engine.record import Setup

VERSION: Final = 2
FIRST_SEED: Final = 2_000_000_000  # apart from the seeds that people use for tuning
SEEDS: Final = 50
OPPONENTS: Final = ("random", "greedy", "clerk", "merchant:simulations=100")


class Score(NamedTuple):
    """How a program did: the share of wins against each opponent, and their mean."""

    game: str
    program: str
    seats: int
    games: int
    mean: Estimate
    by_opponent: dict[str, Estimate]

    def leaderboard_line(self, name: str) -> str:
        """A line of JSON for a leaderboard file."""
        entry = {
            "benchmark": VERSION,
            "game": self.game,
            "name": name,
            "program": self.program,
            "score": self.mean.mean,
            "low": self.mean.low,
            "high": self.mean.high,
            "games": self.games,
            "by_opponent": {bot: found.mean for bot, found in self.by_opponent.items()},
            "smokestack": smokestack.__version__,
        }
        return msgspec.json.encode(entry).decode()


class Benchmark:
    """All games of one program: every deal from every seat, against each opponent."""

    def __init__(self, game: str, program: str, seeds: int = SEEDS) -> None:
        match = smokestack.new_game(game, seed=FIRST_SEED)
        self.setup: Setup = match.setup
        self.game = game
        self.program = program if is_bot(program) else PROGRAM_PREFIX + program
        check_bot(self.program, match.game)
        self.seats = len(match.setup.players)
        self.seeds = range(FIRST_SEED, FIRST_SEED + seeds)
        self.tables = list(self._tables())
        self._shares: dict[int, float] = {}

    def _tables(self) -> Iterator[Table]:
        number = 0
        for opponent in OPPONENTS:
            for seed in self.seeds:
                setup = msgspec.structs.replace(self.setup, seed=seed)
                for seat in range(self.seats):
                    seating = [opponent] * self.seats
                    seating[seat] = self.program
                    yield Table(number, setup, seating)
                    number += 1

    def play(self, spread: TaskRunner) -> Iterator[Game]:
        for game in spread(partial(play_table, smokestack.__version__), self.tables):
            self._shares[game.number] = game.outcome.wins(game.number % self.seats)
            yield game

    def score(self) -> Score:
        """The score after all games are played.

        The games of a seed resemble each other, so a seed counts as one observation: its mean over
        all seats, and for the whole score also over all opponents.
        """
        by_opponent = [
            [self._seed_share(row * len(self.seeds) + column) for column in range(len(self.seeds))]
            for row in range(len(OPPONENTS))
        ]
        means = [fmean(shares) for shares in zip(*by_opponent, strict=True)]
        return Score(
            self.game,
            self.program,
            self.seats,
            len(self.tables),
            share_of(means),
            {bot: share_of(shares) for bot, shares in zip(OPPONENTS, by_opponent, strict=True)},
        )

    def _seed_share(self, group: int) -> float:
        first = group * self.seats
        return fmean(self._shares[number] for number in range(first, first + self.seats))
