"""The devices that are signed in, in the database. Of tokens only the hash is stored."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import Connection, delete, insert, or_, select, update

from smokestack.server.domain.account import (
    SESSION_LIFETIME,
    Device,
    Session,
    guest_device,
    session_device,
)
from smokestack.server.storage import push_devices
from smokestack.server.storage.schema import accounts, sessions


def add(
    connection: Connection,
    guest: str,
    token_hash: str,
    device: str,
    now: datetime,
    signs_up: bool = False,
) -> None:
    """Sign a device in; the device of a guest who signs up keeps its push messages."""
    values = {"guest": guest, "token_hash": token_hash, "device": device}
    times = {"rotated": now, "created": now, "seen": now}
    added = connection.execute(insert(sessions).values({**values, **times}))
    if signs_up and added.inserted_primary_key is not None:
        new = session_device(added.inserted_primary_key.number)
        push_devices.move(connection, guest_device(guest), new)


def find(connection: Connection, token_hash: str, now: datetime) -> Session | None:
    """The session of a token, unless it was not used for too long or its account is banned."""
    query = (
        select(sessions, accounts.c.name)
        .join(accounts, accounts.c.guest == sessions.c.guest)
        .where(
            or_(sessions.c.token_hash == token_hash, sessions.c.previous_hash == token_hash),
            accounts.c.banned.is_(False),
            sessions.c.seen > now - SESSION_LIFETIME,
        )
    )
    row = connection.execute(query).first()
    if row is None:
        return None
    is_old = row.token_hash != token_hash
    unconfirmed = not is_old and row.previous_hash is not None
    return Session(row.number, row.guest, row.name, row.rotated, row.seen, is_old, unconfirmed)


def rotate(
    connection: Connection, number: int, old: str, new: str, now: datetime, reissue: timedelta
) -> bool:
    """Give a session a new token; the old one works until the new one is used.

    False if another request with the same token was given a new one in the meantime: its browser
    keeps a single one. A token that was replaced longer than `reissue` ago is replaced again, since
    the response with the new one was lost.
    """
    lost = (sessions.c.previous_hash == old) & (sessions.c.rotated <= now - reissue)
    current = (sessions.c.number == number) & or_(sessions.c.token_hash == old, lost)
    values = {"token_hash": new, "previous_hash": old, "rotated": now, "seen": now}
    return connection.execute(update(sessions).where(current).values(values)).rowcount == 1


def confirm_rotation(connection: Connection, number: int, token_hash: str, now: datetime) -> None:
    """The new token was used, so the old one stops working."""
    current = (sessions.c.number == number) & (sessions.c.token_hash == token_hash)
    connection.execute(update(sessions).where(current).values(previous_hash=None, seen=now))


def note_use(connection: Connection, number: int, now: datetime) -> None:
    connection.execute(update(sessions).where(sessions.c.number == number).values(seen=now))


def delete_unused(connection: Connection, now: datetime, limit: int) -> int:
    """Sign out devices that were not used for too long; returns how many."""
    unused = sessions.c.seen <= now - SESSION_LIFETIME
    query = select(sessions.c.guest, sessions.c.number).where(unused).limit(limit)
    found = connection.execute(query.with_for_update(skip_locked=True)).all()
    for row in found:
        remove(connection, row.guest, row.number)
    return len(found)


def devices(connection: Connection, guest: str, now: datetime) -> list[Device]:
    """The devices that are signed in, the one used last first."""
    own = (sessions.c.guest == guest) & (sessions.c.seen > now - SESSION_LIFETIME)
    query = select(sessions).where(own).order_by(sessions.c.seen.desc(), sessions.c.number)
    return [
        Device(row.number, row.device, row.created, row.seen) for row in connection.execute(query)
    ]


def remove(connection: Connection, guest: str, number: int) -> bool:
    own = (sessions.c.guest == guest) & (sessions.c.number == number)
    if connection.execute(delete(sessions).where(own)).rowcount != 1:
        return False
    push_devices.remove_of_device(connection, session_device(number))
    return True
