"""Bodies about the chat of a table and reports to the operator."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

import msgspec
from msgspec import Meta

from smokestack.server.api.bodies.fields import MessageNumber, RequestBody, SeatNumber
from smokestack.server.domain.names import MAX_MESSAGE_LENGTH, MAX_NAME_LENGTH
from smokestack.server.domain.reports import MAX_REPORT_LENGTH


class ChatMessageReply(msgspec.Struct, frozen=True):
    """A chat message."""

    number: Annotated[int, Meta(description="Identifies it at its table.")]
    name: Annotated[str, Meta(description="Empty for a spectator without a name.")]
    seat: Annotated[int | None, Meta(description="null for a spectator.")]
    text: str
    at: datetime


class MuteReply(msgspec.Struct, frozen=True):
    """An author whose messages you don't get."""

    number: Annotated[int, Meta(description="Identifies it at its table.")]
    name: Annotated[str, Meta(description="Empty for a spectator without a name.")]


class ChatReply(msgspec.Struct, frozen=True):
    """The latest chat messages, oldest first, without those of authors you have muted."""

    revision: int
    locked: Annotated[bool, Meta(description="Nobody can post messages.")]
    messages: list[ChatMessageReply]
    muted: list[MuteReply]


class ReportReply(msgspec.Struct, frozen=True):
    """The operator of the server has a record of your report."""

    table: str


class ChatBody(RequestBody, frozen=True):
    """A chat message."""

    text: Annotated[str, Meta(min_length=1, max_length=MAX_MESSAGE_LENGTH)]
    name: Annotated[
        str,
        Meta(
            max_length=MAX_NAME_LENGTH,
            description="The name of a spectator; players appear under the name of their seat.",
        ),
    ] = ""


class MuteBody(RequestBody, frozen=True):
    """A chat message whose author you don't want to read."""

    message: MessageNumber


class ChatLockBody(RequestBody, frozen=True):
    """Whether the chat is locked."""

    locked: bool


class ReportBody(RequestBody, frozen=True):
    """A report about a chat message, about a seat, or about the table if both are null."""

    text: Annotated[
        str, Meta(max_length=MAX_REPORT_LENGTH, description="What the operator should know.")
    ] = ""
    message: MessageNumber | None = None
    seat: SeatNumber | None = None
