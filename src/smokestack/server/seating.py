"""Who sits where: taking a seat, moving it to another device, joining an open table."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from copy import copy
from datetime import datetime

import msgspec

from smokestack.engine.language import tr
from smokestack.server.errors import NoSuchSeat, NotPossible, NotYourSeat
from smokestack.server.identity import Identity, lock_of
from smokestack.server.names import read_name, tell_apart
from smokestack.server.table import RUNNING, WAITING, Seat, Table

NOBODY = "?"  # in a setup, whose players must have names, for a seat that is free


def names_of(seats: Collection[Seat]) -> list[str]:
    """The players of a setup."""
    return [seat.name or NOBODY for seat in seats]


def find_seat(table: Table, number: int) -> Seat:
    if not 0 <= number < len(table.seats):
        raise NoSuchSeat(tr("This table has no such seat."))
    return table.seats[number]


def own_seat(table: Table, number: int, guest: str) -> Seat:
    """A seat that must be the guest's."""
    seat = find_seat(table, number)
    if not guest or seat.guest != guest:
        raise NotYourSeat(tr("This seat is not yours."))
    return seat


def give_secret(identity: Identity, table_id: str, seat: Seat) -> None:
    """A new secret for a seat; links with the old one lead nowhere."""
    seat.nonce = secrets.token_urlsafe(9)
    seat.lock = lock_of(identity.seat_token(table_id, seat.number, seat.nonce))


def take(table: Table, seat: Seat, guest: str, name: str, now: datetime) -> None:
    """A free seat becomes the guest's; somebody's seat moves along to where the guest is now."""
    if not guest:
        raise NotYourSeat(tr("Please allow cookies, so that this house knows you again."))
    if not seat.free:
        seat.guest = guest
        return
    if table.status != WAITING:
        raise NotPossible(tr("This game is no longer looking for players."))
    seat.name = tell_apart(read_name(name), [other.name for other in table.seats])
    seat.guest = guest
    rename(table)
    if not any(other.free for other in table.seats):
        table.status = RUNNING
        table.asked = now


def join(table: Table, identity: Identity, guest: str, name: str, now: datetime) -> None:
    """The first free seat; its link, which the host may have, stays with nobody."""
    if table.seats_of(guest):
        return
    free = [seat for seat in table.seats if seat.free]
    if not table.open or table.status != WAITING or not free:
        raise NotPossible(tr("This table is not open to others."))
    take(table, free[0], guest, name, now)
    give_secret(identity, table.id, free[0])


def rename(table: Table) -> None:
    """Let the match know its players' names, which are no part of the game's course."""
    match = copy(table.match)
    match.setup = msgspec.structs.replace(match.setup, players=names_of(table.seats))
    table.match = match
