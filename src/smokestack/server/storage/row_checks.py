"""Checks what was read from the database before anything uses it.

A database can be damaged, restored from an unknown file or edited by hand. A row that this server
would never have written makes its table unreadable, and no other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Annotated, Any, Final, TypeVar

import msgspec

from smokestack.bots.registry import levels
from smokestack.engine.core.stream import MAX_SEED
from smokestack.engine.errors import InvalidInput, brief
from smokestack.engine.record import MAX_ANSWERS
from smokestack.server.domain.pace import DAYS, LIVE, Pace, is_zone
from smokestack.server.domain.table import (
    CLOSED,
    NO_SEAT,
    OVER,
    RESIGNED,
    RUNNING,
    SPECTATOR_SEAT,
    WAITING,
    ClockState,
)

STATUSES: Final = (WAITING, RUNNING, OVER, RESIGNED, CLOSED)
MAX_SEATS: Final = 8
MAX_COUNT: Final = 2**31 - 1  # an INTEGER of PostgreSQL
MAX_MESSAGE_LENGTH: Final = 10_000

Id = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]{1,32}\Z")]
OptionalId = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]{0,32}\Z")]
Digest = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}\Z")]
Guest = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]{0,64}\Z")]
Name = Annotated[str, msgspec.Meta(max_length=40)]
Count = Annotated[int, msgspec.Meta(ge=0, le=MAX_COUNT)]
AnswerCount = Annotated[int, msgspec.Meta(ge=0, le=MAX_ANSWERS)]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, lt=MAX_SEATS)]
SeatOrNone = Annotated[int, msgspec.Meta(ge=-1, lt=MAX_SEATS)]


class UnreadableTable(InvalidInput):
    """A table whose rows are damaged; the message names the row and the column."""


class TableColumns(msgspec.Struct):
    """The columns of `tables` that may change; the others become a `Setup`."""

    version: Count
    revision: Count
    status: str
    open: bool
    changed: datetime
    decision_since: datetime
    resigned: SeatOrNone
    rematch: OptionalId
    chat_locked: bool
    removed_guests: list[Guest]
    clock: ClockState | None


class SetupColumns(msgspec.Struct):
    id: Id
    host: Guest
    game: Name
    edition: Name
    options: dict[str, bool | int]
    seed: Annotated[int, msgspec.Meta(ge=0, le=MAX_SEED)]
    deal_table: Id | None
    deal_secret: Digest | None
    deal_commitment: Digest | None
    rules: Count
    first_seat: SeatNumber | None
    tiles: str | dict[str, Any]
    created: datetime
    hints: bool
    absence_minutes: Count
    inherited_answers: AnswerCount
    address: OptionalId
    network: OptionalId
    pace: Pace | None
    rated: bool
    tournament: OptionalId


class SeatColumns(msgspec.Struct):
    number: SeatNumber
    name: Name
    guest: Guest
    bot: str
    has_left: bool
    bot_votes: Annotated[list[SeatNumber], msgspec.Meta(max_length=MAX_SEATS)]
    proposed_bot: str
    token_nonce: OptionalId
    token_hash: Digest | None
    contribution: Annotated[str, msgspec.Meta(max_length=80)]
    used_token_hash: Annotated[str, msgspec.Meta(max_length=64)]
    automatic: Annotated[list[str], msgspec.Meta(max_length=8)]


class DeviceColumns(msgspec.Struct):
    seat: SeatNumber
    guest: Guest


class AnswerColumns(msgspec.Struct):
    number: AnswerCount
    text: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    seat: SeatNumber
    by_bot: bool
    reveals: bool
    at: datetime


class ChatMessageColumns(msgspec.Struct):
    number: Count
    author: Guest
    name: Name
    seat: Annotated[int, msgspec.Meta(ge=SPECTATOR_SEAT, lt=MAX_SEATS)]
    text: Annotated[str, msgspec.Meta(max_length=MAX_MESSAGE_LENGTH)]
    at: datetime


class AnnouncementColumns(msgspec.Struct):
    number: Count
    kind: Name
    seat: Annotated[int, msgspec.Meta(ge=NO_SEAT, lt=MAX_SEATS)]
    at: datetime
    by_seat: Annotated[int, msgspec.Meta(ge=NO_SEAT, lt=MAX_SEATS)]
    detail: Name


class MuteColumns(msgspec.Struct):
    number: Count
    reader: Guest
    author: Guest
    name: Name


Columns = TypeVar("Columns", bound=msgspec.Struct)


def check_columns(kind: type[Columns], row: Mapping[str, Any]) -> Columns:
    """The columns of a row, their types and ranges checked; `UnreadableTable` if one is wrong."""
    try:
        found = msgspec.convert({name: row[name] for name in kind.__struct_fields__}, kind)
    except msgspec.ValidationError as error:
        raise UnreadableTable(f"{_ROW_NAMES[kind]} {_number(row)}: {error}") from None
    for name, is_valid in _VALUES.get(kind, {}).items():
        if not is_valid(row[name]):
            raise UnreadableTable(
                f"{_ROW_NAMES[kind]} {_number(row)}: {name} is {brief(row[name])}"
            )
    return found


def is_level_or_none(bot: str) -> bool:
    """The only bots of a server are its levels: `program:…` would start any program."""
    return bot == "" or bot in levels()


def _is_pace_or_none(pace: dict[str, Any] | None) -> bool:
    if pace is None:
        return True
    night = pace.get("night")
    return pace.get("kind") in (LIVE, DAYS) and (night is None or is_zone(night.get("zone", "")))


_ROW_NAMES: Final[dict[type, str]] = {
    TableColumns: "row of tables",
    SetupColumns: "row of tables",
    SeatColumns: "seat",
    AnswerColumns: "answer",
    ChatMessageColumns: "chat message",
    AnnouncementColumns: "announcement",
    DeviceColumns: "device",
    MuteColumns: "mute",
}
_VALUES: Final[dict[type, dict[str, Callable[[Any], bool]]]] = {
    TableColumns: {"status": STATUSES.__contains__},
    SetupColumns: {"pace": _is_pace_or_none},
    SeatColumns: {
        "name": str.isprintable,
        "contribution": str.isprintable,
        "bot": is_level_or_none,
        "proposed_bot": is_level_or_none,
    },
}


def _number(row: Mapping[str, Any]) -> str:
    """The number of a row within its table, if it has one."""
    return brief(row["number"]) if "number" in row else ""
