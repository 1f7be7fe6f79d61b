"""Whether the finished games of a person may become puzzles."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "accounts",
        sa.Column("games_for_puzzles", sa.Boolean, nullable=False, server_default=sa.false()),
    )
