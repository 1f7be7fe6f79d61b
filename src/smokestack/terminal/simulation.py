"""Many games between bots, on all cores, and a table of what came of them."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator
from functools import partial
from multiprocessing import get_context
from multiprocessing.pool import Pool
from statistics import mean, pstdev
from typing import NamedTuple

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from smokestack.bots.registry import make_bot
from smokestack.engine.errors import InvalidInput
from smokestack.engine.match import Match
from smokestack.engine.record import Setup
from smokestack.engine.stream import MAX_SEED
from smokestack.games import find_game


class Outcome(NamedTuple):
    """What is kept of a finished game."""

    scores: list[int]
    winners: list[int]
    reason: str
    turns: int
    answers: int


class Simulation:
    """`games` games from the seed of `setup` upwards; the same whatever the number of workers."""

    def __init__(self, setup: Setup, bots: list[str], games: int, workers: int) -> None:
        if setup.seed + games - 1 > MAX_SEED:
            raise InvalidInput("--seed is so high that the games would run out of seeds")
        self.setup = setup
        self.bots = bots
        self.games = games
        self.workers = workers or os.cpu_count() or 1

    def run(self) -> None:
        start = time.perf_counter()
        outcomes = list(self._outcomes_with_progress())
        self._print(outcomes, time.perf_counter() - start)

    def _outcomes_with_progress(self) -> Iterator[Outcome]:
        progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            console=Console(stderr=True),
            disable=not sys.stderr.isatty(),
            transient=True,
        )
        with progress:
            task = progress.add_task("playing", total=self.games)
            for outcome in self.outcomes():
                progress.advance(task)
                yield outcome

    def outcomes(self) -> Iterator[Outcome]:
        """The results in the order of the seeds."""
        seeds = range(self.setup.seed, self.setup.seed + self.games)
        size = max(1, min(20, self.games // (4 * self.workers)))
        chunks = [seeds[i : i + size] for i in range(0, len(seeds), size)]
        if self.workers == 1 or len(chunks) == 1:
            for chunk in chunks:
                yield from play_games(self.setup, self.bots, chunk)
            return
        with self._pool() as pool:
            play = partial(play_games, self.setup, self.bots)
            for outcomes in pool.imap(play, chunks):
                yield from outcomes

    def _pool(self) -> Pool:
        """Workers that leave it to us to react to an interrupt: they are born ignoring it."""
        interrupt = signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            return get_context("spawn").Pool(self.workers)
        finally:
            signal.signal(signal.SIGINT, interrupt)

    def _print(self, outcomes: list[Outcome], seconds: float) -> None:
        console = Console()
        table = Table(box=None, pad_edge=False, header_style="bold")
        for title in ("seat", "bot", "wins", "win rate", "mean points", "spread", "least", "most"):
            table.add_column(title, justify="left" if title == "bot" else "right")
        for seat, bot in enumerate(self.bots):
            points = [outcome.scores[seat] for outcome in outcomes]
            wins = sum(1 / len(o.winners) for o in outcomes if seat in o.winners)
            table.add_row(
                str(seat),
                bot,
                f"{wins:g}",
                f"{wins / len(outcomes):.1%}",
                f"{mean(points):.1f}",
                f"±{pstdev(points):.1f}",
                str(min(points)),
                str(max(points)),
            )
        console.print(table)
        best = mean(max(outcome.scores) for outcome in outcomes)
        worst = mean(min(outcome.scores) for outcome in outcomes)
        turns = [outcome.turns for outcome in outcomes]
        answers = [outcome.answers for outcome in outcomes]
        reasons = Counter(outcome.reason for outcome in outcomes).most_common()
        ended = ", ".join(f"{reason} {count}" for reason, count in reasons)
        for line in (
            f"best score of a game {best:.1f} on average, lowest {worst:.1f}",
            f"length: {mean(turns):.1f} turns ({min(turns)}-{max(turns)}), "
            f"{mean(answers):.1f} answers ({min(answers)}-{max(answers)})",
            f"ended by: {ended}",
            f"{len(outcomes)} games in {seconds:.1f} s, {len(outcomes) / seconds:.0f} games/s",
        ):
            console.print(line, highlight=False)


def play_games(setup: Setup, bots: list[str], seeds: range) -> list[Outcome]:
    """Play one game for each seed."""
    return [play_game(msgspec.structs.replace(setup, seed=seed), bots) for seed in seeds]


def play_game(setup: Setup, bots: list[str]) -> Outcome:
    match = Match(find_game(setup.game), setup)
    seated = [make_bot(name, match.game, setup.seed, seat) for seat, name in enumerate(bots)]
    while match.actor is not None:
        match.play(seated[match.actor].answer(match.view(match.actor)))
    assert match.result is not None
    scores, winners, reason = match.result.scores, match.result.winners, match.result.reason
    return Outcome(scores, winners, reason, int(match.state.turn), len(match.history))
