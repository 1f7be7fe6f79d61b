"""What the tables of the schema share: types, columns and the metadata."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Column, DateTime, Float, ForeignKey, Integer, MetaData, String
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator


class UtcDateTime(TypeDecorator[datetime]):
    """A point in time in UTC; SQLite stores it without a time zone."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return None if value is None else value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


TABLE_ID = String(32)
GUEST_ID = String(64)
TOKEN_HASH = String(64)
ORIGIN = String(32)  # a hash of an address or a network; see `Origin`
PLAYER_NAME = String(40)
GAME = String(40)
EDITION = String(40)
BOT = String(40)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def of_table() -> Column[str]:
    """The table to which a row belongs, with which it is removed."""
    return Column(
        "table_id", TABLE_ID, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
    )


def of_account() -> Column[str]:
    """The account to which a row belongs, with which it is removed."""
    return Column(
        "guest",
        GUEST_ID,
        ForeignKey("accounts.guest", ondelete="CASCADE"),
        nullable=False,
        index=True,
    )


def key_number(name: str = "number") -> Column[int]:
    """A number that is a part of the key and chosen by us, not by the database."""
    return Column(name, Integer, primary_key=True, autoincrement=False)


def leased_work() -> tuple[Column[Any], ...]:
    """Who works on a job, and how often it has failed."""
    return (
        Column("lease_owner", String(32)),  # the process that works on it
        Column("lease_expires", UtcDateTime),  # when another process may take over
        Column("failures", Integer, nullable=False),
    )


def skill() -> tuple[Column[Any], ...]:
    """An estimate of skill in the terms of openskill."""
    return (Column("mu", Float, nullable=False), Column("sigma", Float, nullable=False))


def rating() -> tuple[Column[Any], ...]:
    """A skill, and the games from which it was estimated."""
    return (
        *skill(),
        Column("games", Integer, nullable=False),
        Column("wins", Integer, nullable=False),
    )
