"""Chat at a table, and muting those who write there."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from smokestack.presentation.language import tr
from smokestack.server.domain.errors import InvalidAction, NotYourSeat
from smokestack.server.domain.names import make_unique, read_message, read_name
from smokestack.server.domain.table import SPECTATOR_SEAT, ChatMessage, Mute, Table

MAX_CHAT_MESSAGES: Final = 500  # kept for each table
MAX_MUTES: Final = 100  # of one reader at a table


def post_message(table: Table, guest: str, name: str, text: str, now: datetime) -> None:
    """Add a message, under the name of the guest's seat or the name a spectator chose, if any."""
    if table.chat_locked:
        raise InvalidAction(tr("The host has locked the chat."))
    line = read_message(text)
    own = table.seats_of(guest)
    number = table.revision + 1
    if own:
        seat = table.seats[own[0]]
        message = ChatMessage(number, seat.guest, seat.name, seat.number, line, now)
    else:
        taken = [seat.name for seat in table.seats]
        shown_name = make_unique(read_name(name), taken) if name else ""
        message = ChatMessage(number, guest, shown_name, SPECTATOR_SEAT, line, now)
    table.chat_messages = [*table.chat_messages, message][-MAX_CHAT_MESSAGES:]


def find_message(table: Table, number: int) -> ChatMessage:
    for message in table.chat_messages:
        if message.number == number:
            return message
    raise InvalidAction(tr("There is no such message."))


def visible_messages(table: Table, guest: str) -> list[ChatMessage]:
    """The messages of everybody the guest has not muted."""
    muted = {mute.author for mute in mutes_of(table, guest)}
    if not muted:
        return table.chat_messages
    return [message for message in table.chat_messages if message.author not in muted]


def mutes_of(table: Table, guest: str) -> list[Mute]:
    return [mute for mute in table.mutes if guest and mute.reader == guest]


def can_mute(table: Table, message: ChatMessage, guest: str) -> bool:
    own = table.seats_of(guest)
    return bool(own) and message.seat not in own and message.author not in ("", guest)


def mute(table: Table, guest: str, number: int) -> None:
    """Hide all messages of the author of a message from the guest; nobody else notices."""
    if not table.seats_of(guest):
        raise NotYourSeat(tr("You have no seat at this table."))
    message = find_message(table, number)
    if not can_mute(table, message, guest):
        raise InvalidAction(tr("You can't mute this message."))
    own = mutes_of(table, guest)
    if any(known.author == message.author for known in own):
        return
    if len(own) >= MAX_MUTES:
        raise InvalidAction(tr("You have muted too many people at this table."))
    new = 1 + max((known.number for known in table.mutes), default=0)
    table.mutes = [*table.mutes, Mute(new, guest, message.author, message.name)]


def unmute(table: Table, guest: str, number: int) -> None:
    """Show the messages of a muted author again."""
    table.mutes = [
        known for known in table.mutes if (known.reader, known.number) != (guest, number)
    ]
