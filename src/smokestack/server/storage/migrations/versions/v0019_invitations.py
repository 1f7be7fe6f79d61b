"""Invitations of account holders by name."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "invitations",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("guest", sa.String(64), nullable=False),
        sa.Column("invited", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name="fk_invitations_table_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", "guest", name="pk_invitations"),
    )
    op.create_index("ix_invitations_guest", "invitations", ["guest"])
