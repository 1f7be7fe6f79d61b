"""The chat of a table as one reader sees it, before and after the start."""

from __future__ import annotations

from typing import Final

import msgspec

from smokestack.server.domain import chat
from smokestack.server.domain.table import ChatMessage, Mute, Table

MAX_SHOWN_MESSAGES: Final = 80


class ShownMessage(msgspec.Struct, frozen=True):
    """A chat message, and what the reader can do about it."""

    message: ChatMessage
    mine: bool
    can_mute: bool


class ShownChat(msgspec.Struct, frozen=True):
    """The chat without the messages of those the reader has muted."""

    messages: tuple[ShownMessage, ...]
    muted: tuple[Mute, ...]
    locked: bool
    can_lock: bool
    """The reader is the host, and others can write."""


def chat_of(table: Table, guest: str) -> ShownChat:
    own = table.seats_of(guest)
    shown = chat.visible_messages(table, guest)[-MAX_SHOWN_MESSAGES:]
    return ShownChat(
        messages=tuple(
            ShownMessage(
                message,
                message.seat in own or (bool(guest) and message.author == guest),
                chat.can_mute(table, message, guest),
            )
            for message in shown
        ),
        muted=tuple(chat.mutes_of(table, guest)),
        locked=table.chat_locked,
        can_lock=bool(guest) and table.host == guest and table.people > 1,
    )
