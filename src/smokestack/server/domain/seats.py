"""Seats: taking one, using it on more devices, and who may see its token."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from datetime import datetime
from typing import Final

import msgspec

from smokestack.presentation.language import tr
from smokestack.server.domain.announcements import (
    DEVICE_ADDED,
    LINK_RENEWED,
    SEAT_TAKEN,
    announce,
)
from smokestack.server.domain.dealing import start_if_ready
from smokestack.server.domain.errors import (
    InvalidAction,
    InvitationUsed,
    NotYourSeat,
    SeatNotFound,
)
from smokestack.server.domain.names import make_unique, name_key, read_name
from smokestack.server.domain.table import NO_SEAT, WAITING, Seat, Table
from smokestack.server.domain.tokens import TokenSigner, hash_token

FREE_SEAT_NAME = "?"  # in a setup, where every player needs a name
DELETED_NAME: Final = "–"
MAX_DEVICES: Final = 50  # of one seat, so that a leaked link can't fill the database


def find_seat(table: Table, number: int) -> Seat:
    if not 0 <= number < len(table.seats):
        raise SeatNotFound(tr("This table has no such seat."))
    return table.seats[number]


def own_seat(table: Table, number: int, guest: str) -> Seat:
    """A seat that the guest must be able to use."""
    seat = find_seat(table, number)
    if not seat.is_of(guest):
        raise NotYourSeat(tr("This seat is not yours."))
    return seat


def may_see_token(table: Table, seat: Seat, guest: str) -> bool:
    """Only those who use a seat may see its token, and the host that of a free seat."""
    if not guest or not seat.token_nonce:
        return False
    return seat.is_of(guest) or (seat.free and table.host == guest)


def visible_token(signer: TokenSigner, table: Table, seat: Seat, guest: str) -> str:
    """The token of a seat if the guest may see it, otherwise an empty string."""
    if not may_see_token(table, seat, guest):
        return ""
    return signer.seat_token(table.id, seat.number, seat.token_nonce)


def renew_token(signer: TokenSigner, table_id: str, seat: Seat) -> None:
    """Give a seat a new token; links with the old one stop working."""
    seat.token_nonce = secrets.token_urlsafe(9)
    seat.token_hash = hash_token(signer.seat_token(table_id, seat.number, seat.token_nonce))


def check_token(table: Table, seat: Seat, token_hash: str) -> None:
    """`InvitationUsed` or `SeatNotFound` unless this is the token of the seat."""
    if seat.token_hash == token_hash:
        return
    if seat.used_token_hash != token_hash:
        raise seat_not_found()
    if seat.name:
        text = tr("This invitation has been used. {name} has the seat.", name=seat.name)
    else:
        text = tr("This invitation has been used. Ask the host for a new one.")
    raise InvitationUsed(text, table.id)


def seat_not_found() -> SeatNotFound:
    return SeatNotFound(tr("This link doesn't work any more. Ask for a new one."))


def take(
    table: Table, signer: TokenSigner, seat: Seat, guest: str, name: str, now: datetime
) -> None:
    """Take a free seat, or use a taken one on one more device, for a guest who has its link.

    An invitation works once: the seat gets a new token, which only its owner sees.
    """
    if not guest:
        raise NotYourSeat(tr("Please allow cookies, so that the server can recognise you."))
    if not seat.free:
        _add_device(table, seat, guest, now)
        return
    if table.rated and table.seats_of(guest):
        raise InvalidAction(tr("You have a seat at this table already."))
    # The free seats of an imported game keep the names of its players; it runs already.
    if table.finished or (table.status != WAITING and not seat.name):
        raise InvalidAction(tr("This game has started already, or it is over."))
    if not seat.name:
        seat.name = make_unique(read_name(name), [other.name for other in table.seats])
    seat.guest = guest
    seat.used_token_hash = seat.token_hash
    renew_token(signer, table.id, seat)
    update_player_names(table)
    announce(table, SEAT_TAKEN, now, seat.number, detail=seat.name)
    if table.status == WAITING:
        table.decision_since = now
        start_if_ready(table, now)


def _add_device(table: Table, seat: Seat, guest: str, now: datetime) -> None:
    if seat.is_of(guest):
        return
    if len(seat.devices) >= MAX_DEVICES:
        raise InvalidAction(
            tr("This seat is used on too many devices. Its owner can renew the private link.")
        )
    others = table.seats_of(guest)
    seat.devices = [*seat.devices, guest]
    announce(table, DEVICE_ADDED, now, seat.number, by_seat=others[0] if others else NO_SEAT)


def renew_link(table: Table, signer: TokenSigner, guest: str, number: int, now: datetime) -> None:
    """Give a seat a new private link; its other devices lose the seat.

    Only the guest who took the seat may do so: otherwise anyone who obtains the link could lock
    the owner out.
    """
    seat = own_seat(table, number, guest)
    if seat.guest != guest:
        raise NotYourSeat(tr("Only the device that took the seat can renew its link."))
    seat.devices = []
    renew_token(signer, table.id, seat)
    announce(table, LINK_RENEWED, now, seat.number)


def vacate(table: Table, signer: TokenSigner, seat: Seat) -> None:
    """Free a seat before the start; the links of the guest who had it stop working."""
    seat.guest = ""
    seat.devices = []
    seat.name = ""
    seat.contribution = ""
    seat.automatic = []
    renew_token(signer, table.id, seat)
    update_player_names(table)


def forget(table: Table, guest: str) -> None:
    """Remove the name of a guest who has deleted their account from the seats of a table."""
    for seat in table.seats:
        if seat.guest == guest:
            others = [other.name for other in table.seats if other is not seat]
            seat.name = make_unique(DELETED_NAME, others)
    update_player_names(table)
    if table.dealt is not None:  # neither the deal nor the answers depend on names
        table.dealt = table.dealt.copy()
        table.dealt.setup = table.setup


def reserve_name(table: Table, name: str) -> None:
    """Keep the name of an account for its owner: others at a table that waits get a number."""
    for seat in table.seats:
        if table.status == WAITING and seat.name and name_key(seat.name) == name_key(name):
            others = [other.name for other in table.seats if other is not seat]
            seat.name = make_unique(name, [name, *others])


def join(table: Table, signer: TokenSigner, guest: str, name: str, now: datetime) -> None:
    """Take the first free seat of an open table."""
    if table.seats_of(guest):
        return
    free = [seat for seat in table.seats if seat.free]
    if not table.open or table.status != WAITING or not free:
        raise InvalidAction(tr("This table is not open to others."))
    _check_not_removed(table, guest)
    take(table, signer, free[0], guest, name, now)


def take_free(table: Table, signer: TokenSigner, guest: str, name: str, now: datetime) -> None:
    """Take the first free seat of a table that waits, for a guest who was invited by name."""
    if table.seats_of(guest):
        return
    free = [seat for seat in table.seats if seat.free]
    if table.status != WAITING or not free:
        raise InvalidAction(tr("There is no free seat at this table."))
    _check_not_removed(table, guest)
    take(table, signer, free[0], guest, name, now)


def _check_not_removed(table: Table, guest: str) -> None:
    if guest in table.removed_guests:
        raise InvalidAction(tr("The host has removed you from this table."))


def player_names(seats: Collection[Seat]) -> list[str]:
    """The names of the players for a setup."""
    return [seat.name or FREE_SEAT_NAME for seat in seats]


def update_player_names(table: Table) -> None:
    """Copy the names of the seats into the setup."""
    table.setup = msgspec.structs.replace(table.setup, players=player_names(table.seats))
