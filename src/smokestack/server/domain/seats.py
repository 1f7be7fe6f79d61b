"""Seats: taking one, moving it to another device, and who may see its token."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from datetime import datetime

import msgspec

from smokestack.presentation.language import tr
from smokestack.server.domain.dealing import start_if_ready
from smokestack.server.domain.errors import InvalidAction, NotYourSeat, SeatNotFound
from smokestack.server.domain.names import make_unique, read_name
from smokestack.server.domain.table import WAITING, Seat, Table
from smokestack.server.domain.tokens import TokenSigner, hash_token

FREE_SEAT_NAME = "?"  # in a setup, where every player needs a name


def find_seat(table: Table, number: int) -> Seat:
    if not 0 <= number < len(table.seats):
        raise SeatNotFound(tr("This table has no such seat."))
    return table.seats[number]


def own_seat(table: Table, number: int, guest: str) -> Seat:
    """A seat that must belong to the guest."""
    seat = find_seat(table, number)
    if not guest or seat.guest != guest:
        raise NotYourSeat(tr("This seat is not yours."))
    return seat


def may_see_token(table: Table, seat: Seat, guest: str) -> bool:
    """Only the owner may see a seat's token, and the host that of a free seat."""
    if not guest or not seat.token_nonce:
        return False
    return seat.guest == guest or (seat.free and table.host == guest)


def visible_token(signer: TokenSigner, table: Table, seat: Seat, guest: str) -> str:
    """The token of a seat if the guest may see it, otherwise an empty string."""
    if not may_see_token(table, seat, guest):
        return ""
    return signer.seat_token(table.id, seat.number, seat.token_nonce)


def renew_token(signer: TokenSigner, table_id: str, seat: Seat) -> None:
    """Give a seat a new token; links with the old one stop working."""
    seat.token_nonce = secrets.token_urlsafe(9)
    seat.token_hash = hash_token(signer.seat_token(table_id, seat.number, seat.token_nonce))


def take(table: Table, seat: Seat, guest: str, name: str, now: datetime) -> None:
    """Take a free seat, or move a taken one to the guest who has its link."""
    if not guest:
        raise NotYourSeat(tr("Please allow cookies, so that this house knows you again."))
    if not seat.free:
        seat.guest = guest
        return
    if table.status != WAITING:
        raise InvalidAction(tr("This game is no longer looking for players."))
    seat.name = make_unique(read_name(name), [other.name for other in table.seats])
    seat.guest = guest
    update_player_names(table)
    table.decision_since = now
    start_if_ready(table, now)


def join(table: Table, signer: TokenSigner, guest: str, name: str, now: datetime) -> None:
    """Take the first free seat of an open table; the host's link to it stops working."""
    if table.seats_of(guest):
        return
    free = [seat for seat in table.seats if seat.free]
    if not table.open or table.status != WAITING or not free:
        raise InvalidAction(tr("This table is not open to others."))
    take(table, free[0], guest, name, now)
    renew_token(signer, table.id, free[0])


def player_names(seats: Collection[Seat]) -> list[str]:
    """The names of the players for a setup."""
    return [seat.name or FREE_SEAT_NAME for seat in seats]


def update_player_names(table: Table) -> None:
    """Copy the names of the seats into the setup of a game that has not started."""
    table.setup = msgspec.structs.replace(table.setup, players=player_names(table.seats))
