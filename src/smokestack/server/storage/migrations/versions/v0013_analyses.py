"""Store analyses of finished games."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "analyses",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("depth", sa.String(8), nullable=False),
        sa.Column("queued_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("lease_owner", sa.String(32)),
        sa.Column("lease_expires", sa.DateTime(timezone=True)),
        sa.Column("failures", sa.Integer, nullable=False),
        sa.Column("examined", sa.Integer, nullable=False),
        sa.Column("answers", sa.Integer, nullable=False),
        sa.Column("result", sa.LargeBinary),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name="fk_analyses_table_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", "depth", name="pk_analyses"),
    )
    op.create_index("ix_analyses_queued_at", "analyses", ["queued_at"])
