"""Verifiable deals, and the seat that starts. Games in progress keep their seed; tables that wait
get a secret.
"""

from __future__ import annotations

import hashlib
import secrets

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("deal_table", sa.String(32)))
    op.add_column("tables", sa.Column("deal_secret", sa.String(64)))
    op.add_column("tables", sa.Column("deal_commitment", sa.String(64)))
    op.add_column("tables", sa.Column("first_seat", sa.Integer))
    op.create_index("ix_tables_deal_commitment", "tables", ["deal_commitment"])
    op.add_column(
        "seats", sa.Column("contribution", sa.String(80), nullable=False, server_default="")
    )
    _commit_to_waiting_tables()


def _commit_to_waiting_tables() -> None:
    """Replace the cards of games that have not started, since their host may have seen a hand."""
    tables = sa.table(
        "tables",
        sa.column("id"),
        sa.column("status"),
        sa.column("seed"),
        sa.column("deal_table"),
        sa.column("deal_secret"),
        sa.column("deal_commitment"),
    )
    connection = op.get_bind()
    waiting = sa.select(tables.c.id).where(tables.c.status == "waiting")
    for table_id in list(connection.execute(waiting).scalars()):
        secret = secrets.token_hex(32)
        text = "\n".join(("smokestack-deal-1", "commitment", table_id, secret))
        connection.execute(
            sa.update(tables)
            .where(tables.c.id == table_id)
            .values(
                seed=0,
                deal_table=table_id,
                deal_secret=secret,
                deal_commitment=hashlib.sha256(text.encode()).hexdigest(),
            )
        )
