"""Accounts in the database; their sessions are in `storage/sessions.py`."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, Row, bindparam, delete, func, or_, select, update

from smokestack.server.domain.account import (
    Account,
    Passkey,
    SeatAccount,
    session_device,
)
from smokestack.server.domain.announcements import INVITED, LEFT, PLAYER_REMOVED, SEAT_TAKEN
from smokestack.server.domain.names import name_key
from smokestack.server.domain.seats import DELETED_NAME
from smokestack.server.domain.table import CLOSED, OVER, RESIGNED
from smokestack.server.storage import (
    jobs,
    notices,
    one_time_tokens,
    passkeys,
    push_devices,
    puzzles,
    ratings,
)
from smokestack.server.storage.insert_if_new import insert_if_new
from smokestack.server.storage.schema import (
    accounts,
    announcements,
    chat_messages,
    invitations,
    mutes,
    results,
    seats,
    sessions,
    sign_up_codes,
    tables,
    tile_sets,
)

FORGET_JOB: Final = "forget-account"
FORGET_AGAIN_AFTER: Final = timedelta(minutes=1)


class UnknownCode(Exception):
    """There is no such code, or it was used before; nothing was written."""


class KnownPasskey(Exception):
    """The passkey belongs to an account already; nothing was written."""


class RemovedAccount(msgspec.Struct, frozen=True):
    changed: set[str]
    """The tables whose rows were changed; all processes load these again."""
    seated: list[str]
    """The tables at whose seats the name still is."""


def add(
    connection: Connection,
    account: Account,
    password_hash: str,
    code_hash: str = "",
    passkey: Passkey | None = None,
) -> bool:
    """Add an account; False if the name is taken or the guest has an account.

    A code is used up by it; `UnknownCode` if there is no such code, `KnownPasskey` if the passkey
    belongs to an account.
    """
    key = name_key(account.name)
    same = or_(accounts.c.name_key == key, accounts.c.guest == account.guest)
    if connection.execute(select(accounts.c.guest).where(same)).first() is not None:
        return False
    values = {
        "guest": account.guest,
        "name": account.name,
        "name_key": key,
        "password_hash": password_hash,
        "private": account.private,
        "created": account.created,
    }
    # Another server may add the same name at this moment.
    new = insert_if_new(connection, accounts).values(values).returning(accounts.c.guest)
    if connection.execute(new).first() is None:
        return False
    if code_hash:
        used = delete(sign_up_codes).where(sign_up_codes.c.code_hash == code_hash)
        if connection.execute(used).rowcount != 1:
            raise UnknownCode
    if passkey is not None and not passkeys.add(connection, passkey):
        raise KnownPasskey
    return True


def find(connection: Connection, guest: str) -> Account | None:
    row = connection.execute(select(accounts).where(accounts.c.guest == guest)).first()
    return None if row is None else _account(row)


def find_by_name(connection: Connection, name: str) -> tuple[Account, str] | None:
    """The account and the hash of its password."""
    row = connection.execute(select(accounts).where(accounts.c.name_key == name_key(name))).first()
    if row is None:
        return None
    return _account(row), row.password_hash


def find_by_email(connection: Connection, email: str, limit: int) -> list[Account]:
    """Several people, such as a family, may share an address."""
    same = func.lower(accounts.c.email) == email.lower()
    query = select(accounts).where(same).order_by(accounts.c.created).limit(limit)
    return [_account(row) for row in connection.execute(query)] if email else []


def created_since(connection: Connection, since: datetime) -> list[tuple[str, datetime]]:
    """The guests who have signed up since then, and when."""
    query = select(accounts.c.guest, accounts.c.created).where(accounts.c.created >= since)
    return [(row.guest, row.created) for row in connection.execute(query)]


def at_seats(connection: Connection, guests: Collection[str]) -> dict[str, SeatAccount]:
    """The accounts of some guests."""
    query = select(accounts.c.guest, accounts.c.name, accounts.c.private)
    found = connection.execute(query.where(accounts.c.guest.in_(guests)))
    return {row.guest: SeatAccount(row.name, not row.private) for row in found}


def is_banned(connection: Connection, guest: str) -> bool:
    query = select(accounts.c.banned).where(accounts.c.guest == guest)
    return bool(connection.execute(query).scalar())


def password_hash(connection: Connection, guest: str) -> str:
    query = select(accounts.c.password_hash).where(accounts.c.guest == guest)
    return connection.execute(query).scalar() or ""


def set_password(connection: Connection, guest: str, hashed: str, kept_session: int) -> None:
    """Change the password; all other devices are signed out."""
    own = accounts.c.guest == guest
    connection.execute(update(accounts).where(own).values(password_hash=hashed))
    others = (sessions.c.guest == guest) & (sessions.c.number != kept_session)
    connection.execute(delete(sessions).where(others))
    push_devices.remove_others(connection, guest, session_device(kept_session))


def set_email(connection: Connection, guest: str, email: str | None) -> None:
    connection.execute(update(accounts).where(accounts.c.guest == guest).values(email=email))


def set_private(connection: Connection, guest: str, private: bool) -> None:
    connection.execute(update(accounts).where(accounts.c.guest == guest).values(private=private))


def set_games_for_puzzles(connection: Connection, guest: str, agrees: bool) -> None:
    own = accounts.c.guest == guest
    connection.execute(update(accounts).where(own).values(games_for_puzzles=agrees))


def remove(connection: Connection, guest: str, now: datetime) -> RemovedAccount:
    """Delete an account with its devices, its tile sets and whom it has muted, and its name from
    chats, announcements and results.

    The caller removes the name from the seats, and a job does if that fails.
    """
    account = find(connection, guest)
    connection.execute(delete(sessions).where(sessions.c.guest == guest))
    connection.execute(delete(accounts).where(accounts.c.guest == guest))
    notices.remove(connection, guest)
    one_time_tokens.remove(connection, guest)
    ratings.remove(connection, guest)
    puzzles.remove(connection, guest)
    connection.execute(delete(invitations).where(invitations.c.guest == guest))
    connection.execute(delete(tile_sets).where(tile_sets.c.owner == guest))
    connection.execute(update(results).where(results.c.guest == guest).values(name=DELETED_NAME))
    changed: set[str] = set()
    for named in (chat_messages, mutes):
        own = named.c.author == guest
        changed |= set(connection.execute(select(named.c.table_id).where(own)).scalars())
        connection.execute(update(named).where(own).values(name=DELETED_NAME))
    muted = delete(mutes).where(mutes.c.reader == guest).returning(mutes.c.table_id)
    changed |= set(connection.execute(muted).scalars())
    changed |= _remove_from_announcements(connection, guest, account)
    if changed:
        revised = update(tables).where(tables.c.id == bindparam("same_id"))
        values = {"revision": tables.c.revision + 1}
        connection.execute(revised.values(values), [{"same_id": each} for each in changed])
    query = select(seats.c.table_id).where(seats.c.guest == guest).distinct()
    seated = sorted(connection.execute(query).scalars())
    jobs.schedule(connection, FORGET_JOB, guest, now + FORGET_AGAIN_AFTER, {"tables": seated})
    return RemovedAccount(changed, seated)


def note_forgotten(connection: Connection, guest: str) -> None:
    """The name of a deleted account was removed from all seats."""
    jobs.cancel(connection, FORGET_JOB, guest)


def _remove_from_announcements(
    connection: Connection, guest: str, account: Account | None
) -> set[str]:
    """Delete a name from announcements of the guest's seats, and of seats that they lost.

    Nothing tells who was invited, or had a seat before the start, but the name. Somebody else who
    has a seat under this name keeps it.
    """
    at_seat = (seats.c.table_id == announcements.c.table_id) & (
        seats.c.number == announcements.c.seat
    )
    query = (
        select(announcements, seats.c.guest, seats.c.name)
        .join(seats, at_seat, isouter=True)
        .where(announcements.c.kind.in_((SEAT_TAKEN, LEFT, PLAYER_REMOVED, INVITED)))
    )
    key = name_key(account.name) if account is not None else None
    found = [
        (row.table_id, row.number)
        for row in connection.execute(query)
        if (row.guest == guest and row.kind in (SEAT_TAKEN, LEFT))
        or (name_key(row.detail) == key and row.name != row.detail)
    ]
    if found:
        one = (announcements.c.table_id == bindparam("of_table")) & (
            announcements.c.number == bindparam("said")
        )
        connection.execute(
            update(announcements).where(one).values(detail=DELETED_NAME),
            [{"of_table": table_id, "said": number} for table_id, number in found],
        )
    return {table_id for table_id, _ in found}


def finished_seats(connection: Connection, guest: str) -> list[tuple[str, int]]:
    """The seats of a guest in finished games."""
    query = (
        select(seats.c.table_id, seats.c.number)
        .join(tables, tables.c.id == seats.c.table_id)
        .where(seats.c.guest == guest, tables.c.status.in_((OVER, RESIGNED, CLOSED)))
    )
    return [(row.table_id, row.number) for row in connection.execute(query)]


def unfinished_seats(connection: Connection, guest: str) -> list[tuple[str, int]]:
    """The seats of a guest in games that wait or run."""
    query = (
        select(seats.c.table_id, seats.c.number)
        .join(tables, tables.c.id == seats.c.table_id)
        .where(seats.c.guest == guest, tables.c.status.not_in((OVER, RESIGNED, CLOSED)))
    )
    return [(row.table_id, row.number) for row in connection.execute(query)]


def _account(row: Row[Any]) -> Account:
    return Account(
        row.guest,
        row.name,
        row.private,
        row.created,
        row.email or "",
        bool(row.password_hash),
        row.games_for_puzzles,
    )
