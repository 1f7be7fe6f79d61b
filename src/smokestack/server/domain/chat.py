"""Chat at a table."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from smokestack.server.domain.names import make_unique, read_message, read_name
from smokestack.server.domain.table import SPECTATOR_SEAT, ChatMessage, Table

MAX_CHAT_MESSAGES: Final = 500  # kept for each table


def post_message(table: Table, guest: str, name: str, text: str, now: datetime) -> None:
    """Add a message, under the name of the guest's seat or the name a spectator chose, if any."""
    line = read_message(text)
    own = table.seats_of(guest)
    if own:
        message = ChatMessage(table.seats[own[0]].name, own[0], line, now)
    else:
        taken = [seat.name for seat in table.seats]
        shown_name = make_unique(read_name(name), taken) if name else ""
        message = ChatMessage(shown_name, SPECTATOR_SEAT, line, now)
    table.chat_messages = [*table.chat_messages, message][-MAX_CHAT_MESSAGES:]
