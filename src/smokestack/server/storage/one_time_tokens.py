"""Tokens that work once and for a while: links in mails, challenges of passkeys. Of each only the
hash is stored."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Connection, delete, func, insert, select

from smokestack.server.storage.schema import one_time_tokens

Found = tuple[str, str]
"""The guest and the data of a token."""


def add(
    connection: Connection,
    token_hash: str,
    purpose: str,
    guest: str,
    data: str,
    now: datetime,
    expires: datetime,
) -> None:
    connection.execute(delete(one_time_tokens).where(one_time_tokens.c.expires < now))
    row = {"token_hash": token_hash, "purpose": purpose, "guest": guest, "data": data}
    connection.execute(insert(one_time_tokens), {**row, "expires": expires})


def find(connection: Connection, token_hash: str, purpose: str, now: datetime) -> Found | None:
    query = select(one_time_tokens).where(
        one_time_tokens.c.token_hash == token_hash,
        one_time_tokens.c.purpose == purpose,
        one_time_tokens.c.expires >= now,
    )
    row = connection.execute(query).first()
    return None if row is None else (row.guest, row.data)


def take(connection: Connection, token_hash: str, purpose: str, now: datetime) -> Found | None:
    """What a token is for; it does not work again."""
    found = find(connection, token_hash, purpose, now)
    same = one_time_tokens.c.token_hash == token_hash
    if found is None or connection.execute(delete(one_time_tokens).where(same)).rowcount != 1:
        return None
    return found


def count(connection: Connection, purpose: str, guest: str, data: str, now: datetime) -> int:
    """How many tokens for the same purpose a guest has, or the same data has, if that is more."""
    valid = (one_time_tokens.c.purpose == purpose) & (one_time_tokens.c.expires >= now)
    counted = select(func.count()).select_from(one_time_tokens)
    of_guest = counted.where(valid, one_time_tokens.c.guest == guest)
    of_data = counted.where(valid, one_time_tokens.c.data == data)
    return max(connection.execute(query).scalar_one() for query in (of_guest, of_data))


def remove(connection: Connection, guest: str) -> None:
    connection.execute(delete(one_time_tokens).where(one_time_tokens.c.guest == guest))
