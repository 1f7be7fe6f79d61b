"""Clocks of tables, automatic answers, durable jobs, and the times when no server ran."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("pace", sa.JSON(none_as_null=True)))
    op.add_column("tables", sa.Column("clock", sa.JSON(none_as_null=True)))
    op.add_column("seats", sa.Column("automatic", sa.JSON, nullable=False, server_default="[]"))
    op.create_table(
        "jobs",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(40), nullable=False),
        sa.Column("key", sa.String(120), nullable=False),
        sa.Column("data", sa.JSON, nullable=False),
        sa.Column("due", sa.DateTime(timezone=True), nullable=False),
        sa.Column("lease_owner", sa.String(32)),
        sa.Column("lease_expires", sa.DateTime(timezone=True)),
        sa.Column("failures", sa.Integer, nullable=False),
        sa.Column("stamp", sa.String(32), nullable=False),
        sa.UniqueConstraint("kind", "key", name="uq_jobs_kind_key"),
    )
    op.create_index("ix_jobs_due", "jobs", ["due"])
    op.create_table(
        "heartbeats",
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True)),
        sa.PrimaryKeyConstraint("number", name="pk_heartbeats"),
    )
    op.execute("INSERT INTO heartbeats (number) VALUES (1)")
    op.create_table(
        "downtimes",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("started", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended", sa.DateTime(timezone=True), nullable=False),
    )
