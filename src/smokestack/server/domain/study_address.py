"""The address of a study: where it starts, the lines that were tried, and the position shown.

Nothing else is stored, so an address shows the same to everybody. A study starts from a position,
which is in the address, or from a finished game of this server after some of its answers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final
from urllib.parse import urlencode

import msgspec

from smokestack.engine import position_code
from smokestack.engine.core.state import State
from smokestack.engine.core.stream import Stream
from smokestack.engine.errors import InvalidInput
from smokestack.engine.game import Game
from smokestack.presentation.language import tr
from smokestack.server.domain.errors import InvalidAction

MAX_LINES_LENGTH: Final = 3_000
"""Of all lines as text. Proxies often refuse addresses of more than 8,000 characters."""
MAX_LINES: Final = 12
MAX_LINE_LENGTH: Final = 120
MAX_DRAW: Final = 9_999
_NUMBER: Final = re.compile(r"[0-9]{1,6}")
_LINES: Final = re.compile(r"[0-9]{1,5}(?:[._][0-9]{1,5})*")
_TABLE: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")

Line = tuple[int, ...]


class StudyAddress(msgspec.Struct, frozen=True):
    game: str = ""
    """With `position`; empty for a game of this server."""
    position: str = ""
    """A position as `encode_position` writes it."""
    table: str = ""
    move: int = 0
    """The answers of the table's game that were given before."""
    draw: int = 0
    """Chooses the order of what nobody has seen at the start; see `docs/analysis.md`."""
    lines: tuple[Line, ...] = ()
    """Answers from the start; lines that begin alike are variations of each other."""
    line: int = 0
    """The line that is shown."""
    at: int = 0
    """How many of its answers were given."""

    @property
    def shown_line(self) -> Line:
        return self.lines[self.line] if self.lines else ()

    @property
    def given(self) -> Line:
        """The answers that lead to the position shown."""
        return self.shown_line[: self.at]

    @property
    def start(self) -> StudyAddress:
        """Where the study starts, without lines."""
        return msgspec.structs.replace(self, lines=(), line=0, at=0)

    def go_to(self, at: int, line: int | None = None) -> StudyAddress:
        return msgspec.structs.replace(self, at=at, line=self.line if line is None else line)

    def with_answers(self, answers: Iterable[int]) -> StudyAddress:
        """The address after more answers: along a known line, or a new one."""
        address = self
        for answer in answers:
            address = address._with_answer(answer)
        return address

    def _with_answer(self, answer: int) -> StudyAddress:
        wanted, at = (*self.given, answer), self.at + 1
        own = [self.line] if self.lines else []
        for number in [*own, *range(len(self.lines))]:
            if self.lines[number][:at] == wanted:
                return self.go_to(at, number)
        lines, line = list(self.lines), self.line
        if lines and self.at == len(self.shown_line):
            lines[line] = wanted
        else:
            line = len(lines)
            lines.append(wanted)
        is_too_long = at > MAX_LINE_LENGTH or len(_lines_text(lines)) > MAX_LINES_LENGTH
        if is_too_long or len(lines) > MAX_LINES:
            raise InvalidAction(
                tr("There is no room for more moves. Delete a line, or start a new study here.")
            )
        return msgspec.structs.replace(self, lines=tuple(lines), line=line, at=at)

    def without_line(self) -> StudyAddress:
        """The address without the line shown, where it left the others."""
        rest = self.lines[: self.line] + self.lines[self.line + 1 :]
        if not rest:
            return self.start
        common = [_common_length(self.shown_line, other) for other in rest]
        line = common.index(max(common))
        at = min(self.at, common[line])
        return msgspec.structs.replace(self, lines=rest, line=line, at=at)

    def query(self) -> str:
        """The address as a query; `read_address` reads it."""
        fields: dict[str, str | int] = {}
        if self.table:
            fields.update(table=self.table, move=self.move)
        else:
            fields.update(game=self.game, position=self.position)
        if self.draw:
            fields["draw"] = self.draw
        if self.lines:
            fields["lines"] = _lines_text(self.lines)
            fields["at"] = self.at
        if self.line:
            fields["line"] = self.line
        return urlencode(fields)


def read_address(query: Mapping[str, str]) -> StudyAddress:
    """The address in a query; `InvalidAction` if it can't be one."""
    lines: tuple[Line, ...] = ()
    text = query.get("lines", "")
    if text:
        if len(text) > MAX_LINES_LENGTH or not _LINES.fullmatch(text):
            raise _damaged()
        lines = tuple(tuple(map(int, line.split("."))) for line in text.split("_"))
    address = StudyAddress(
        game=query.get("game", ""),
        position=query.get("position", ""),
        table=query.get("table", ""),
        move=_number(query, "move"),
        draw=_number(query, "draw"),
        lines=lines,
        line=_number(query, "line"),
        at=_number(query, "at"),
    )
    is_possible = (
        bool(address.table) != bool(address.position)
        and (not address.table or _TABLE.fullmatch(address.table))
        and address.draw <= MAX_DRAW
        and len(lines) <= MAX_LINES
        and all(len(line) <= MAX_LINE_LENGTH for line in lines)
        and address.line < max(1, len(lines))
        and address.at <= len(address.shown_line)
    )
    if not is_possible:
        raise _damaged()
    return address


def position_address(game: Game, state: State) -> StudyAddress:
    """The address of a study that starts from a position."""
    return StudyAddress(game=game.name, position=encode_position(game.dump(with_stream(state))))


def with_stream(state: State) -> State:
    """The state with a stream that a position can hold: that of a dealt game has a secret key."""
    if isinstance(state.stream, Stream):
        return state
    copied = state.copy()
    copied.stream = Stream(int(state.revealed))
    return copied


def encode_position(data: dict[str, Any]) -> str:
    """Short enough for an address; `InvalidAction` if not even that."""
    try:
        return position_code.encode_position(data)
    except InvalidInput:
        raise InvalidAction(tr("This position is too large for an address.")) from None


def decode_position(code: str) -> object:
    """The data of `encode_position`; the game's loader must check it."""
    try:
        return position_code.decode_position(code)
    except InvalidInput:
        raise _damaged() from None


def _lines_text(lines: Iterable[Line]) -> str:
    return "_".join(".".join(map(str, line)) for line in lines)


def _number(query: Mapping[str, str], name: str) -> int:
    text = query.get(name, "0")
    if not _NUMBER.fullmatch(text):
        raise _damaged()
    return int(text)


def _common_length(one: Line, other: Line) -> int:
    pairs = zip(one, other, strict=False)
    return next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def _damaged() -> InvalidAction:
    return InvalidAction(tr("This address of a study is damaged. Please copy it again."))
