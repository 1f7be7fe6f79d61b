"""The openings of finished games, added up."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "opening_counts",
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("kind", sa.String(60), nullable=False),
        sa.Column("parent", sa.String(240), nullable=False),
        sa.Column("move", sa.String(80), nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("wins", sa.Float, nullable=False),
        sa.Column("points", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("game", "kind", "parent", "move", name="pk_opening_counts"),
    )
    op.create_table(
        "opening_games",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_opening_games"),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name="fk_opening_games_table_id", ondelete="CASCADE"
        ),
    )
    # Counts the games that ended before.
    op.execute(
        "INSERT INTO jobs (kind, key, data, due, failures, stamp) "
        "VALUES ('openings', 'all', '{}', CURRENT_TIMESTAMP, 0, 'migration')"
    )
