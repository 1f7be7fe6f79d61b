"""Rename tables and columns to plain terms, and the channels on which changes are announced."""

from __future__ import annotations

from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

COLUMNS = {
    "tables": {
        "news": "revision",
        "asked": "decision_since",
        "rewound": "inherited_answers",
    },
    "seats": {
        "agreed": "bot_votes",
        "stand_in": "proposed_bot",
        "nonce": "token_nonce",
        "lock": "token_hash",
    },
    "snapshots": {"stamp": "fingerprint"},
    "jobs": {"asked": "queued_at", "owner": "lease_owner", "until": "lease_expires"},
    "notices": {"news": "revision"},
}
TABLES = {"jobs": "bot_jobs", "sayings": "chat_messages", "notices": "changes"}

DELETED = 2**31 - 1  # in place of the revision of a table that is no more

# Event, channel, table id and number of each announcement.
TRIGGERS = {
    "table_added": ("INSERT ON tables", "tables", "NEW.id", "NEW.revision"),
    "table_changed": ("UPDATE OF revision ON tables", "tables", "NEW.id", "NEW.revision"),
    "table_removed": ("DELETE ON tables", "tables", "OLD.id", str(DELETED)),
    "job_claimed": ("UPDATE OF lease_owner ON bot_jobs", "bots", "NEW.table_id", "NEW.version"),
}
CONDITIONS = {"job_claimed": "NEW.lease_owner IS NOT NULL"}


def upgrade() -> None:
    is_sqlite = op.get_bind().dialect.name == "sqlite"
    _drop_triggers(is_sqlite)
    for table, columns in COLUMNS.items():
        for old, new in columns.items():
            op.execute(f"ALTER TABLE {table} RENAME COLUMN {old} TO {new}")
    for old, new in TABLES.items():
        op.rename_table(old, new)
    _rename_indexes(is_sqlite)
    # Announcements of before the change: other processes read them no more.
    op.execute("DELETE FROM changes")
    create = _create_sqlite_trigger if is_sqlite else _create_postgresql_trigger
    for name, (event, channel, table_id, number) in TRIGGERS.items():
        condition = f"WHEN ({CONDITIONS[name]})" if name in CONDITIONS else ""
        create(name, f"AFTER {event} FOR EACH ROW {condition}", channel, table_id, number)
    if is_sqlite:
        op.execute(
            "CREATE TRIGGER changes_trimmed AFTER INSERT ON changes WHEN NEW.number % 1000 = 0 "
            "BEGIN DELETE FROM changes WHERE number <= NEW.number - 10000; END"
        )


def _drop_triggers(is_sqlite: bool) -> None:
    tables = {"job_claimed": "jobs"}
    for name in TRIGGERS:
        if is_sqlite:
            op.execute(f"DROP TRIGGER {name}")
        else:
            op.execute(f"DROP TRIGGER {name} ON {tables.get(name, 'tables')}")
            op.execute(f"DROP FUNCTION tell_{name}()")
    if is_sqlite:
        op.execute("DROP TRIGGER notices_cleared")


def _rename_indexes(is_sqlite: bool) -> None:
    op.drop_index("ix_jobs_asked", "bot_jobs")
    op.create_index("ix_bot_jobs_queued_at", "bot_jobs", ["queued_at"])
    if is_sqlite:
        # SQLite can't rename a constraint; the names of keys are never used, this one is compared.
        with op.batch_alter_table("seats") as seats:
            seats.drop_constraint("uq_seats_lock", type_="unique")
            seats.create_unique_constraint("uq_seats_token_hash", ["token_hash"])
        return
    op.execute("ALTER TABLE seats RENAME CONSTRAINT uq_seats_lock TO uq_seats_token_hash")
    for old, new in TABLES.items():
        op.execute(f"ALTER TABLE {new} RENAME CONSTRAINT pk_{old} TO pk_{new}")
        if old != "notices":
            key = f"fk_{old}_table_id TO fk_{new}_table_id"
            op.execute(f"ALTER TABLE {new} RENAME CONSTRAINT {key}")


def _create_sqlite_trigger(name: str, event: str, channel: str, table_id: str, number: str) -> None:
    op.execute(
        f"CREATE TRIGGER {name} {event} BEGIN INSERT INTO changes (channel, table_id, revision) "
        f"VALUES ('smokestack_{channel}', {table_id}, {number}); END"
    )


def _create_postgresql_trigger(
    name: str, event: str, channel: str, table_id: str, number: str
) -> None:
    op.execute(
        f"CREATE FUNCTION announce_{name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        f"PERFORM pg_notify('smokestack_{channel}', {table_id} || ' ' || {number}); "
        "RETURN NULL; END $$"
    )
    op.execute(f"CREATE TRIGGER {name} {event} EXECUTE FUNCTION announce_{name}()")
