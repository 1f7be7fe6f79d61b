"""Reads in threads, writes in groups, and what happens when a connection is lost."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from sqlalchemy import Connection, text
from sqlalchemy.exc import OperationalError

from smokestack.server.storage.async_database import AsyncDatabase
from smokestack.server.storage.database import Database
from smokestack.server.storage.tables import NotWritten
from tests.server.services import settings


@asynccontextmanager
async def open_database(folder: Path, url: str) -> AsyncIterator[AsyncDatabase]:
    database = AsyncDatabase(settings(folder, database=url).database_url())
    await database.open(when_alone=lambda connection: None)
    try:
        yield database
    finally:
        await database.close()


def add_row(connection: Connection, table_id: str) -> str:
    insert = (
        "INSERT INTO changes (number, channel, table_id, revision) VALUES (:number, '', :id, 0)"
    )
    connection.execute(text(insert), {"number": int(table_id), "id": table_id})
    return table_id


def row_ids(connection: Connection) -> list[str]:
    return list(connection.execute(text("SELECT table_id FROM changes ORDER BY number")).scalars())


async def test_a_write_is_committed_before_it_returns(tmp_path: Path, database: str) -> None:
    async with open_database(tmp_path, database) as opened:
        assert await opened.write("1", add_row, "1") == "1"
        other = Database(settings(tmp_path, database=database).database_url())
        with other.reading() as connection:
            assert row_ids(connection) == ["1"]
        other.close()
        assert await opened.read(row_ids) == ["1"]
        assert await opened.read_briefly(row_ids) == ["1"]


async def test_many_writes_at_once_are_all_committed(tmp_path: Path, database: str) -> None:
    async with open_database(tmp_path, database) as opened:
        ids = [str(number) for number in range(1, 201)]
        written = await asyncio.gather(*(opened.write(row_id, add_row, row_id) for row_id in ids))
        assert written == ids
        assert await opened.read(row_ids) == ids


async def test_a_write_that_fails_does_not_affect_others(tmp_path: Path, database: str) -> None:
    def add_and_fail(connection: Connection, table_id: str) -> None:
        add_row(connection, table_id)
        raise ValueError("refused")

    def not_written(connection: Connection) -> None:
        raise NotWritten

    async with open_database(tmp_path, database) as opened:
        results = await asyncio.gather(
            opened.write("1", add_row, "1"),
            opened.write("2", add_and_fail, "2"),
            opened.write("3", not_written),
            opened.write("4", add_row, "4"),
            return_exceptions=True,
        )
        assert [type(result) for result in results] == [str, ValueError, NotWritten, str]
        assert await opened.read(row_ids) == ["1", "4"]


async def test_closing_finishes_queued_writes(tmp_path: Path, database: str) -> None:
    async with open_database(tmp_path, database) as opened:
        writes = [
            asyncio.create_task(opened.write(str(number), add_row, str(number)))
            for number in range(1, 11)
        ]
        await asyncio.sleep(0)
    assert [await write for write in writes] == [str(number) for number in range(1, 11)]
    async with open_database(tmp_path, database) as opened:
        assert len(await opened.read(row_ids)) == 10


async def test_reads_do_not_block_the_event_loop(tmp_path: Path, database: str) -> None:
    async with open_database(tmp_path, database) as opened:
        release = threading.Event()

        def wait(_: Connection) -> bool:
            return release.wait(10)

        read = asyncio.create_task(opened.read(wait))
        await asyncio.sleep(0.05)
        assert not read.done()
        release.set()
        assert await read


async def test_only_the_first_process_on_a_sqlite_file_is_alone(tmp_path: Path) -> None:
    calls: list[str] = []
    url = settings(tmp_path).database_url()
    first, second = AsyncDatabase(url), AsyncDatabase(url)
    await first.open(when_alone=lambda connection: calls.append("first"))
    await second.open(when_alone=lambda connection: calls.append("second"))
    assert calls == ["first"]
    await first.close()
    await second.close()
    third = AsyncDatabase(url)
    await third.open(when_alone=lambda connection: calls.append("third"))
    await third.close()
    assert calls == ["first", "third"]


async def test_no_process_is_known_to_be_alone_on_postgresql(
    tmp_path: Path, new_database: str
) -> None:
    calls: list[str] = []
    opened = AsyncDatabase(settings(tmp_path, database=new_database).database_url())
    await opened.open(when_alone=lambda connection: calls.append("alone"))
    await opened.close()
    assert calls == []


async def test_reads_and_writes_are_repeated_after_a_lost_connection(
    tmp_path: Path, new_database: str
) -> None:
    async with open_database(tmp_path, new_database) as opened:
        await opened.write("1", add_row, "1")
        await opened.read(row_ids)
        terminate_connections(tmp_path, new_database)
        assert await opened.read(row_ids) == ["1"]
        terminate_connections(tmp_path, new_database)
        assert await opened.write("2", add_row, "2") == "2"
        assert await opened.read(row_ids) == ["1", "2"]


async def test_other_errors_of_the_database_are_raised(tmp_path: Path) -> None:
    calls = 0

    def fail(connection: Connection) -> None:
        nonlocal calls
        calls += 1
        connection.execute(text("SELECT * FROM missing"))

    async with open_database(tmp_path, "") as opened:
        with pytest.raises(OperationalError):
            await opened.read(fail)
    assert calls == 1


def terminate_connections(folder: Path, url: str) -> None:
    """Close all connections of others to the database, as a restart of PostgreSQL does."""
    other = Database(settings(folder, database=url).database_url())
    with other.writing() as connection:
        connection.execute(
            text(
                "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        )
    other.close()
