"""A disk that is full or read-only: a clear error, nothing is lost, and no table is stuck."""

from __future__ import annotations

import asyncio
import json
import resource
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import event

from tests.server.api.servers import Guest, Running, problem, running
from tests.server.server_process import server_of, serving
from tests.web.page_client import INTERNALS


@contextmanager
def read_only(server: Running) -> Iterator[None]:
    """SQLite refuses to write, as on a read-only file system."""
    _allow_writing(server, "ON")
    try:
        yield
    finally:
        _allow_writing(server, "OFF")


def _allow_writing(server: Running, query_only: str) -> None:
    """Set a pragma of every connection that is used from now on."""
    service = server.app.state.service
    writer = service._database._writer

    @event.listens_for(service._database.sync._engine, "checkout")
    def prepare(connection: sqlite3.Connection, *_: Any) -> None:
        connection.execute(f"PRAGMA query_only={query_only}")

    async def replace_connection() -> None:
        while writer._task is not None:
            await asyncio.sleep(0.001)
        writer._drop_connection()

    loop = service._cleanup._task._task.get_loop()
    asyncio.run_coroutine_threadsafe(replace_connection(), loop).result(10)


def test_a_read_only_database_refuses_changes_and_shows_tables(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with running(tmp_path) as server, server.guest() as ann:
        table = ann.new_table("me", "clerk")
        with read_only(server):
            reply = ann.answer(table)
            assert problem(reply) == "storage-unavailable"
            assert reply.status_code == 503
            assert not INTERNALS.search(reply.text)
            assert "Nothing was lost" in reply.json()["detail"]
            reply = ann.post("/tables", json={"game": "glasgow", "seats": ["me"], "name": "Ann"})
            assert reply.status_code in (422, 503)
            assert ann.table(table["id"])["version"] == table["version"]
            page = httpx.get(f"{server.url}/tables/{table['id']}")
            assert page.status_code == 200
            ready = httpx.get(f"{server.url}/ready")
            assert ready.status_code == 503
            assert ready.json()["reason"] == "the database can't be read or written"
            assert httpx.get(f"{server.url}/health").status_code == 200
        assert ann.answer(table).status_code == 200
        ann.wait_until(table["id"], lambda found: bool(found["my_turn"]))
    assert "database can't be used: attempt to write a readonly database" in caplog.text
    assert not any(record.exc_info for record in caplog.records), "a traceback was logged"


def test_a_bot_answers_once_the_disk_has_room_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with running(tmp_path, bot_pause=1.5) as server, server.guest() as ann:
        table = ann.new_table("clerk", "me")
        with read_only(server):
            ann.wait_until(table["id"], lambda _: "answer of a bot was refused" in caplog.text)
        ann.wait_until(table["id"], lambda found: bool(found["my_turn"]))
    assert not any(record.exc_info for record in caplog.records), "a traceback was logged"


def test_a_full_disk_is_reported_and_survived(tmp_path: Path) -> None:
    """The system refuses to let the files grow, for root as well."""
    with serving(tmp_path) as address, Guest(address) as ann:
        table = ann.new_table("me", "here:Ben")
        assert ann.answer(table).status_code == 200
        process = server_of(tmp_path)
        unlimited = resource.prlimit(process, resource.RLIMIT_FSIZE)
        size = (tmp_path / "tables.sqlite-wal").stat().st_size
        resource.prlimit(process, resource.RLIMIT_FSIZE, (size, unlimited[1]))
        table = ann.table(table["id"])
        replies = [ann.answer(table) for _ in range(3)]
        assert {problem(reply) for reply in replies} == {"storage-unavailable"}
        assert httpx.get(f"{address}/ready").status_code == 503
        assert ann.table(table["id"])["version"] == 1
        resource.prlimit(process, resource.RLIMIT_FSIZE, unlimited)
        assert ann.answer(table).status_code == 200
        assert ann.table(table["id"])["version"] == 2
    lines = [json.loads(line) for line in (tmp_path / "log.txt").read_text().splitlines()]
    failures = [line for line in lines if line["level"] == "error"]
    assert any("database can't be used" in line["message"] for line in failures)
    assert not any("error" in line for line in lines), "a traceback was logged"


@pytest.mark.postgresql
def test_a_read_only_postgresql_refuses_changes(tmp_path: Path, new_database: str) -> None:
    with running(tmp_path, database=new_database) as server, server.guest() as ann:
        table = ann.new_table("me", "here:Ben")
        engine = server.app.state.service._database.sync._engine
        name = engine.url.database
        with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            read_only_database = f'ALTER DATABASE "{name}" SET default_transaction_read_only = on'
            connection.exec_driver_sql(read_only_database)
            others = f"FROM pg_stat_activity WHERE datname = '{name}' AND pid <> pg_backend_pid()"
            connection.exec_driver_sql(f"SELECT pg_terminate_backend(pid) {others}")
            assert problem(ann.answer(table)) == "storage-unavailable"
            connection.exec_driver_sql("SET default_transaction_read_only = off")
            connection.exec_driver_sql(read_only_database.replace("= on", "= off"))
            connection.exec_driver_sql(f"SELECT pg_terminate_backend(pid) {others}")
        assert ann.answer(table).status_code == 200
