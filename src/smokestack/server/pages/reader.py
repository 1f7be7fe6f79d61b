"""What the pages of a table show to one reader, before and after the start."""

from __future__ import annotations

from typing import Final

import msgspec

from smokestack.engine.deal import BOT
from smokestack.server.domain import chat
from smokestack.server.domain.seats import visible_token
from smokestack.server.domain.table import ChatMessage, Mute, Table
from smokestack.server.domain.tokens import TokenSigner
from smokestack.server.domain.views import name_of

MAX_SHOWN_MESSAGES: Final = 80


class PrivateLink(msgspec.Struct, frozen=True):
    """The secret path of one of the reader's seats, for another device."""

    seat: int
    name: str
    path: str
    """Empty if the seat has none yet."""
    can_renew: bool


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


def private_links(signer: TokenSigner, table: Table, guest: str) -> tuple[PrivateLink, ...]:
    links = []
    for number in table.seats_of(guest):
        seat = table.seats[number]
        token = visible_token(signer, table, seat, guest)
        path = f"/seats/{token}" if token else ""
        links.append(PrivateLink(number, name_of(seat), path, seat.guest == guest))
    return tuple(links)


def deal_seats(table: Table, guest: str) -> str:
    """Which seats are the reader's, a bot's or another person's in the deal, as JSON.

    The browser keeps it to compare it with the record. Empty if the game is over, or if the deal
    was made at another table.
    """
    deal = table.setup.deal
    if deal is None or deal.table != table.id or table.finished:
        return ""
    bots = [
        contribution == BOT if table.started else bool(seat.bot)
        for seat, contribution in zip(table.seats, deal.contributions, strict=True)
    ]
    kinds = [
        "bot" if is_bot else "mine" if seat.is_of(guest) else "person"
        for seat, is_bot in zip(table.seats, bots, strict=True)
    ]
    return msgspec.json.encode(kinds).decode()


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
