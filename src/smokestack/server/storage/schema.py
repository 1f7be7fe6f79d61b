"""The schema, the same on SQLite and PostgreSQL.

Every change here needs a revision in `migrations/versions`.
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
    Column("seed", BigInteger, nullable=False),  # 0 if there is a deal
    Column("deal_table", String(32)),  # the table for which the secret of the deal was made
    Column("deal_secret", String(64)),
    Column("deal_commitment", String(64), index=True),
    Column("rules", Integer, nullable=False),
    Column("first_seat", Integer),  # the seat that starts, if it was chosen
    Column("tiles", JSON, nullable=False),
    Column("version", Integer, nullable=False),
    Column("revision", Integer, nullable=False),  # also used for optimistic locking
    Column("status", String(16), nullable=False),
    Column("open", Boolean, nullable=False),
    Column("actor", Integer),  # the seat that must answer, to count pending bot jobs
    Column("created", UtcDateTime, nullable=False),
    Column("changed", UtcDateTime, nullable=False),
    Column("decision_since", UtcDateTime, nullable=False),
    Column("resigned", Integer, nullable=False),
    Column("rematch", String(32), nullable=False),
    Column("inherited_answers", Integer, nullable=False),
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
    Column("bot_votes", JSON, nullable=False),
    Column("proposed_bot", String(40), nullable=False),
    Column("token_nonce", String(32), nullable=False),
    Column("token_hash", String(64)),
    Column("contribution", String(80), nullable=False),  # to the deal
    UniqueConstraint("token_hash"),
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
    Column("at", UtcDateTime, nullable=False),
)

snapshots = Table(
    "snapshots",
    metadata,
    _of_table(),
    Column("number", Integer, primary_key=True, autoincrement=False),  # of answers before it
    Column("fingerprint", String(64), nullable=False),
    Column("data", LargeBinary, nullable=False),
)

chat_messages = Table(
    "chat_messages",
    metadata,
    _of_table(),
    Column(
        "number", Integer, primary_key=True, autoincrement=False
    ),  # the revision of the table that added it
    Column("name", String(40), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", UtcDateTime, nullable=False),
)

# Filled by triggers on SQLite only; PostgreSQL announces changes with NOTIFY.
changes = Table(
    "changes",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("channel", String(40), nullable=False),
    Column("table_id", String(32), nullable=False),
    Column("revision", Integer, nullable=False),
)

submissions = Table(
    "submissions",
    metadata,
    _of_table(),
    Column("guest", String(64), primary_key=True),
    Column("key", String(64), primary_key=True),
    Column("at", UtcDateTime, nullable=False),
)

bot_jobs = Table(
    "bot_jobs",
    metadata,
    _of_table(),
    Column("version", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("bot", String(40), nullable=False),
    Column("queued_at", UtcDateTime, nullable=False, index=True),
    Column("lease_owner", String(32)),  # the process that works on it
    Column("lease_expires", UtcDateTime),  # when another process may take over
    Column("failures", Integer, nullable=False),
)
