"""Banned accounts, and codes for sign-up by invitation."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "accounts", sa.Column("banned", sa.Boolean, nullable=False, server_default=sa.false())
    )
    op.create_table(
        "sign_up_codes",
        sa.Column("code_hash", sa.String(64), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("code_hash", name="pk_sign_up_codes"),
    )
