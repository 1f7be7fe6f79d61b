"""Statements that are compiled once and run by the driver."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from sqlalchemy import bindparam, insert, select, text, update
from sqlalchemy.exc import IntegrityError, OperationalError

from smokestack.server.storage.database import Database
from smokestack.server.storage.prepared import PreparedStatement
from smokestack.server.storage.schema import chat_messages, tables
from tests.server.services import settings

NOON = datetime(2026, 2, 3, 12, 0, 0, 250, tzinfo=UTC)
ROW = {
    "id": "one", "host": "h", "game": "glasgow", "edition": "standard", "options": {"a": True},
    "seed": 7, "deal_table": None, "deal_secret": None, "deal_commitment": None,
    "first_seat": None,
    "rules": 1, "tiles": [1, 2], "version": 3, "revision": 4, "status": "running",
    "open": True, "actor": None, "created": NOON, "changed": NOON, "decision_since": NOON,
    "resigned": -1,
    "rematch": "", "inherited_answers": 0, "hints": True, "absence_minutes": 60,
    "chat_locked": False, "removed_guests": ["guest"], "last_announcement": 0, "address": "a",
    "network": "n", "pace": {"kind": "live"}, "clock": None, "rated": False,
    "tournament": "",
}  # fmt: skip
ADD = PreparedStatement(insert(tables))
FIND = PreparedStatement(select(tables).where(tables.c.id == bindparam("wanted")))


@pytest.fixture
def opened(tmp_path: Path, database: str) -> Database:
    found = Database(settings(tmp_path, database=database).database_url())
    found.migrate()
    return found


def test_values_are_stored_and_read_unchanged(opened: Database) -> None:
    """Includes values that need a conversion: times, booleans, JSON."""
    with opened.writing() as connection:
        assert ADD.run(connection, ROW) == 1
    with opened.reading() as connection:
        (found,) = FIND.find(connection, {"wanted": "one"})
        assert vars(found) == ROW
        assert FIND.find(connection, {"wanted": "two"}) == []
        (usual,) = connection.execute(select(tables))
        assert usual._asdict() == ROW
    opened.close()


def test_times_in_other_zones_are_converted_to_utc(opened: Database) -> None:
    change = PreparedStatement(update(tables).where(tables.c.id == bindparam("wanted")))
    in_another_zone = NOON.astimezone(timezone(timedelta(hours=5)))
    with opened.writing() as connection:
        ADD.run(connection, ROW)
        assert change.run(connection, {"decision_since": in_another_zone, "wanted": "one"}) == 1
        assert change.run(connection, {"decision_since": in_another_zone, "wanted": "two"}) == 0
    with opened.reading() as connection:
        (found,) = FIND.find(connection, {"wanted": "one"})
    assert (found.decision_since, found.decision_since.utcoffset()) == (NOON, timedelta())
    opened.close()


def test_a_transaction_that_fails_is_rolled_back(opened: Database) -> None:
    def add_twice() -> None:
        with opened.writing() as connection:
            ADD.run(connection, ROW)
            ADD.run(connection, ROW)

    with pytest.raises(IntegrityError):
        add_twice()
    with opened.reading() as connection:
        assert FIND.find(connection, {"wanted": "one"}) == []
    opened.close()


def test_errors_are_those_of_sqlalchemy_and_show_no_values(opened: Database) -> None:
    post = PreparedStatement(insert(chat_messages))
    message = {
        "table_id": "missing",
        "number": 1,
        "author": "",
        "name": "",
        "seat": 0,
        "text": "s3cret",
    }
    with pytest.raises(IntegrityError) as caught, opened.writing() as connection:
        post.run(connection, {**message, "at": NOON})
    assert "s3cret" not in str(caught.value)
    opened.close()


def test_lost_connections_are_detected_and_replaced(tmp_path: Path, new_database: str) -> None:
    """All are lost at once, as when PostgreSQL is restarted; the second attempt succeeds."""
    url = settings(tmp_path, database=new_database).database_url()
    opened, other = Database(url), Database(url)
    opened.migrate()
    connections = [opened.reading() for _ in range(4)]
    own_processes = [
        each.execute(text("SELECT pg_backend_pid()")).scalar_one() for each in connections
    ]
    for connection in connections:
        connection.close()
    with other.writing() as connection:
        for process in own_processes:
            terminate = text("SELECT pg_terminate_backend(:process, 5000)")
            assert connection.execute(terminate, {"process": process}).scalar_one()
    other.close()
    with opened.reading() as connection, pytest.raises(OperationalError) as caught:
        FIND.find(connection, {"wanted": "one"})
    assert caught.value.connection_invalidated
    with opened.reading() as connection:
        assert FIND.find(connection, {"wanted": "one"}) == []
    opened.close()
