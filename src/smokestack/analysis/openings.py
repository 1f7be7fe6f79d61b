"""What players chose in their first moves, and how these games ended.

The opening of a seat is the line of its own moves; what the other seats did in between does not
count, nor does which seat it was. `Game.opening_move` names the moves.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

from smokestack.engine.core.state import State
from smokestack.engine.errors import InvalidInput, brief
from smokestack.engine.game import Game
from smokestack.engine.record import Result

FORMAT: Final = 1
MAX_MOVES: Final = 5
"""The moves of a line. Longer ones are hardly ever met twice."""
SEPARATOR: Final = "/"
MAX_LINE_LENGTH: Final = 240

Line = tuple[str, ...]


class Count(msgspec.Struct, frozen=True, array_like=True):
    """How often a move was chosen, and how these games ended for the seat that chose it."""

    games: int
    wins: float
    """Of a shared win, a share."""
    points: int

    def __add__(self, other: Count) -> Count:
        return Count(self.games + other.games, self.wins + other.wins, self.points + other.points)


Counts = dict[str, Count]
"""By the line that ends with the move, as text."""


class OpeningBook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The openings of many games at one kind of table, as in the shipped files."""

    format: int
    game: str
    table: str
    """As `Game.table_of` names it."""
    bot: str
    """Who chose the moves of the openings."""
    then: str
    """Who played these games to their end."""
    games: int
    counts: Counts


def lines_of(game: Game, start: State, answers: Iterable[int]) -> list[Line]:
    """The opening of each seat, as far as these answers go."""
    state = start.copy()
    lines: list[Line] = [()] * len(game.points(state))
    for answer in answers:
        move, seat = game.opening_move(state, answer), int(state.actor)
        if move and len(lines[seat]) < MAX_MOVES:
            lines[seat] = (*lines[seat], move)
        elif all(len(line) == MAX_MOVES for line in lines):
            break
        state.apply(answer)
    return lines


def line_of_actor(game: Game, start: State, answers: Sequence[int]) -> Line | None:
    """The opening of the seat that must answer after these answers; None beyond openings."""
    state = start.copy()
    for answer in answers:
        state.apply(answer)
    if state.over:
        return None
    line = lines_of(game, start, answers)[state.actor]
    return line if len(line) < MAX_MOVES else None


def counts_of(lines: Sequence[Line], result: Result) -> Counts:
    """What one game adds to the counts."""
    counts: Counts = {}
    for seat, line in enumerate(lines):
        wins = 1 / len(result.winners) if seat in result.winners else 0.0
        count = Count(1, wins, result.scores[seat])
        for length in range(1, len(line) + 1):
            key = to_text(line[:length])
            counts[key] = counts[key] + count if key in counts else count
    return counts


def to_text(line: Line) -> str:
    return SEPARATOR.join(line)


def to_line(text: str) -> Line:
    """The line that a text stands for; `InvalidInput` if it is too long for one."""
    line = tuple(text.split(SEPARATOR)) if text else ()
    if len(text) > MAX_LINE_LENGTH or len(line) > MAX_MOVES or not text.isprintable():
        raise InvalidInput(f"{brief(text)} is not an opening")
    return line


def choices_after(counts: Mapping[str, Count], line: Line) -> dict[str, Count]:
    """The moves that were chosen after a line, the most frequent first."""
    prefix = to_text(line) + SEPARATOR if line else ""
    found = {
        key.removeprefix(prefix): count
        for key, count in counts.items()
        if key.startswith(prefix) and key.count(SEPARATOR) == len(line)
    }
    return dict(sorted(found.items(), key=lambda item: (-item[1].games, item[0])))


def read_book(path: Path) -> OpeningBook:
    try:
        book = msgspec.json.decode(path.read_bytes(), type=OpeningBook)
    except OSError as error:
        raise InvalidInput(f"{path} can't be read ({error.strerror or error})") from None
    except msgspec.DecodeError as error:
        raise InvalidInput(f"{path} is not a file of openings: {error}") from None
    if book.format != FORMAT:
        raise InvalidInput(f"{path} has format {book.format}, this version reads {FORMAT}")
    return book


@cache
def shipped_book(game: Game, table: str) -> OpeningBook | None:
    """What the strongest bot chose at a kind of table; None if no such games are shipped."""
    path = book_file(game, table)
    return read_book(path) if path.exists() else None


def book_file(game: Game, table: str) -> Path:
    return game.weight_file.with_name(f"openings-{table.replace('/', '-')}.json")
