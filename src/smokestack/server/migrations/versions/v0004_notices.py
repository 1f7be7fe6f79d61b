"""A board on which processes that share a SQLite file tell each other what is new."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "notices",
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("channel", sa.String(40), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("news", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_notices"),
    )
