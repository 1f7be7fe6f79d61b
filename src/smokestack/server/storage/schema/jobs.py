"""Jobs of bots and others, and what processes tell each other."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Index,
    Integer,
    LargeBinary,
    String,
    Table,
    UniqueConstraint,
    true,
)

from smokestack.server.storage.schema.columns import (
    BOT,
    GUEST_ID,
    ORIGIN,
    TABLE_ID,
    UtcDateTime,
    leased_work,
    metadata,
    of_table,
)

# Filled by triggers on SQLite only; PostgreSQL announces changes with NOTIFY.
changes = Table(
    "changes",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("channel", String(40), nullable=False),
    Column("table_id", TABLE_ID, nullable=False),
    Column("revision", Integer, nullable=False),
)

bot_jobs = Table(
    "bot_jobs",
    metadata,
    of_table(),
    Column("version", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("bot", BOT, nullable=False),
    Column("queued_at", UtcDateTime, nullable=False, index=True),
    *leased_work(),
    # Copied from the table, to find the next job without a join.
    Column("host", GUEST_ID, nullable=False, server_default=""),
    Column("address", ORIGIN, nullable=False, server_default=""),
    Column("attended", Boolean, nullable=False, server_default=true()),  # a person is seated
    Column("watched_until", UtcDateTime),  # for tables where no person is seated
)

# The last turn of each host, when a process started on one of its jobs. Turns are counted over all
# hosts; they are not times, because a clock may be set back.
bot_turns = Table(
    "bot_turns",
    metadata,
    Column("address", ORIGIN, primary_key=True),
    Column("host", GUEST_ID, primary_key=True),
    Column("turn", BigInteger, nullable=False),
)

# Analyses of finished games, waiting or done.
analyses = Table(
    "analyses",
    metadata,
    of_table(),
    Column("depth", String(8), primary_key=True),
    Column("queued_at", UtcDateTime, nullable=False, index=True),
    *leased_work(),
    Column("examined", Integer, nullable=False),  # answers so far
    Column("answers", Integer, nullable=False),
    Column("result", LargeBinary),  # compressed JSON; NULL until it is done
)

# A single row, updated to find out whether the database can be written.
write_tests = Table(
    "write_tests",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("at", UtcDateTime, nullable=False),
)

# Work that must be done at some time, by any process; see `storage/jobs.py`.
jobs = Table(
    "jobs",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("kind", String(40), nullable=False),
    Column("key", String(120), nullable=False),  # what it is about, such as a table
    Column("data", JSON, nullable=False),
    Column("due", UtcDateTime, nullable=False),
    *leased_work(),
    Column("stamp", String(32), nullable=False),  # changes with each version of the job
    UniqueConstraint("kind", "key"),
    Index(None, "kind", "due"),
)

# Row 1: when a server last ran. Row 2: when one last stopped, unless it was killed.
heartbeats = Table(
    "heartbeats",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("at", UtcDateTime),
)

# Times in which no server ran, so that no clock did.
downtimes = Table(
    "downtimes",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("started", UtcDateTime, nullable=False),
    Column("ended", UtcDateTime, nullable=False),
)
