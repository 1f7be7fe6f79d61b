"""Create the table of bot jobs, which processes claim."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "jobs",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("bot", sa.String(40), nullable=False),
        sa.Column("asked", MOMENT, nullable=False),
        sa.Column("owner", sa.String(32)),
        sa.Column("until", MOMENT),
        sa.Column("failures", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_jobs"),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name="fk_jobs_table_id", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_jobs_asked", "jobs", ["asked"])
    # Games where it is a bot's turn need a job to continue.
    op.execute(
        "INSERT INTO jobs (table_id, version, seat, bot, asked, failures) "
        "SELECT tables.id, tables.version, seats.number, seats.bot, tables.asked, 0 "
        "FROM tables JOIN seats ON seats.table_id = tables.id AND seats.number = tables.actor "
        "WHERE tables.status = 'running' AND seats.bot <> ''"
    )
