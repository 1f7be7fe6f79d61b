"""Announcements: what everybody at a table must know besides the answers, in words."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from smokestack.presentation.language import tr
from smokestack.server.domain import pace
from smokestack.server.domain.table import NO_SEAT, Announcement, Table
from smokestack.server.domain.views import name_of

MAX_ANNOUNCEMENTS: Final = 500  # kept for each table

SEAT_TAKEN: Final = "seat-taken"
DEVICE_ADDED: Final = "device-added"
ACCOUNT_PLAYS: Final = "account-plays"
LINK_RENEWED: Final = "link-renewed"
PLAYER_REMOVED: Final = "player-removed"
LEFT: Final = "left"
RETURNED: Final = "returned"
BOT_TOOK_OVER: Final = "bot-took-over"
INVITED: Final = "invited"
SEAT_GIVEN_TO_BOT: Final = "seat-given-to-bot"
HINT_USED: Final = "hint-used"
TIMED_OUT: Final = "timed-out"
PAUSE_PROPOSED: Final = "pause-proposed"
CLOCK_PAUSED: Final = "clock-paused"
CLOCK_RESUMED: Final = "clock-resumed"
CHAT_LOCKED: Final = "chat-locked"
CHAT_UNLOCKED: Final = "chat-unlocked"
CLOSED_BY_HOST: Final = "closed-by-host"
CLOSED_BY_OPERATOR: Final = "closed-by-operator"


def announce(
    table: Table,
    kind: str,
    now: datetime,
    seat: int = NO_SEAT,
    by_seat: int = NO_SEAT,
    detail: str = "",
) -> None:
    """Add an announcement, which is stored with the change that it belongs to."""
    last = table.announcements[-1].number if table.announcements else 0
    new = Announcement(last + 1, kind, seat, now, by_seat, detail)
    table.announcements = [*table.announcements, new][-MAX_ANNOUNCEMENTS:]


def sentence(table: Table, announcement: Announcement) -> str:
    """The announcement in the language in use; empty if this version does not know its kind."""
    kind, detail = announcement.kind, announcement.detail
    name = _name(table, announcement.seat)
    if kind == SEAT_TAKEN:
        return tr("{name} has taken a seat.", name=detail)
    if kind == DEVICE_ADDED:
        if announcement.by_seat != NO_SEAT:
            other = _name(table, announcement.by_seat)
            return tr("{other} now also plays the seat of {name}.", other=other, name=name)
        return tr("The seat of {name} is now used on one more device.", name=name)
    if kind == ACCOUNT_PLAYS:
        return tr("{name} now plays with an account.", name=name)
    if kind == LINK_RENEWED:
        return tr("{name} has a new private link. Other devices have lost the seat.", name=name)
    if kind == LEFT:
        return tr("{name} has left the table.", name=detail)
    if kind == RETURNED:
        return tr("{name} is back.", name=name)
    if kind == BOT_TOOK_OVER:
        bot = tr(detail.capitalize())
        return tr(
            "A bot ({bot}) now plays for {name}, who can return at any time.", bot=bot, name=name
        )
    if kind == HINT_USED:
        return tr("{name} has looked at a hint.", name=name)
    if kind in (TIMED_OUT, PAUSE_PROPOSED, CLOCK_PAUSED, CLOCK_RESUMED):
        return _clock_sentence(kind, detail, name)
    if kind == CLOSED_BY_OPERATOR:
        return tr("The operator of this server has closed the table.")
    return _host_sentence(kind, detail, name)


def _host_sentence(kind: str, detail: str, name: str) -> str:
    if kind == PLAYER_REMOVED:
        return tr("The host has removed {name} from the table.", name=detail)
    if kind == SEAT_GIVEN_TO_BOT:
        return tr("The host has given a free seat to a bot: {name}.", name=name)
    if kind == INVITED:
        return tr("The host has invited {name}.", name=detail)
    if kind == CHAT_LOCKED:
        return tr("The host has locked the chat.")
    if kind == CHAT_UNLOCKED:
        return tr("The host has unlocked the chat.")
    if kind == CLOSED_BY_HOST:
        return tr("The host has closed the table.")
    return ""


def _clock_sentence(kind: str, detail: str, name: str) -> str:
    if kind == TIMED_OUT:
        if detail == pace.SEAT_RESIGNS:
            return tr("{name}'s time has run out.", name=name)
        return tr("{name}'s time has run out. A bot plays on.", name=name)
    if kind == PAUSE_PROPOSED:
        return tr("{name} suggests a pause.", name=name)
    if kind == CLOCK_PAUSED:
        return tr("All players have agreed on a pause. The clocks stand still.")
    return tr("{name} has ended the pause. The clocks run again.", name=name)


def _name(table: Table, seat: int) -> str:
    return name_of(table.seats[seat]) if 0 <= seat < len(table.seats) else ""
