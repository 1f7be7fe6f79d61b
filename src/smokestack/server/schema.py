"""The tables of the database; they mean the same on SQLite and on PostgreSQL.

Changes come as revisions in `migrations/versions`, never here alone.
"""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    DateTime,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator


class Moment(TypeDecorator[datetime]):
    """A point in time in UTC; the one place that knows that SQLite has no time zones."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return None if value is None else value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("host", String(64), nullable=False),
    Column("game", String(40), nullable=False),
    Column("edition", String(40), nullable=False),
    Column("options", JSON, nullable=False),
    Column("seed", BigInteger, nullable=False),
    Column("rules", Integer, nullable=False),
    Column("tiles", JSON, nullable=False),
    Column("version", Integer, nullable=False),
    Column("news", Integer, nullable=False),  # also tells whether somebody else was faster
    Column("status", String(16), nullable=False),
    Column("open", Boolean, nullable=False),
    Column("actor", Integer),  # the seat that must answer, so that bots' work can be found
    Column("created", Moment, nullable=False),
    Column("changed", Moment, nullable=False),
    Column("asked", Moment, nullable=False),
    Column("resigned", Integer, nullable=False),
    Column("rematch", String(32), nullable=False),
    Column("rewound", Integer, nullable=False),
    Index(None, "host", "status"),
    Index(None, "status", "open"),
)


def _of_table() -> Column[str]:
    return Column(
        "table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
    )


seats = Table(
    "seats",
    metadata,
    _of_table(),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("name", String(40), nullable=False),
    Column("guest", String(64), nullable=False, index=True),
    Column("bot", String(40), nullable=False),
    Column("has_left", Boolean, nullable=False),
    Column("agreed", JSON, nullable=False),
    Column("stand_in", String(40), nullable=False),
    Column("nonce", String(32), nullable=False),
    Column("lock", String(64)),
    UniqueConstraint("lock"),
)

answers = Table(
    "answers",
    metadata,
    _of_table(),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("text", String(200), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("by_bot", Boolean, nullable=False),
    Column("reveals", Boolean, nullable=False),
    Column("at", Moment, nullable=False),
)

snapshots = Table(
    "snapshots",
    metadata,
    _of_table(),
    Column("number", Integer, primary_key=True, autoincrement=False),  # of answers before it
    Column("stamp", String(64), nullable=False),
    Column("data", LargeBinary, nullable=False),
)

sayings = Table(
    "sayings",
    metadata,
    _of_table(),
    Column("number", Integer, primary_key=True, autoincrement=False),  # of the news that it was
    Column("name", String(40), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Moment, nullable=False),
)

# Filled by the database itself, and only on SQLite: PostgreSQL has means of its own to tell others.
notices = Table(
    "notices",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("channel", String(40), nullable=False),
    Column("table_id", String(32), nullable=False),
    Column("news", Integer, nullable=False),
)

submissions = Table(
    "submissions",
    metadata,
    _of_table(),
    Column("guest", String(64), primary_key=True),
    Column("key", String(64), primary_key=True),
    Column("at", Moment, nullable=False),
)

jobs = Table(
    "jobs",
    metadata,
    _of_table(),
    Column("version", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("bot", String(40), nullable=False),
    Column("asked", Moment, nullable=False, index=True),
    Column("owner", String(32)),  # the process that thinks about it
    Column("until", Moment),  # until when nobody else does
    Column("failures", Integer, nullable=False),
)
