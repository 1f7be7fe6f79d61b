"""What is said at a table, and reports to the operator."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Integer, String, Table, Text

from smokestack.server.storage.schema.columns import (
    GUEST_ID,
    PLAYER_NAME,
    TABLE_ID,
    UtcDateTime,
    key_number,
    metadata,
    of_table,
)

chat_messages = Table(
    "chat_messages",
    metadata,
    of_table(),
    key_number(),  # the revision of the table that added it
    Column("author", GUEST_ID, nullable=False),
    Column("name", PLAYER_NAME, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", UtcDateTime, nullable=False),
)

announcements = Table(
    "announcements",
    metadata,
    of_table(),
    key_number(),
    Column("kind", String(40), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("by_seat", Integer, nullable=False),
    Column("detail", String(40), nullable=False),
    Column("at", UtcDateTime, nullable=False),
)

mutes = Table(
    "mutes",
    metadata,
    of_table(),
    key_number(),
    Column("reader", GUEST_ID, nullable=False),
    Column("author", GUEST_ID, nullable=False),
    Column("name", PLAYER_NAME, nullable=False),
)

# Not bound to `tables`: the operator may want to read a report after its table was removed.
reports = Table(
    "reports",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("table_id", TABLE_ID, nullable=False, index=True),
    Column("reporter", GUEST_ID, nullable=False, index=True),
    Column("author", GUEST_ID, nullable=False),
    Column("name", PLAYER_NAME, nullable=False),
    Column("message", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    Column("resolved", Boolean, nullable=False, index=True),
)
