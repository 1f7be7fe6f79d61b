"""Accounts as the operator of a server manages them, with `smokestack people`."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, Select, delete, func, insert, select, update

from smokestack.engine.errors import InvalidInput
from smokestack.server.accounts.passwords import hash_now
from smokestack.server.domain.account import read_account_name
from smokestack.server.domain.errors import InvalidAction
from smokestack.server.domain.names import name_key
from smokestack.server.domain.tokens import hash_token
from smokestack.server.settings import Settings
from smokestack.server.storage import notices, one_time_tokens, push_devices
from smokestack.server.storage.database import open_existing
from smokestack.server.storage.schema import (
    accounts,
    passkeys,
    results,
    sessions,
    sign_up_codes,
)


class Person(msgspec.Struct, frozen=True):
    """An account, without secrets."""

    name: str
    created: datetime
    banned: bool
    private: bool
    devices: int
    seen: datetime | None
    """When a device was used last."""
    games: int
    """Finished ones."""


class AccountAdmin:
    """Can be used while servers run; must be closed."""

    def __init__(self, settings: Settings) -> None:
        self._database = open_existing(settings)

    def close(self) -> None:
        self._database.close()

    def all(self, limit: int) -> list[Person]:
        """The accounts, newest first."""
        query = _people().order_by(accounts.c.created.desc(), accounts.c.name_key).limit(limit)
        with self._database.reading() as connection:
            return [_person(row) for row in connection.execute(query)]

    def find(self, name: str) -> Person:
        with self._database.reading() as connection:
            guest = _guest(connection, name)
            return _person(connection.execute(_people().where(accounts.c.guest == guest)).one())

    def rename(self, name: str, new: str) -> None:
        """Give an account another name, also in the statistics of its opponents.

        Its seats keep the old one.
        """
        try:
            new = read_account_name(new)
        except InvalidAction as error:
            raise InvalidInput(str(error)) from None
        with self._database.writing() as connection:
            guest = _guest(connection, name)
            other = select(accounts.c.guest).where(accounts.c.name_key == name_key(new))
            if connection.execute(other).scalar() not in (None, guest):
                raise InvalidInput(f"the name {new!r} is taken")
            own = accounts.c.guest == guest
            values = {"name": new, "name_key": name_key(new)}
            connection.execute(update(accounts).where(own).values(values))
            connection.execute(update(results).where(results.c.guest == guest).values(name=new))

    def ban(self, name: str, banned: bool) -> None:
        """Close an account and sign all its devices out, or open it again.

        While it is closed, nothing is sent to its address and its webhook.
        """
        with self._database.writing() as connection:
            guest = _guest(connection, name)
            own = accounts.c.guest == guest
            connection.execute(update(accounts).where(own).values(banned=banned))
            if banned:
                _sign_out(connection, guest)

    def reset(self, name: str) -> str:
        """Give an account a new password and sign all its devices out; returns the password.

        Its address, passkeys, webhook and the links in its mails are removed as well, so that
        an intruder has no other way to sign in or to read notices.
        """
        password = secrets.token_urlsafe(12)
        with self._database.writing() as connection:
            guest = _guest(connection, name)
            own = accounts.c.guest == guest
            values = {"password_hash": hash_now(password), "email": None}
            connection.execute(update(accounts).where(own).values(values))
            connection.execute(delete(passkeys).where(passkeys.c.guest == guest))
            notices.remove_webhook(connection, guest)
            one_time_tokens.remove(connection, guest)
            _sign_out(connection, guest)
        return password

    def invite(self, count: int) -> list[str]:
        """New codes, each for one account; they are not stored and can't be shown again."""
        codes = [secrets.token_urlsafe(9) for _ in range(count)]
        now = datetime.now(UTC)
        with self._database.writing() as connection:
            connection.execute(
                insert(sign_up_codes),
                [{"code_hash": hash_token(code), "created": now} for code in codes],
            )
        return codes


def _people() -> Select[Any]:
    devices = select(func.count()).where(sessions.c.guest == accounts.c.guest)
    seen = select(func.max(sessions.c.seen)).where(sessions.c.guest == accounts.c.guest)
    games = select(func.count(results.c.table_id.distinct())).where(
        results.c.guest == accounts.c.guest
    )
    return select(
        accounts,
        devices.scalar_subquery().label("devices"),
        seen.scalar_subquery().label("seen"),
        games.scalar_subquery().label("games"),
    )


def _person(row: Row[Any]) -> Person:
    return Person(row.name, row.created, row.banned, row.private, row.devices, row.seen, row.games)


def _sign_out(connection: Connection, guest: str) -> None:
    """Sign all devices out; they get no more push messages."""
    connection.execute(delete(sessions).where(sessions.c.guest == guest))
    push_devices.remove_all(connection, guest)


def _guest(connection: Connection, name: str) -> str:
    found = select(accounts.c.guest).where(accounts.c.name_key == name_key(name))
    guest: str | None = connection.execute(found).scalar()
    if guest is None:
        raise InvalidInput(f"no account has the name {name!r:.60}; see 'smokestack people list'")
    return guest
