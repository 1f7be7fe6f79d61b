"""Invitations of account holders by name, to tables that wait for players."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, Select, delete, func, insert, select

from smokestack.server.domain.names import name_key
from smokestack.server.domain.notices import invitation_by_name
from smokestack.server.domain.table import WAITING
from smokestack.server.storage import notices
from smokestack.server.storage.schema import accounts, invitations, seats, tables

MAX_PER_TABLE: Final = 20


def add(connection: Connection, table_id: str, name: str, host: str, now: datetime) -> str | None:
    """Invite the account of a name, if there is one, and schedule a notice of it.

    Returns its guest, an empty string if there is no such account, and None if too many are invited
    already.
    """
    at_table = invitations.c.table_id == table_id
    count = select(func.count()).select_from(invitations).where(at_table)
    if connection.execute(count).scalar_one() >= MAX_PER_TABLE:
        return None
    found = select(accounts.c.guest).where(accounts.c.name_key == name_key(name))
    guest: str = connection.execute(found).scalar() or ""
    if guest in ("", host) or is_invited(connection, table_id, guest):
        return guest
    values = {"table_id": table_id, "guest": guest, "invited": now}
    connection.execute(insert(invitations), values)
    notices.schedule(connection, invitation_by_name(table_id, guest), now + notices.NOTICE_DELAY)
    return guest


def tables_of(connection: Connection, guest: str, limit: int) -> list[str]:
    """The ids of tables that wait for a guest, latest invitation first."""
    latest = _open_invitations(guest).order_by(invitations.c.invited.desc(), invitations.c.table_id)
    return list(connection.execute(latest.limit(limit)).scalars())


def is_open(connection: Connection, table_id: str, guest: str) -> bool:
    """Whether a guest who was invited has not answered yet, and a seat is free."""
    query = _open_invitations(guest).where(invitations.c.table_id == table_id)
    return connection.execute(query).first() is not None


def is_invited(connection: Connection, table_id: str, guest: str) -> bool:
    query = select(invitations.c.guest).where(
        invitations.c.table_id == table_id, invitations.c.guest == guest
    )
    return connection.execute(query).first() is not None


def remove(connection: Connection, table_id: str, guest: str) -> None:
    remove_all(connection, table_id, [guest])


def remove_all(connection: Connection, table_id: str, guests: Collection[str]) -> None:
    theirs = (invitations.c.table_id == table_id) & invitations.c.guest.in_(guests)
    connection.execute(delete(invitations).where(theirs))


def _open_invitations(guest: str) -> Select[Any]:
    free_seat = select(seats.c.number).where(
        seats.c.table_id == tables.c.id, seats.c.guest == "", seats.c.bot == ""
    )
    return (
        select(invitations.c.table_id)
        .join(tables, tables.c.id == invitations.c.table_id)
        .where(invitations.c.guest == guest, tables.c.status == WAITING, free_seat.exists())
    )
