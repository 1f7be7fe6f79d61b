"""Browsers that accept push messages, in the database."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, Row, delete, insert, or_, select, update

from smokestack.server.domain.notices import PushDevice
from smokestack.server.domain.tokens import hash_token
from smokestack.server.storage.schema import push_devices

MAX_DEVICES: Final = 20  # of one person; the oldest makes room for a new one


def add(connection: Connection, new: PushDevice, now: datetime) -> None:
    """Add a device; one with the same endpoint is replaced, even if another person had it.

    So is the earlier subscription of the same browser.
    """
    hashed = hash_token(new.endpoint)
    same_browser = (push_devices.c.guest == new.guest) & (push_devices.c.device == new.device)
    replaced = or_(push_devices.c.endpoint_hash == hashed, same_browser)
    connection.execute(delete(push_devices).where(replaced))
    own = select(push_devices.c.number).where(push_devices.c.guest == new.guest)
    newest = own.order_by(push_devices.c.number.desc())
    excess = connection.execute(newest.offset(MAX_DEVICES - 1)).scalars().all()
    if excess:
        connection.execute(delete(push_devices).where(push_devices.c.number.in_(excess)))
    values = {
        "guest": new.guest,
        "device": new.device,
        "name": new.name,
        "endpoint": new.endpoint,
        "endpoint_hash": hashed,
        "public_key": new.public_key,
        "auth": new.auth,
        "created": now,
    }
    connection.execute(insert(push_devices), values)


def find(connection: Connection, number: int) -> PushDevice | None:
    row = connection.execute(select(push_devices).where(push_devices.c.number == number)).first()
    return None if row is None else _device(row)


def of_guest(connection: Connection, guest: str) -> list[PushDevice]:
    query = select(push_devices).where(push_devices.c.guest == guest)
    return [_device(row) for row in connection.execute(query.order_by(push_devices.c.number))]


def remove(connection: Connection, guest: str, number: int) -> bool:
    own = (push_devices.c.guest == guest) & (push_devices.c.number == number)
    return connection.execute(delete(push_devices).where(own)).rowcount == 1


def remove_of_device(connection: Connection, device: str) -> None:
    """A device was signed out."""
    connection.execute(delete(push_devices).where(push_devices.c.device == device))


def remove_others(connection: Connection, guest: str, kept: str) -> None:
    """All devices of a person but one were signed out."""
    others = (push_devices.c.guest == guest) & (push_devices.c.device != kept)
    connection.execute(delete(push_devices).where(others))


def remove_all(connection: Connection, guest: str) -> None:
    """All devices of a person were signed out."""
    connection.execute(delete(push_devices).where(push_devices.c.guest == guest))


def move(connection: Connection, old: str, new: str) -> None:
    """A device is identified in another way from now on."""
    moved = update(push_devices).where(push_devices.c.device == old)
    connection.execute(moved.values(device=new))


def _device(row: Row[Any]) -> PushDevice:
    return PushDevice(
        row.number, row.guest, row.device, row.name, row.endpoint, row.public_key, row.auth
    )
