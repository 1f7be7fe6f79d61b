"""Collects puzzles from many games. What was found is kept in a file, so a run can be continued.

The first line of the file is the plan, then there is a line for each game that was searched.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Final

import msgspec

from smokestack.arena.line_file import LineFile
from smokestack.arena.workers import TaskRunner
from smokestack.engine.errors import InvalidInput
from smokestack.engine.game import Game
from smokestack.engine.record import Setup
from smokestack.games import find_game
from smokestack.puzzles.mining import MinedGame, Task, mine_game
from smokestack.puzzles.puzzle import Puzzle

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

    @property
    def command(self) -> str:
        given = "" if self.simulations == SIMULATIONS else f" --simulations {self.simulations}"
        given += f" --seed {self.seed}" if self.seed else ""
        return f"smokestack puzzles mine {self.game}{given}"

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
        return Task(setup, self.simulations, self.command)


def plan_for(game: Game, simulations: int = SIMULATIONS, seed: int = 0) -> Plan:
    return Plan(game.name, game.rules, simulations, seed)


class Collection(LineFile):
    """The games that were searched."""

    def __init__(self, path: Path, plan: Plan) -> None:
        self.plan = plan
        self.games: dict[int, MinedGame] = {}
        """By seed."""
        super().__init__(path, plan)

    def mine(self, wanted: int, run_tasks: TaskRunner) -> Iterator[MinedGame]:
        """Search further games until there are enough puzzles."""
        found = len(self.puzzles())
        tasks = (self.plan.task(seed) for seed in count(self.plan.seed) if seed not in self.games)
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
        found: dict[str, Puzzle] = {}
        solutions: set[tuple[int, str, str]] = set()
        for _, game in sorted(self.games.items()):
            for bare in game.puzzles:
                puzzle = with_themes(bare)
                solution = (game.seed, puzzle.best.answer, " ".join(puzzle.themes))
                if solution not in solutions:
                    solutions.add(solution)
                    found.setdefault(puzzle.id, puzzle)
        return list(found.values())

    def _read(self) -> int:
        data = self.path.read_bytes()
        whole = data[: data.rfind(b"\n") + 1]
        if not whole and msgspec.json.encode(self.plan).startswith(data):
            return 0
        first, *lines = whole.splitlines() or [b""]
        try:
            plan = msgspec.json.decode(first, type=Plan)
            games = [msgspec.json.decode(line, type=MinedGame) for line in lines]
        except (msgspec.DecodeError, RecursionError) as error:
            raise InvalidInput(
                f"{self.path} is not a file of mined puzzles ({error}); choose another --out"
            ) from None
        if plan != self.plan:
            raise InvalidInput(
                f"{self.path} was made by another command ({plan.command}); choose another --out"
            )
        self.games = {game.seed: game for game in games}
        return len(whole)


def with_themes(puzzle: Puzzle) -> Puzzle:
    game = find_game(puzzle.game)
    line = [game.to_answer(answer) for answer in puzzle.best.line]
    themes = game.themes_of(puzzle.state(), line, game.to_answer(puzzle.tries[0].answer))
    return msgspec.structs.replace(puzzle, themes=themes)
