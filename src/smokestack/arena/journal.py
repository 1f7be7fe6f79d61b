"""The file of finished games: the plan on the first line, then one line for each game.

A line is written when its game finishes, so the order of the lines varies; each has the number of
its game.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from smokestack.arena.line_file import LineFile
from smokestack.arena.plan import Plan, differing_fields
from smokestack.arena.playing import Outcome
from smokestack.engine.errors import InvalidInput
from smokestack.games import find_game


class Game(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A finished game of a plan."""

    number: int
    seed: int
    seating: list[str]
    outcome: Outcome


class Journal(LineFile):
    """The finished games of one plan."""

    def __init__(self, path: Path, plan: Plan, fresh: bool = False) -> None:
        self._plan = plan
        self._fresh = fresh
        self.games: dict[int, Game] = {}
        """By number."""
        super().__init__(path, plan)

    def add(self, game: Game) -> None:
        """Write a game to the file at once."""
        self._write(game)
        self.games[game.number] = game

    def _read(self) -> int:
        plan, fresh = self._plan, self._fresh
        data = self.path.read_bytes()
        whole = data[: data.rfind(b"\n") + 1]
        first, *lines = whole.splitlines() or [b""]
        self._check_plan(plan, first, data, fresh)
        if fresh:
            return 0
        for number, line in enumerate(lines, 2):
            self._read_game(plan, number, line)
        return len(whole)

    def _check_plan(self, plan: Plan, first: bytes, data: bytes, fresh: bool) -> None:
        if not first and (not data or msgspec.json.encode(plan).startswith(data)):
            return  # empty, or the first line is incomplete after a crash
        try:
            found = msgspec.json.decode(first, type=Plan)
        except (msgspec.DecodeError, RecursionError):
            raise InvalidInput(
                f"{self.path} is not an arena file of this version; choose another --out"
            ) from None
        if found != plan and not fresh:
            differing = " and ".join(differing_fields(found, plan))
            raise InvalidInput(
                f"{self.path} holds games of another plan (other {differing}); "
                "choose another --out, or discard them with --fresh"
            )

    def _read_game(self, plan: Plan, number: int, line: bytes) -> None:
        try:
            game = msgspec.json.decode(line, type=Game)
        except (msgspec.DecodeError, RecursionError):
            game = None
        if game is None or not _belongs(game, plan):
            raise InvalidInput(
                f"{self.path}: line {number} is not a game of its plan; remove it, "
                "or start over with --fresh"
            )
        self.games.setdefault(game.number, game)


def _belongs(game: Game, plan: Plan) -> bool:
    outcome = game.outcome
    times = outcome.answer_times
    by_seat = (outcome.scores, outcome.answers, times.seconds, times.slowest)
    return (
        game.number >= 0
        and game.seed == plan.seed_of(game.number)
        and game.seating == plan.seating_of(game.number)
        and all(len(values) == plan.seats for values in by_seat)
        and bool(outcome.winners)
        and set(outcome.winners) <= set(range(plan.seats))
        and outcome.reason in find_game(plan.game).reasons
    )
