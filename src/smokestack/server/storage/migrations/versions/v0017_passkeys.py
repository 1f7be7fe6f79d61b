"""Tokens that work once, for links in mails and challenges, and passkeys."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "one_time_tokens",
        sa.Column("token_hash", sa.String(64), nullable=False),
        sa.Column("purpose", sa.String(20), nullable=False),
        sa.Column("guest", sa.String(64), nullable=False),
        sa.Column("data", sa.String(254), nullable=False),
        sa.Column("expires", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("token_hash", name="pk_one_time_tokens"),
    )
    op.create_index("ix_one_time_tokens_guest", "one_time_tokens", ["guest"])
    op.create_index("ix_one_time_tokens_data", "one_time_tokens", ["data"])
    op.create_index("ix_one_time_tokens_expires", "one_time_tokens", ["expires"])
    op.create_table(
        "passkeys",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("guest", sa.String(64), nullable=False),
        sa.Column("credential", sa.String(1400), nullable=False),
        sa.Column("public_key", sa.LargeBinary, nullable=False),
        sa.Column("sign_count", sa.BigInteger, nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.UniqueConstraint("credential", name="uq_passkeys_credential"),
        sa.ForeignKeyConstraint(
            ["guest"], ["accounts.guest"], name="fk_passkeys_guest", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_passkeys_guest", "passkeys", ["guest"])
