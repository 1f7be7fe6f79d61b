"""The log of a table."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

import msgspec
from msgspec import Meta


class ChangeReply(msgspec.Struct, frozen=True):
    """An amount of a seat that grew or shrank."""

    seat: int
    text: str
    cause: str


class LogEntryReply(msgspec.Struct, frozen=True):
    """What an answer did, as spectators saw it."""

    number: Annotated[int, Meta(description="Numbered from 1.")]
    seat: int
    sentence: str
    changes: list[ChangeReply]
    headline: Annotated[
        str, Meta(description="The round or period that started with it, or empty.")
    ]


class AnnouncementReply(msgspec.Struct, frozen=True):
    """What everybody at the table must know besides the answers."""

    number: Annotated[int, Meta(description="Numbered from 1.")]
    kind: Annotated[
        str,
        Meta(
            description="For programs; new kinds may be added.",
            examples=["seat-taken", "device-added", "hint-used"],
        ),
    ]
    seat: Annotated[int | None, Meta(description="The seat that it is about.")]
    sentence: str
    at: datetime


class LogReply(msgspec.Struct, frozen=True):
    """The log of a table, oldest entry first."""

    version: int
    entries: list[LogEntryReply]
    announcements: Annotated[
        list[AnnouncementReply], Meta(description="The latest ones, oldest first.")
    ]
