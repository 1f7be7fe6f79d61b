"""Collects puzzles from many games. What was found is kept in a file, so a run can be continued.

The first line of the file is the plan, then there is a line for each game that was searched.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Final
from zlib import crc32

import msgspec

from smokestack.arena.line_file import LineFile
from smokestack.arena.workers import TaskRunner
from smokestack.engine.game import Game
from smokestack.engine.match import replay
from smokestack.engine.record import Setup, load_record
from smokestack.games import find_game
from smokestack.puzzles.journal import read_journal
from smokestack.puzzles.mining import MinedGame, Task, mine_game
from smokestack.puzzles.puzzle import Puzzle, with_themes
from smokestack.puzzles.selection import select

FORMAT: Final = 1
SIMULATIONS: Final = 100


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is searched; the tables of the game take turns."""

    game: str
    rules: int
    simulations: int
    """For each answer of the bots that play; the verification has ten times as many."""
    seed: int
    """Of the first game; the seeds count up from it."""
    format: int = FORMAT
    records: str = ""
    """A folder with records of finished games; empty lets bots play."""

    @property
    def command(self) -> str:
        given = "" if self.simulations == SIMULATIONS else f" --simulations {self.simulations}"
        given += f" --seed {self.seed}" if self.seed else ""
        given += f" --records {Path(self.records).name}" if self.records else ""
        return f"smokestack puzzles mine {self.game}{given}"

    def tasks(self) -> Iterator[Task]:
        """All games, in a fixed order; without an end if bots play."""
        if not self.records:
            yield from map(self.task, count(self.seed))
        for path in sorted(Path(self.records).glob("*.json")) if self.records else ():
            task = self._task_of_record(path)
            if task is not None:
                yield task

    def task(self, seed: int) -> Task:
        game = find_game(self.game)
        tables = [
            (edition, players)
            for edition in game.editions
            for players in game.player_counts(edition)
        ]
        edition, players = tables[seed % len(tables)]
        setup = Setup(
            game=game.name,
            seed=seed,
            players=[str(seat + 1) for seat in range(players)],
            edition=edition,
            options=game.complete_options(edition, {}),
            rules=self.rules,
            tiles=game.tile_set(None),
        )
        return Task(setup, self.simulations, self.command, seed)

    def _task_of_record(self, path: Path) -> Task | None:
        """The game of a record, without the names of its players; None for one of another game."""
        record = load_record(path)
        if record.setup.game != self.game or record.result is None:
            return None
        match = replay(find_game(self.game), record)
        names = [str(seat + 1) for seat in range(len(record.setup.players))]
        setup = msgspec.structs.replace(record.setup, players=names)
        number = crc32(" ".join(record.answers).encode())
        return Task(setup, self.simulations, self.command, number, list(map(int, match.history)))


def plan_for(
    game: Game, simulations: int = SIMULATIONS, seed: int = 0, records: Path | None = None
) -> Plan:
    return Plan(
        game.name, game.rules, simulations, seed, records="" if records is None else str(records)
    )


class Collection(LineFile):
    """The games that were searched."""

    def __init__(self, path: Path, plan: Plan) -> None:
        self.plan = plan
        self.games: dict[int, MinedGame] = {}
        """By seed."""
        super().__init__(path, plan)

    def mine(self, wanted: int, run_tasks: TaskRunner) -> Iterator[MinedGame]:
        """Search further games until there are enough puzzles, or no more games."""
        found = len(self.puzzles())
        tasks = (task for task in self.plan.tasks() if task.number not in self.games)
        if found >= wanted:
            return
        for game in run_tasks(mine_game, tasks):
            self._write(game)
            self.games[game.seed] = game
            yield game
            found = len(self.puzzles()) if game.puzzles else found
            if found >= wanted:
                return

    def puzzles(self) -> list[Puzzle]:
        """All puzzles with their themes, in the order of the seeds, no two alike."""
        found = [
            with_themes(bare) for _, game in sorted(self.games.items()) for bare in game.puzzles
        ]
        return select(found)

    def _read(self) -> int:
        games, size = read_journal(self.path, self.plan, MinedGame, "mined puzzles")
        self.games = {game.seed: game for game in games}
        return size
