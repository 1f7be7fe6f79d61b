"""Database URLs, unusable databases, and how values are stored."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import create_engine

from smokestack.engine.errors import InvalidInput
from smokestack.server.storage.database import Database
from tests.server.services import (
    open_service,
    settings,
    two_people,
)


@pytest.mark.parametrize("prefix", ["postgresql://", "postgresql+psycopg://", "postgres://"])
async def test_postgresql_urls_work_with_and_without_the_driver(
    tmp_path: Path, new_database: str, prefix: str
) -> None:
    url = prefix + new_database.partition("://")[2]

    async with open_service(tmp_path, database=url) as service:
        await two_people(service)


def test_sqlite_is_configured_to_be_durable(tmp_path: Path) -> None:
    database = Database(settings(tmp_path).database_url())
    with database.reading() as connection:
        found = {
            pragma: connection.exec_driver_sql(f"PRAGMA {pragma}").scalar()
            for pragma in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }
    assert found == {
        "journal_mode": "wal",
        "synchronous": 2,
        "foreign_keys": 1,
        "busy_timeout": 30_000,
    }
    database.close()


@pytest.mark.parametrize(
    "url", ["nonsense", "sqlite://", "sqlite:///:memory:", "oracle+nothing://me:secret@host/x"]
)
def test_an_unusable_url_is_refused_without_showing_the_password(tmp_path: Path, url: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        Database(settings(tmp_path, database=url).database_url())
    assert "secret" not in str(caught.value)


async def test_a_file_that_is_not_a_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "tables.sqlite").write_bytes(b"not a database" * 1000)

    with pytest.raises(InvalidInput):
        async with open_service(tmp_path):
            pass


async def test_a_database_of_a_later_version_is_refused(tmp_path: Path) -> None:
    async with open_service(tmp_path):
        pass
    with sqlite3.connect(tmp_path / "tables.sqlite") as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    with pytest.raises(InvalidInput):
        async with open_service(tmp_path):
            pass


async def test_times_are_stored_in_utc(tmp_path: Path) -> None:
    async with open_service(tmp_path) as service:
        table = await two_people(service)
    engine = create_engine(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    with engine.connect() as connection:
        stored = connection.exec_driver_sql("SELECT created FROM tables").scalar_one()
    engine.dispose()
    assert stored.startswith(table.created.strftime("%Y-%m-%d %H:%M:%S"))
    assert str(table.created.tzinfo) == "UTC"
