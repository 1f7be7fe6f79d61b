"""The change feed of SQLite."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest

from smokestack.server.live import sqlite
from smokestack.server.storage.database import Database
from tests.server.services import (
    BOB,
    open_service,
    settings,
    two_people,
)


async def test_changes_deleted_before_they_were_read_are_detected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_service(tmp_path) as one:
        monkeypatch.setattr(sqlite, "POLL_SECONDS", 1.0)
        async with open_service(tmp_path) as other:
            table = await two_people(one)
            await other.find(table.id)
            async with other.broadcast.subscribe(table.id) as revisions, asyncio.timeout(20):
                for number in range(20):
                    posted = await one.chat.post(table.id, BOB, "", f"line {number}")
                with sqlite3.connect(tmp_path / "tables.sqlite") as connection:
                    connection.execute("DELETE FROM changes WHERE revision < 10")
                connection.close()
                other_table = await two_people(one)
                assert (await other.find(table.id)).chat_messages == posted.chat_messages
                assert (await other.find(other_table.id)).seats == other_table.seats
                while await anext(revisions) < posted.revision:
                    pass


def test_old_changes_are_deleted(tmp_path: Path) -> None:
    opened = Database(settings(tmp_path).database_url())
    opened.migrate()
    opened.close()
    with sqlite3.connect(tmp_path / "tables.sqlite") as connection:
        change = ("smokestack_tables", "x", 1)
        insert = "INSERT INTO changes (channel, table_id, revision) VALUES (?, ?, ?)"
        connection.executemany(insert, [change] * 25_500)
        found = connection.execute("SELECT min(number), max(number) FROM changes").fetchone()
    connection.close()
    assert found == (15_001, 25_500)
