"""Passkeys of accounts in the database."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import Connection, Row, delete, insert, select, update

from smokestack.server.domain.account import Passkey
from smokestack.server.storage.schema import accounts, passkeys

MAX_PASSKEYS: Final = 20  # of one account


def add(connection: Connection, new: Passkey) -> bool:
    """Add a passkey; False if it is known or there are too many."""
    same = select(passkeys.c.number).where(passkeys.c.credential == new.credential)
    if connection.execute(same).first() is not None:
        return False
    if len(of_guest(connection, new.guest)) >= MAX_PASSKEYS:
        return False
    values = {
        "guest": new.guest,
        "credential": new.credential,
        "public_key": new.public_key,
        "sign_count": new.sign_count,
        "name": new.name,
        "created": new.created,
    }
    connection.execute(insert(passkeys), values)
    return True


def find(connection: Connection, credential: str) -> Passkey | None:
    row = connection.execute(select(passkeys).where(passkeys.c.credential == credential)).first()
    return None if row is None else _passkey(row)


def of_guest(connection: Connection, guest: str) -> list[Passkey]:
    query = select(passkeys).where(passkeys.c.guest == guest).order_by(passkeys.c.number)
    return [_passkey(row) for row in connection.execute(query)]


def exported(connection: Connection, guest: str) -> list[dict[str, Any]]:
    """What is stored about the passkeys of a person, without keys."""
    found = of_guest(connection, guest)
    return [{"name": each.name, "created": each.created} for each in found]


def note_use(connection: Connection, number: int, sign_count: int) -> None:
    same = passkeys.c.number == number
    connection.execute(update(passkeys).where(same).values(sign_count=sign_count))


class OnlyKey(Exception):
    """Without this passkey nobody could sign in; nothing was written."""


def remove(connection: Connection, guest: str, number: int) -> bool:
    """Remove a passkey; `OnlyKey` if it is the last one of an account without a password."""
    # Locked, so that two removals at once don't leave none.
    account = select(accounts.c.password_hash).where(accounts.c.guest == guest).with_for_update()
    has_password = bool(connection.execute(account).scalar())
    own = (passkeys.c.guest == guest) & (passkeys.c.number == number)
    if connection.execute(delete(passkeys).where(own)).rowcount != 1:
        return False
    if not has_password and not of_guest(connection, guest):
        raise OnlyKey
    return True


def _passkey(row: Row[Any]) -> Passkey:
    return Passkey(
        row.number,
        row.guest,
        row.credential,
        row.public_key,
        row.sign_count,
        row.name,
        row.created,
    )
