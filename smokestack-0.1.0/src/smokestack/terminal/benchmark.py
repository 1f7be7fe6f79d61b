"""`smokestack benchmark`: plays the fixed test and prints the score."""

from __future__ import annotations

from pathlib import Path

from smokestack.arena.benchmark import SEEDS, VERSION, Benchmark
from smokestack.arena.intervals import Estimate
from smokestack.arena.workers import Processes
from smokestack.terminal.printing import SafeConsole, new_table, say, say_data
from smokestack.terminal.progress import game_progress

QUICK_SEEDS = 5


def run(
    program: str, game: str, name: str | None, quick: bool, leaderboard: Path | None, workers: int
) -> None:
    benchmark = Benchmark(game, program, QUICK_SEEDS if quick else SEEDS)
    with game_progress() as progress:
        task = progress.add_task("playing", total=len(benchmark.tables))
        for _ in benchmark.play(Processes(workers)):
            progress.advance(task)
    score = benchmark.score()
    table = new_table()
    table.add_column("opponent")
    table.add_column("wins", justify="right")
    for opponent, found in score.by_opponent.items():
        table.add_row(opponent, _text(found))
    console = SafeConsole()
    console.print(table)
    par = 1 / score.seats
    say(
        f"{game}, benchmark {VERSION}: {_text(score.mean)} of {score.games} games "
        f"(an equal opponent has {par:.0%})",
        console,
    )
    if quick:
        say("a quick run; its score is not for a leaderboard", console)
        return
    line = score.leaderboard_line(name or program)
    say_data(line)
    if leaderboard is not None:
        with leaderboard.open("a", encoding="utf-8") as file:
            file.write(line + "\n")


def _text(found: Estimate) -> str:
    if found.low is None or found.high is None:
        return f"{found.mean:.1%}"
    return f"{found.mean:.1%} ({found.low:.1%} to {found.high:.1%})"
