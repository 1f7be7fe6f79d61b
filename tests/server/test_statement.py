"""Statements that are left to the driver."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from sqlalchemy import bindparam, insert, select, text, update
from sqlalchemy.exc import IntegrityError, OperationalError

from server.houses import settings
from smokestack.server.database import Database
from smokestack.server.schema import sayings, tables
from smokestack.server.statement import Statement

NOON = datetime(2026, 2, 3, 12, 0, 0, 250, tzinfo=UTC)
ROW = {
    "id": "one", "host": "h", "game": "glasgow", "edition": "standard", "options": {"a": True},
    "seed": 7, "rules": 1, "tiles": [1, 2], "version": 3, "news": 4, "status": "running",
    "open": True, "actor": None, "created": NOON, "changed": NOON, "asked": NOON, "resigned": -1,
    "rematch": "", "rewound": 0,
}  # fmt: skip
ADD = Statement(insert(tables))
FIND = Statement(select(tables).where(tables.c.id == bindparam("sought")))


@pytest.fixture
def opened(tmp_path: Path, database: str) -> Database:
    found = Database(settings(tmp_path, database=database).database_url())
    found.bring_up_to_date()
    return found


def test_values_go_to_the_database_and_come_back(opened: Database) -> None:
    """Also those that a database can't keep as they are: times, truth, lists."""
    with opened.writing() as connection:
        assert ADD.run(connection, ROW) == 1
    with opened.reading() as connection:
        (found,) = FIND.find(connection, {"sought": "one"})
        assert vars(found) == ROW
        assert FIND.find(connection, {"sought": "two"}) == []
        (usual,) = connection.execute(select(tables))
        assert usual._asdict() == ROW
    opened.close()


def test_a_moment_of_another_zone_is_the_same_moment(opened: Database) -> None:
    change = Statement(update(tables).where(tables.c.id == bindparam("sought")))
    elsewhere = NOON.astimezone(timezone(timedelta(hours=5)))
    with opened.writing() as connection:
        ADD.run(connection, ROW)
        assert change.run(connection, {"asked": elsewhere, "sought": "one"}) == 1
        assert change.run(connection, {"asked": elsewhere, "sought": "two"}) == 0
    with opened.reading() as connection:
        (found,) = FIND.find(connection, {"sought": "one"})
    assert (found.asked, found.asked.utcoffset()) == (NOON, timedelta())
    opened.close()


def test_nothing_counts_of_a_transaction_that_fails(opened: Database) -> None:
    def add_twice() -> None:
        with opened.writing() as connection:
            ADD.run(connection, ROW)
            ADD.run(connection, ROW)

    with pytest.raises(IntegrityError):
        add_twice()
    with opened.reading() as connection:
        assert FIND.find(connection, {"sought": "one"}) == []
    opened.close()


def test_errors_are_told_as_sqlalchemy_tells_them_and_without_values(opened: Database) -> None:
    say = Statement(insert(sayings))
    saying = {"table_id": "nowhere", "number": 1, "name": "", "seat": 0, "text": "s3cret"}
    with pytest.raises(IntegrityError) as caught, opened.writing() as connection:
        say.run(connection, {**saying, "at": NOON})
    assert "s3cret" not in str(caught.value)
    opened.close()


def test_lost_connections_are_noticed_and_replaced(tmp_path: Path, new_database: str) -> None:
    """All at once, as when PostgreSQL is restarted: whoever tries again gets a new one."""
    url = settings(tmp_path, database=new_database).database_url()
    opened, other = Database(url), Database(url)
    opened.bring_up_to_date()
    connections = [opened.reading() for _ in range(4)]
    ours = [each.execute(text("SELECT pg_backend_pid()")).scalar_one() for each in connections]
    for connection in connections:
        connection.close()
    with other.writing() as connection:
        for process in ours:
            end = text("SELECT pg_terminate_backend(:process, 5000)")
            assert connection.execute(end, {"process": process}).scalar_one()
    other.close()
    with opened.reading() as connection, pytest.raises(OperationalError) as caught:
        FIND.find(connection, {"sought": "one"})
    assert caught.value.connection_invalidated
    with opened.reading() as connection:
        assert FIND.find(connection, {"sought": "one"}) == []
    opened.close()
