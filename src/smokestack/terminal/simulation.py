"""`smokestack simulate`: many games between bots on all cores, and a table of results."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from functools import partial
from statistics import mean, pstdev

import msgspec

from smokestack.arena.plan import check_seeds
from smokestack.arena.playing import Outcome, play_game
from smokestack.arena.workers import Processes
from smokestack.engine.record import Setup
from smokestack.terminal.printing import SafeConsole, new_table, say
from smokestack.terminal.progress import game_progress


class Simulation:
    """`games` games with seeds from that of `setup` on; the results do not depend on `workers`."""

    def __init__(self, setup: Setup, bots: list[str], games: int, workers: int) -> None:
        check_seeds(setup.seed, games)
        self.setup = setup
        self.bots = bots
        self.games = games
        self.processes = Processes(workers)

    def run(self) -> None:
        start = time.perf_counter()
        outcomes = self._outcomes_with_progress()
        self._print(outcomes, time.perf_counter() - start)

    def _outcomes_with_progress(self) -> list[Outcome]:
        by_seed: dict[int, list[Outcome]] = {}
        with game_progress() as progress:
            task = progress.add_task("playing", total=self.games)
            for seeds, outcomes in self._chunks():
                by_seed[seeds.start] = outcomes
                progress.advance(task, len(outcomes))
        return [outcome for first in sorted(by_seed) for outcome in by_seed[first]]

    def _chunks(self) -> Iterator[tuple[range, list[Outcome]]]:
        """Play several games in one task, because most games are short."""
        seeds = range(self.setup.seed, self.setup.seed + self.games)
        size = max(1, min(20, self.games // (4 * self.processes.workers)))
        chunks = [seeds[i : i + size] for i in range(0, len(seeds), size)]
        return self.processes(partial(play_games, self.setup, self.bots), chunks)

    def _print(self, outcomes: list[Outcome], seconds: float) -> None:
        console = SafeConsole()
        table = new_table()
        titles = ("seat", "bot", "wins", "win rate", "mean points", "spread", "lowest", "highest")
        for title in titles:
            table.add_column(title, justify="left" if title == "bot" else "right")
        for seat, bot in enumerate(self.bots):
            points = [outcome.scores[seat] for outcome in outcomes]
            wins = sum(outcome.wins(seat) for outcome in outcomes)
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
        answers = [sum(outcome.answers) for outcome in outcomes]
        reasons = Counter(outcome.reason for outcome in outcomes).most_common()
        ended = ", ".join(f"{reason} {count}" for reason, count in reasons)
        for line in (
            f"highest score of a game {best:.1f} on average, lowest {worst:.1f}",
            f"length: {mean(turns):.1f} turns ({min(turns)}-{max(turns)}), "
            f"{mean(answers):.1f} answers ({min(answers)}-{max(answers)})",
            f"ended by: {ended}",
            f"{len(outcomes)} games in {seconds:.1f} s, {len(outcomes) / seconds:.0f} games/s",
        ):
            say(line, console)


def play_games(setup: Setup, bots: list[str], seeds: range) -> tuple[range, list[Outcome]]:
    """Play one game for each seed."""
    games = (msgspec.structs.replace(setup, seed=seed) for seed in seeds)
    return seeds, [play_game(game, bots) for game in games]
