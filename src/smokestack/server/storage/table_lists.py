"""Which tables a guest is shown: own ones, those that wait for them, and open ones."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from sqlalchemy import CompoundSelect, Connection, Select, case, func, or_, select, union

from smokestack.server.domain.table import FINISHED, WAITING
from smokestack.server.storage import invitations
from smokestack.server.storage.schema import seat_devices, seats, tables
from smokestack.server.storage.tables import revisions

MAX_LISTED_PER_ADDRESS: Final = 5


class TableLists(msgspec.Struct, frozen=True):
    """The ids of the tables that the start page lists for a guest."""

    own: list[str]
    own_count: int
    """Of all tables of the guest, also those that are not listed."""
    invitations: list[str]
    open: list[str]
    revisions: dict[str, int]
    """Of all these tables."""


def lists_for(connection: Connection, guest: str, limit: int) -> TableLists:
    own = tables_of(connection, guest, limit) if guest else []
    own_count = count_of(connection, guest) if guest else 0
    invited = invitations.tables_of(connection, guest, limit) if guest else []
    joinable = open_tables(connection, limit)
    found = revisions(connection, {*own, *invited, *joinable})
    return TableLists(own, own_count, invited, joinable, found)


def tables_of(connection: Connection, guest: str, limit: int, offset: int = 0) -> list[str]:
    """The ids of tables where a guest has a seat or is the host.

    The guest's turns first, then other running games, tables that wait, and finished games; of each
    the latest change first.
    """
    rank = case(
        (tables.c.id.in_(_turns_of(guest)), 0),
        (tables.c.status == WAITING, 2),
        (tables.c.status.in_(FINISHED), 3),
        else_=1,
    )
    query = (
        select(tables.c.id)
        .where(tables.c.id.in_(_tables_of(guest)))
        .order_by(rank, tables.c.changed.desc(), tables.c.id)
        .limit(limit)
        .offset(offset)
    )
    return _ids(connection, query)


def count_of(connection: Connection, guest: str) -> int:
    """The number of tables where a guest has a seat or is the host."""
    query = select(func.count()).select_from(_tables_of(guest).subquery())
    return connection.execute(query).scalar_one()


def waiting_for(connection: Connection, guest: str, limit: int) -> list[str]:
    """The ids of tables where a guest must answer, the one that waits longest first."""
    query = (
        select(tables.c.id)
        .where(tables.c.id.in_(_turns_of(guest)))
        .order_by(tables.c.decision_since, tables.c.id)
        .limit(limit)
    )
    return _ids(connection, query)


def waiting_tables_of(connection: Connection, guest: str, limit: int) -> list[str]:
    """The ids of open tables of a guest that have not started, oldest first."""
    query = (
        select(tables.c.id)
        .where(
            tables.c.id.in_(_tables_of(guest)),
            tables.c.status == WAITING,
            tables.c.open.is_(True),
        )
        .order_by(tables.c.created, tables.c.id)
        .limit(limit)
    )
    return _ids(connection, query)


def open_tables(connection: Connection, limit: int) -> list[str]:
    """The ids of tables that anyone may join and that have a free seat, newest first.

    There is one of each host, and few of an address.
    """
    free_seat = select(seats.c.number).where(
        seats.c.table_id == tables.c.id, seats.c.guest == "", seats.c.bot == ""
    )
    number_of_host = func.row_number().over(
        partition_by=tables.c.host, order_by=(tables.c.created.desc(), tables.c.id)
    )
    found = (
        select(tables.c.id, tables.c.created, tables.c.address, number_of_host.label("number"))
        .where(tables.c.status == WAITING, tables.c.open.is_(True), free_seat.exists())
        .subquery()
    )
    number_of_address = func.row_number().over(
        partition_by=found.c.address, order_by=(found.c.created.desc(), found.c.id)
    )
    of_hosts = (
        select(found.c.id, found.c.created, found.c.address, number_of_address.label("number"))
        .where(found.c.number == 1)
        .subquery()
    )
    query = (
        select(of_hosts.c.id)
        .where(or_(of_hosts.c.address == "", of_hosts.c.number <= MAX_LISTED_PER_ADDRESS))
        .order_by(of_hosts.c.created.desc(), of_hosts.c.id)
        .limit(limit)
    )
    return _ids(connection, query)


def count_turns(connection: Connection, guest: str, besides: str) -> int:
    """The number of running tables where it is the turn of a guest, besides one."""
    found = _turns_of(guest).subquery()
    query = select(func.count()).select_from(found).where(found.c.id != besides)
    return connection.execute(query).scalar_one()


def _turns_of(guest: str) -> CompoundSelect[Any]:
    """The ids of running tables where it is the turn of a guest, on any device."""
    acting = (
        select(tables.c.id)
        .join(seats, (seats.c.table_id == tables.c.id) & (seats.c.number == tables.c.actor))
        .where(
            # For an equation, SQLite would look through the index of all running tables.
            tables.c.status.not_in((WAITING, *FINISHED)),
            seats.c.bot == "",
            seats.c.has_left.is_(False),
        )
    )
    used = (seat_devices.c.table_id == seats.c.table_id) & (seat_devices.c.seat == seats.c.number)
    return union(
        acting.where(seats.c.guest == guest),
        acting.join(seat_devices, used).where(seat_devices.c.guest == guest),
    )


def _tables_of(guest: str) -> CompoundSelect[Any]:
    """The ids of tables where a guest is the host, has a seat, or uses one as another device."""
    hosted = select(tables.c.id).where(tables.c.host == guest)
    # Three conditions joined by OR would read all tables.
    seated = [
        select(each.c.table_id).where(each.c.guest == guest) for each in (seats, seat_devices)
    ]
    return union(hosted, *seated)


def _ids(connection: Connection, query: Select[str]) -> list[str]:
    return list(connection.execute(query).scalars())
