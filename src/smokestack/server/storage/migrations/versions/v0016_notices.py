"""Notices: what people want to be told, where, and what they were told."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("accounts", sa.Column("email", sa.String(254)))
    op.create_table(
        "notice_settings",
        sa.Column("guest", sa.String(64), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("chosen", sa.JSON, nullable=False),
        sa.Column("webhook_url", sa.Text, nullable=False),
        sa.Column("webhook_form", sa.String(16), nullable=False),
        sa.Column("mailed", sa.DateTime(timezone=True)),
        sa.PrimaryKeyConstraint("guest", name="pk_notice_settings"),
    )
    op.create_table(
        "push_devices",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("guest", sa.String(64), nullable=False),
        sa.Column("device", sa.String(80), nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("endpoint_hash", sa.String(64), nullable=False),
        sa.Column("public_key", sa.String(100), nullable=False),
        sa.Column("auth", sa.String(40), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.UniqueConstraint("endpoint_hash", name="uq_push_devices_endpoint_hash"),
    )
    op.create_index("ix_push_devices_guest", "push_devices", ["guest"])
    op.create_table(
        "presence",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("device", sa.String(80), nullable=False),
        sa.Column("guest", sa.String(64), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "device", name="pk_presence"),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name="fk_presence_table_id", ondelete="CASCADE"
        ),
    )
    op.create_table(
        "sent_notices",
        sa.Column("guest", sa.String(64), nullable=False),
        sa.Column("event", sa.String(100), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("guest", "event", name="pk_sent_notices"),
    )
    op.create_index("ix_sent_notices_at", "sent_notices", ["at"])
    op.create_table(
        "mail_notices",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("guest", sa.String(64), nullable=False),
        sa.Column("event", sa.JSON, nullable=False),
    )
    op.create_index("ix_mail_notices_guest", "mail_notices", ["guest"])
