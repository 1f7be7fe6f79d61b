"""What only the host of a table may do: remove players, close it, lock its chat."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from smokestack.presentation.language import tr
from smokestack.server.domain.announcements import (
    CHAT_LOCKED,
    CHAT_UNLOCKED,
    CLOSED_BY_HOST,
    PLAYER_REMOVED,
    announce,
)
from smokestack.server.domain.errors import InvalidAction, NotHost
from smokestack.server.domain.leaving import close
from smokestack.server.domain.seats import find_seat, vacate
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
