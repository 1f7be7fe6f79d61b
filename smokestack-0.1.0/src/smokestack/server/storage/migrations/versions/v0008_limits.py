"""Store where tables were created, the share of each host in the bots, and what was submitted."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for column in ("address", "network"):
        op.add_column("tables", _text(column, 32))
        op.create_index(f"ix_tables_{column}_status", "tables", [column, "status"])
    op.add_column("bot_jobs", _text("host", 64))
    op.add_column("bot_jobs", _text("address", 32))
    op.add_column(
        "bot_jobs", sa.Column("attended", sa.Boolean, nullable=False, server_default=sa.true())
    )
    op.add_column("bot_jobs", sa.Column("watched_until", sa.DateTime(timezone=True)))
    op.execute(
        "UPDATE bot_jobs SET "
        "host = (SELECT host FROM tables WHERE tables.id = bot_jobs.table_id), "
        "attended = EXISTS (SELECT 1 FROM seats WHERE seats.table_id = bot_jobs.table_id "
        "AND seats.guest <> '' AND seats.bot = '' AND NOT seats.has_left)"
    )
    op.create_table(
        "bot_turns",
        sa.Column("address", sa.String(32), nullable=False),
        sa.Column("host", sa.String(64), nullable=False),
        sa.Column("turn", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("address", "host", name="pk_bot_turns"),
    )
    op.add_column("submissions", _text("fingerprint", 32))
    op.create_index("ix_submissions_at", "submissions", ["at"])
    op.create_table(
        "write_tests",
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_write_tests"),
    )
    op.execute("INSERT INTO write_tests (number, at) VALUES (1, CURRENT_TIMESTAMP)")


def _text(name: str, length: int) -> sa.Column[str]:
    return sa.Column(name, sa.String(length), nullable=False, server_default="")
