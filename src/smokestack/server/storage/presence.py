"""Which tables people have open and on which devices, shared by all processes."""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta

from sqlalchemy import ColumnElement, Connection, and_, delete, insert, select, update

from smokestack.server.storage.database import shared_now
from smokestack.server.storage.schema import notice_settings, presence, tables

Opened = tuple[str, str, str]
"""The table, the device and its guest."""


def note(
    connection: Connection,
    process: str,
    opened: Collection[Opened],
    closed: Collection[Opened],
    seconds: float,
    reconnect_seconds: float,
) -> None:
    """Note what is open on pages that a process serves, of people who want notices.

    It counts for so many seconds, and for `reconnect_seconds` after it was closed. What other
    processes have noted stays: a page that is loaded again may be served by another process, and
    either of them may note it first.
    """
    now = shared_now(connection)
    connection.execute(delete(presence).where(presence.c.until < now))
    soon = now + timedelta(seconds=reconnect_seconds)
    for table_id, device, _ in closed:
        same = update(presence).where(_is(table_id, device, process), presence.c.until > soon)
        connection.execute(same.values(until=soon))
    guests = {guest for _, _, guest in opened}
    wanting = select(notice_settings.c.guest).where(notice_settings.c.guest.in_(guests))
    with_notices = set(connection.execute(wanting).scalars())
    for table_id, device, guest in opened:
        if guest not in with_notices:
            continue
        until = now + timedelta(seconds=seconds)
        same = update(presence).where(_is(table_id, device, process))
        if connection.execute(same.values(until=until, guest=guest)).rowcount:
            continue
        if connection.execute(select(tables.c.id).where(tables.c.id == table_id)).first():
            row = {
                "table_id": table_id,
                "device": device,
                "process": process,
                "guest": guest,
                "until": until,
            }
            connection.execute(insert(presence), row)


def devices_at(connection: Connection, table_id: str, guest: str) -> set[str]:
    """The devices on which a person has a table open."""
    query = select(presence.c.device).where(
        presence.c.table_id == table_id,
        presence.c.guest == guest,
        presence.c.until >= shared_now(connection),
    )
    return set(connection.execute(query).scalars())


def _is(table_id: str, device: str, process: str) -> ColumnElement[bool]:
    return and_(
        presence.c.table_id == table_id,
        presence.c.device == device,
        presence.c.process == process,
    )
