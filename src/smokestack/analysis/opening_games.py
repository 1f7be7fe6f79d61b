"""Plays games whose openings the strongest bot chooses, for a file of openings.

Each game is written down when it is over, so an interrupted run continues.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from smokestack.analysis.openings import (
    FORMAT,
    MAX_MOVES,
    SEPARATOR,
    Counts,
    Line,
    OpeningBook,
    counts_of,
    lines_of,
)
from smokestack.bots.registry import make_bot
from smokestack.engine.errors import InvalidInput
from smokestack.engine.match import Match
from smokestack.engine.record import Result, Setup
from smokestack.games import find_game

MIN_GAMES_OF_LONG_LINES = 2
"""A line of several moves that was met less often is left out of the file."""


class OpeningTask(msgspec.Struct, frozen=True):
    setup: Setup
    bot: str
    then: str


class PlayedOpening(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of the journal: one game."""

    seed: int
    bot: str
    then: str
    table: str
    lines: list[Line]
    result: Result


def play_opening(task: OpeningTask) -> PlayedOpening:
    """Play one game: `bot` answers until all openings are complete, `then` plays to the end."""
    game, setup = find_game(task.setup.game), task.setup
    match = Match(game, setup)
    seats = range(len(setup.players))
    seated = [make_bot(task.bot, game, setup.seed, seat) for seat in seats]
    moves = [0] * len(seats)
    is_opening = True
    while (seat := match.actor) is not None:
        if is_opening and min(moves) >= MAX_MOVES:
            seated = [make_bot(task.then, game, setup.seed, other) for other in seats]
            is_opening = False
        answer = seated[seat].answer(match.view(seat))
        moves[seat] += bool(game.opening_move(match.state, answer))
        match.play(answer)
    assert match.result is not None
    table = game.table_of(match.state)
    lines = lines_of(game, game.start(setup), match.history)
    return PlayedOpening(setup.seed, task.bot, task.then, table, lines, match.result)


def read_journal(path: Path) -> list[PlayedOpening]:
    """The games in a journal; an incomplete last line, left by a crash, is cut off."""
    if not path.exists():
        return []
    data = path.read_bytes()
    whole = data[: data.rfind(b"\n") + 1]
    if len(whole) != len(data):
        path.write_bytes(whole)
    try:
        return [msgspec.json.decode(line, type=PlayedOpening) for line in whole.splitlines()]
    except msgspec.DecodeError as error:
        raise InvalidInput(f"{path} is not a journal of openings: {error}") from None


def add_to_journal(path: Path, played: PlayedOpening) -> None:
    with path.open("ab") as file:
        file.write(msgspec.json.encode(played) + b"\n")


def make_book(game: str, played: Sequence[PlayedOpening]) -> OpeningBook:
    """The openings of games at one kind of table."""
    counts: Counts = {}
    for each in played:
        for key, count in counts_of(each.lines, each.result).items():
            counts[key] = counts[key] + count if key in counts else count
    kept = {
        key: count
        for key, count in sorted(counts.items())
        if SEPARATOR not in key or count.games >= MIN_GAMES_OF_LONG_LINES
    }
    first = played[0]
    return OpeningBook(FORMAT, game, first.table, first.bot, first.then, len(played), kept)
