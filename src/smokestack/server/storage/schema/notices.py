"""What people are told, and where."""

from __future__ import annotations

from sqlalchemy import JSON, Column, Integer, String, Table, Text, UniqueConstraint

from smokestack.server.storage.schema.columns import GUEST_ID, UtcDateTime, metadata, of_table

# What a person wants to be told, and where; see `domain/notices.py`.
notice_settings = Table(
    "notice_settings",
    metadata,
    Column("guest", GUEST_ID, primary_key=True),
    Column("language", String(8), nullable=False),
    Column("chosen", JSON, nullable=False),
    Column("webhook_url", Text, nullable=False),
    Column("webhook_form", String(16), nullable=False),
    Column("mailed", UtcDateTime),  # when the last mail was put together
)

# Browsers that accept push messages.
push_devices = Table(
    "push_devices",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("guest", GUEST_ID, nullable=False, index=True),
    Column("device", String(80), nullable=False),
    Column("name", String(60), nullable=False),
    Column("endpoint", Text, nullable=False),
    Column("endpoint_hash", String(64), nullable=False),
    Column("public_key", String(100), nullable=False),
    Column("auth", String(40), nullable=False),
    Column("created", UtcDateTime, nullable=False),
    UniqueConstraint("endpoint_hash"),
)

# The tables that people with notices have open, and on which device.
presence = Table(
    "presence",
    metadata,
    of_table(),
    Column("device", String(80), primary_key=True),
    Column("process", String(16), primary_key=True),  # that serves the page
    Column("guest", GUEST_ID, nullable=False),
    Column("until", UtcDateTime, nullable=False),
)

# Events that a person was told of, so that each is told once.
sent_notices = Table(
    "sent_notices",
    metadata,
    Column("guest", GUEST_ID, primary_key=True),
    Column("event", String(100), primary_key=True),
    Column("at", UtcDateTime, nullable=False, index=True),
)

# Events that wait for the next mail.
mail_notices = Table(
    "mail_notices",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("guest", GUEST_ID, nullable=False, index=True),
    Column("event", JSON, nullable=False),
)
