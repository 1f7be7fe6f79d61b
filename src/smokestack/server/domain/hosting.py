"""What only the host of a table may do: remove players, seat bots, close it, lock its chat."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from smokestack.bots.registry import levels
from smokestack.presentation.language import tr
from smokestack.server.domain.announcements import (
    CHAT_LOCKED,
    CHAT_UNLOCKED,
    CLOSED_BY_HOST,
    INVITED,
    PLAYER_REMOVED,
    SEAT_GIVEN_TO_BOT,
    announce,
)
from smokestack.server.domain.dealing import start_if_ready
from smokestack.server.domain.errors import InvalidAction, NotHost
from smokestack.server.domain.leaving import close
from smokestack.server.domain.names import make_unique, read_name
from smokestack.server.domain.ratings import check_rated
from smokestack.server.domain.seats import find_seat, update_player_names, vacate
from smokestack.server.domain.table import WAITING, Seat, Table
from smokestack.server.domain.tokens import TokenSigner

MAX_REMOVED_GUESTS: Final = 500  # remembered for each table


def can_remove(table: Table, seat: Seat, guest: str) -> bool:
    """Whether the guest is the host and the seat that of another person, before the start."""
    return (
        bool(guest)
        and table.host == guest
        and table.status == WAITING
        and seat.guest not in ("", guest)
    )


def remove_player(
    table: Table, signer: TokenSigner, guest: str, number: int, now: datetime
) -> None:
    """Free the seat of another person before the start; they can't join again by themselves."""
    _check_host(table, guest)
    _check_waiting(table)
    seat = find_seat(table, number)
    if not can_remove(table, seat, guest):
        raise InvalidAction(tr("There is nobody to remove from this seat."))
    removed = [other for other in (seat.guest, *seat.devices) if other != guest]
    table.removed_guests = [*table.removed_guests, *removed][-MAX_REMOVED_GUESTS:]
    announce(table, PLAYER_REMOVED, now, seat.number, detail=seat.name)
    vacate(table, signer, seat)


def give_to_bot(table: Table, guest: str, number: int, bot: str, now: datetime) -> None:
    """Let a bot play on a free seat, so that nobody has to wait; its invitation stops working."""
    _check_host(table, guest)
    _check_waiting(table)
    seat = find_seat(table, number)
    if not seat.free:
        raise InvalidAction(tr("This seat is not free."))
    if bot not in levels():
        raise InvalidAction(tr("There is no such bot."))
    seat.bot = bot
    seat.name = make_unique(bot, [other.name for other in table.seats])
    seat.token_nonce = seat.token_hash = seat.used_token_hash = ""
    if table.rated:
        check_rated(table)
    update_player_names(table)
    announce(table, SEAT_GIVEN_TO_BOT, now, seat.number)
    table.decision_since = now
    start_if_ready(table, now)


def invite(table: Table, guest: str, name: str, invited: str, now: datetime) -> None:
    """Announce the name that the host invites, whether or not there is such an account.

    `invited` is its guest, who may take a seat again after having been removed.
    """
    _check_host(table, guest)
    _check_waiting(table)
    if not any(seat.free for seat in table.seats):
        raise InvalidAction(tr("There is no free seat at this table."))
    table.removed_guests = [removed for removed in table.removed_guests if removed != invited]
    announce(table, INVITED, now, detail=read_name(name))


def close_table(table: Table, guest: str, now: datetime) -> None:
    _check_host(table, guest)
    _check_waiting(table)
    close(table, CLOSED_BY_HOST, now)


def lock_chat(table: Table, guest: str, locked: bool, now: datetime) -> None:
    _check_host(table, guest)
    if table.chat_locked != locked:
        table.chat_locked = locked
        announce(table, CHAT_LOCKED if locked else CHAT_UNLOCKED, now)


def _check_host(table: Table, guest: str) -> None:
    if not guest or table.host != guest:
        raise NotHost(tr("Only the host of the table can do this."))


def _check_waiting(table: Table) -> None:
    if table.status != WAITING:
        raise InvalidAction(tr("This is possible only before the game begins."))
