"""Create triggers that announce every change to the processes that share the database.

PostgreSQL uses NOTIFY. SQLite inserts into the table `notices`, which keeps the last 10,000 rows.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

GONE = 2**31 - 1  # instead of a counter of changes, for a deleted table

# Trigger event, channel, table id and counter of each announcement.
EVENTS = {
    "table_added": ("INSERT ON tables", "changes", "NEW.id", "NEW.news"),
    "table_changed": ("UPDATE OF news ON tables", "changes", "NEW.id", "NEW.news"),
    "table_removed": ("DELETE ON tables", "changes", "OLD.id", str(GONE)),
    "job_claimed": ("UPDATE OF owner ON jobs", "thoughts", "NEW.table_id", "NEW.version"),
}
CONDITIONS = {"job_claimed": "NEW.owner IS NOT NULL"}


def upgrade() -> None:
    op.create_table(
        "notices",
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("channel", sa.String(40), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("news", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_notices"),
    )
    create = _create_on_sqlite if op.get_bind().dialect.name == "sqlite" else _create_on_postgresql
    for name, (when, channel, table_id, news) in EVENTS.items():
        condition = f"WHEN ({CONDITIONS[name]})" if name in CONDITIONS else ""
        create(name, f"AFTER {when} FOR EACH ROW {condition}", channel, table_id, news)
    if create is _create_on_sqlite:
        op.execute(
            "CREATE TRIGGER notices_cleared AFTER INSERT ON notices WHEN NEW.number % 1000 = 0 "
            "BEGIN DELETE FROM notices WHERE number <= NEW.number - 10000; END"
        )


def _create_on_sqlite(name: str, event: str, channel: str, table_id: str, news: str) -> None:
    op.execute(
        f"CREATE TRIGGER {name} {event} BEGIN INSERT INTO notices (channel, table_id, news) "
        f"VALUES ('smokestack_{channel}', {table_id}, {news}); END"
    )


def _create_on_postgresql(name: str, event: str, channel: str, table_id: str, news: str) -> None:
    op.execute(
        f"CREATE FUNCTION tell_{name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        f"PERFORM pg_notify('smokestack_{channel}', {table_id} || ' ' || {news}); "
        "RETURN NULL; END $$"
    )
    op.execute(f"CREATE TRIGGER {name} {event} EXECUTE FUNCTION tell_{name}()")
