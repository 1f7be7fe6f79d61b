"""The file of finished games: the plan on its first line, then a line for each game.

Lines are written when games finish, so their order is that of the clock; each has the number of its
game. A line that a crash tore is cut off when the file is opened again.
"""

from __future__ import annotations

from io import BufferedWriter
from pathlib import Path

import msgspec

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


class Journal:
    """Keeps the finished games of one plan; a context that holds the file open."""

    def __init__(self, path: Path, plan: Plan, fresh: bool = False) -> None:
        self.path = path
        self.games: dict[int, Game] = {}
        """By number."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            kept = self._read(plan, fresh) if path.exists() else 0
            self._file: BufferedWriter = path.open("ab")
            self._file.truncate(kept)
            if kept == 0:
                self._write(plan)
        except OSError as error:
            raise InvalidInput(
                f"{path}: can't be written ({error.strerror or error}); choose another --out"
            ) from None

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def add(self, game: Game) -> None:
        """Keep a game, whatever happens next."""
        self._write(game)
        self.games[game.number] = game

    def _write(self, line: Plan | Game) -> None:
        self._file.write(msgspec.json.encode(line) + b"\n")
        self._file.flush()

    def _read(self, plan: Plan, fresh: bool) -> int:
        """Take in what is there; returns how many bytes of it stay."""
        data = self.path.read_bytes()
        whole = data[: data.rfind(b"\n") + 1]
        first, *lines = whole.splitlines() or [b""]
        self._check_plan(plan, first, data, fresh)
        if fresh:
            return 0
        for place, line in enumerate(lines, 2):
            self._take(plan, place, line)
        return len(whole)

    def _check_plan(self, plan: Plan, first: bytes, data: bytes, fresh: bool) -> None:
        if not first and (not data or msgspec.json.encode(plan).startswith(data)):
            return  # nothing was ever written, or a crash tore the very first line
        try:
            found = msgspec.json.decode(first, type=Plan)
        except (msgspec.DecodeError, RecursionError):
            raise InvalidInput(
                f"{self.path} is no file of this version's arena; choose another --out"
            ) from None
        if found != plan and not fresh:
            differing = " and ".join(differing_fields(found, plan))
            raise InvalidInput(
                f"{self.path} holds games of another plan (other {differing}); "
                "choose another --out, or drop them with --fresh"
            )

    def _take(self, plan: Plan, place: int, line: bytes) -> None:
        try:
            game = msgspec.json.decode(line, type=Game)
        except (msgspec.DecodeError, RecursionError):
            game = None
        if game is None or not _belongs(game, plan):
            raise InvalidInput(
                f"{self.path}: line {place} is no game of its plan; remove it, or start anew with "
                "--fresh"
            )
        self.games.setdefault(game.number, game)


def _belongs(game: Game, plan: Plan) -> bool:
    outcome = game.outcome
    thinking = outcome.thinking
    by_seat = (outcome.scores, outcome.answers, thinking.seconds, thinking.slowest)
    return (
        game.number >= 0
        and game.seed == plan.seed_of(game.number)
        and game.seating == plan.seating_of(game.number)
        and all(len(values) == plan.seats for values in by_seat)
        and bool(outcome.winners)
        and set(outcome.winners) <= set(range(plan.seats))
        and outcome.reason in find_game(plan.game).reasons
    )
