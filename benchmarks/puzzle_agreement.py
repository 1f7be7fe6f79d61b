"""Whether an independent solver finds the solutions of the puzzles that come with the games.

The solver is the search bot as people play against it: another algorithm than the comparison of the
miner, with another seed and four times the simulations of the verification. At least 98 % of its
answers must solve the puzzles; the exit status says whether they do.

    make puzzle-agreement

`--drop` removes the puzzles that the solver got wrong from the files in the source tree. The share
that agrees is then measured with another `--seed`, since with the same one it would be 100 %.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import Final, NamedTuple

from smokestack.arena.workers import Processes
from smokestack.bots.search_bot import SearchBot, SearchSettings
from smokestack.engine.core.stream import Stream
from smokestack.engine.files import write_text
from smokestack.games import find_game, game_names
from smokestack.puzzles.puzzle import format_puzzles, puzzles_of, view_of
from smokestack.puzzles.words import names_of

REQUIRED: Final = 0.98
BUDGET: Final = 4
"""Times the simulations of the verification."""
SEED: Final = 20_260_101
MAX_NODES: Final = 400_000
SOURCES: Final = Path("src/smokestack/games")


class Task(NamedTuple):
    game: str
    number: int
    seed: int


class Answer(NamedTuple):
    task: Task
    given: str


def solve(task: Task) -> Answer:
    puzzle = puzzles_of(task.game)[task.number]
    game = find_game(task.game)
    simulations = BUDGET * puzzle.origin.simulations
    settings = SearchSettings(simulations=simulations, nodes=MAX_NODES)
    bot = SearchBot(game, settings, Stream(task.seed + task.number))
    return Answer(task, game.to_text(bot.answer(view_of(puzzle, names_of(puzzle.state())))))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", nargs="+", default=game_names(), choices=game_names())
    parser.add_argument(
        "--limit",
        type=int,
        default=100_000,
        help="puzzles of each game, from all parts of its file",
    )
    parser.add_argument("--workers", type=int, default=0)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--drop", action="store_true", help="remove the puzzles in doubt")
    chosen = parser.parse_args()
    enough = True
    for name in chosen.games:
        start = time.perf_counter()
        total = len(puzzles_of(name))
        count = min(chosen.limit, total)
        tasks = [Task(name, total * part // count, chosen.seed) for part in range(count)]
        doubted = set()
        for answer in Processes(chosen.workers)(solve, tasks):
            puzzle = puzzles_of(name)[answer.task.number]
            if not puzzle.solves(answer.given):
                doubted.add(puzzle.id)
                print(f"{puzzle.id}: {puzzle.best.answer}, the solver: {answer.given}", flush=True)
        agreed = len(tasks) - len(doubted)
        share = agreed / len(tasks)
        enough &= share >= REQUIRED
        seconds = time.perf_counter() - start
        print(f"{name}: {agreed} of {len(tasks)} ({share:.1%}) in {seconds:.0f} s", flush=True)
        if chosen.drop:
            kept = [puzzle for puzzle in puzzles_of(name) if puzzle.id not in doubted]
            write_text(SOURCES / name / "data" / "puzzles.jsonl", format_puzzles(kept))
    return 0 if enough else 1


if __name__ == "__main__":
    sys.exit(main())
