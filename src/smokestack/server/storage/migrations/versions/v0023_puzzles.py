"""Tries at puzzles, and the ratings of people and puzzles."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "puzzle_tries",
        sa.Column("guest", sa.String(64), nullable=False),
        sa.Column("puzzle", sa.String(16), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("solved", sa.Boolean, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("guest", "puzzle", name="pk_puzzle_tries"),
    )
    op.create_table(
        "puzzle_standings",
        sa.Column("guest", sa.String(64), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        *_rating(),
        sa.Column("streak", sa.Integer, nullable=False),
        sa.Column("best_streak", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("guest", "game", name="pk_puzzle_standings"),
    )
    op.create_table(
        "puzzle_ratings",
        sa.Column("puzzle", sa.String(16), nullable=False),
        *_rating(),
        sa.PrimaryKeyConstraint("puzzle", name="pk_puzzle_ratings"),
    )


def _rating() -> list[sa.Column[float] | sa.Column[int]]:
    return [
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("wins", sa.Integer, nullable=False),
    ]
