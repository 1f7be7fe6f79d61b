"""Accounts with their signed-in devices, and the results of finished games."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "accounts",
        sa.Column("guest", sa.String(64), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("name_key", sa.String(120), nullable=False),
        sa.Column("password_hash", sa.String(200), nullable=False),
        sa.Column("private", sa.Boolean, nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("guest", name="pk_accounts"),
        sa.UniqueConstraint("name_key", name="uq_accounts_name_key"),
    )
    op.create_index("ix_accounts_created", "accounts", ["created"])
    op.create_table(
        "sessions",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("guest", sa.String(64), nullable=False),
        sa.Column("token_hash", sa.String(64), nullable=False),
        sa.Column("previous_hash", sa.String(64)),
        sa.Column("rotated", sa.DateTime(timezone=True), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("seen", sa.DateTime(timezone=True), nullable=False),
        sa.Column("device", sa.String(60), nullable=False),
        sa.UniqueConstraint("token_hash", name="uq_sessions_token_hash"),
        sa.ForeignKeyConstraint(
            ["guest"], ["accounts.guest"], name="fk_sessions_guest", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_sessions_guest", "sessions", ["guest"])
    op.create_index("ix_sessions_previous_hash", "sessions", ["previous_hash"])
    op.create_table(
        "results",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("guest", sa.String(64), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("bot", sa.String(40), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("edition", sa.String(40), nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("points", sa.Integer),
        sa.Column("won", sa.Boolean, nullable=False),
        sa.Column("finished", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_results"),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name="fk_results_table_id", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_results_guest", "results", ["guest"])
    # Stores the results of games that ended before.
    op.execute(
        "INSERT INTO jobs (kind, key, data, due, failures, stamp) "
        "VALUES ('results', 'all', '{}', CURRENT_TIMESTAMP, 0, 'migration')"
    )
