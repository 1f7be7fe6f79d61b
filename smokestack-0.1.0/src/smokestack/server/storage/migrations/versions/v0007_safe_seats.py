"""Invitations that work once, devices of a seat, announcements, mutes and reports.

A taken seat gets no token here: only the server has the key for one. Its owner gets a private link
by renewing it. The invitation with which the seat was taken, which its host knows, works no more.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    _add_columns()
    _fill_columns()
    op.create_index("ix_seats_used_token_hash", "seats", ["used_token_hash"])
    _create_tables()


def _add_columns() -> None:
    for table, column in (
        ("tables", sa.Column("hints", sa.Boolean, nullable=False, server_default=sa.false())),
        ("tables", sa.Column("absence_minutes", sa.Integer, nullable=False, server_default="1440")),
        ("tables", sa.Column("chat_locked", sa.Boolean, nullable=False, server_default=sa.false())),
        ("tables", sa.Column("removed_guests", sa.JSON, nullable=False, server_default="[]")),
        ("tables", sa.Column("last_announcement", sa.Integer, nullable=False, server_default="0")),
        ("seats", sa.Column("used_token_hash", sa.String(64), nullable=False, server_default="")),
        ("chat_messages", sa.Column("author", sa.String(64), nullable=False, server_default="")),
    ):
        op.add_column(table, column)


def _fill_columns() -> None:
    # Hints stay possible where a single person plays.
    op.execute(
        "UPDATE tables SET hints = (SELECT count(*) FROM seats WHERE seats.table_id = tables.id "
        "AND (seats.guest <> '' OR seats.bot = '')) < 2"
    )
    op.execute(
        "UPDATE seats SET used_token_hash = token_hash, token_hash = NULL, token_nonce = '' "
        "WHERE guest <> '' AND token_hash IS NOT NULL AND guest <> "
        "(SELECT host FROM tables WHERE tables.id = seats.table_id)"
    )
    op.execute(
        "UPDATE chat_messages SET author = COALESCE((SELECT guest FROM seats "
        "WHERE seats.table_id = chat_messages.table_id AND seats.number = chat_messages.seat), '') "
        "WHERE seat >= 0"
    )


def _create_tables() -> None:
    op.create_table(
        "seat_devices",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("guest", sa.String(64), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat", "guest", name="pk_seat_devices"),
        _of_table("seat_devices"),
    )
    op.create_index("ix_seat_devices_guest", "seat_devices", ["guest"])
    op.create_table(
        "announcements",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(40), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("by_seat", sa.Integer, nullable=False),
        sa.Column("detail", sa.String(40), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "number", name="pk_announcements"),
        _of_table("announcements"),
    )
    op.create_table(
        "mutes",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("reader", sa.String(64), nullable=False),
        sa.Column("author", sa.String(64), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "number", name="pk_mutes"),
        _of_table("mutes"),
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("reporter", sa.String(64), nullable=False),
        sa.Column("author", sa.String(64), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("message", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("resolved", sa.Boolean, nullable=False),
    )
    for column in ("table_id", "reporter", "resolved"):
        op.create_index(f"ix_reports_{column}", "reports", [column])


def _of_table(name: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["table_id"], ["tables.id"], name=f"fk_{name}_table_id", ondelete="CASCADE"
    )
