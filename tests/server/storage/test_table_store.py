"""Finding and changing tables, also when a commit fails or a caller is cancelled."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection
from sqlalchemy.exc import OperationalError

from smokestack.server.domain import creation
from smokestack.server.domain.errors import (
    InvalidAction,
    StorageUnavailable,
    TableNotFound,
)
from smokestack.server.domain.table import Table
from smokestack.server.domain.time_source import SYSTEM_TIME
from smokestack.server.domain.tokens import TokenSigner
from smokestack.server.storage import tables as repository
from smokestack.server.storage.cache import TableCache
from smokestack.server.storage.table_store import TableStore
from tests.server.services import ANN, create, key, open_service, plan, play, two_people


async def test_unknown_ids_are_not_found(tmp_path: Path, database: str) -> None:
    async with open_service(tmp_path, database=database) as service:
        for table_id in ("", "nothing", "../..", "x" * 1000, "a\0b", "é" * 8):
            with pytest.raises(TableNotFound):
                await service.find(table_id)
            with pytest.raises(TableNotFound):
                await service.turns.answer(table_id, ANN, 0, key(), "move 3")


async def test_the_tables_of_a_list_are_loaded_at_once(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_service(tmp_path, database=database) as service:
        created = [await two_people(service) for _ in range(4)]
    async with open_service(tmp_path, database=database) as service:
        loaded: list[list[str]] = []
        load_all = repository.load_all

        def note(connection: Connection, ids: list[str]) -> list[Table]:
            loaded.append(ids)
            return load_all(connection, ids)

        def fail(*_: Any) -> None:
            raise AssertionError("a table is loaded alone")

        monkeypatch.setattr(repository, "load_all", note)
        monkeypatch.setattr(TableStore, "_load", fail)
        for _ in range(2):
            found = await service.lobby.tables_of(ANN)
            assert {table.id for table in found} == {table.id for table in created}
        assert [sorted(ids) for ids in loaded] == [sorted(table.id for table in created)]


def test_an_older_table_does_not_replace_a_newer_one_in_the_cache() -> None:
    cache = TableCache(10)
    table = creation.create(TokenSigner(b"key"), ANN, plan("me", "link"), SYSTEM_TIME.now())
    older, newer = table.copy(), table.copy()
    newer.revision += 1
    cache.put(newer)
    cache.put_if_newer(older)
    assert cache.get(table.id) is newer
    cache.drop(table.id)
    cache.note_revision(table.id, newer.revision)
    cache.put_if_newer(older)
    assert cache.get_stale(table.id) is None
    cache.put_if_newer(newer)
    assert cache.get(table.id) is newer


async def test_a_change_that_cannot_be_stored_is_not_visible(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_service(tmp_path, database=database) as service:
        table = await two_people(service)

        def fail(*_: Any) -> None:
            raise OperationalError("COMMIT", {}, Exception("disk full"))

        with monkeypatch.context() as patch:
            patch.setattr(repository, "save", fail)
            with pytest.raises(StorageUnavailable, match="Nothing was lost"):
                await service.turns.answer(table.id, ANN, 0, key(), "move 3")
        found = await service.find(table.id)
        assert found.match.history == []
        assert (found.version, found.revision) == (table.version, table.revision)
        assert (await play(service, found, ANN, "move 3")).version == 1


async def test_an_answer_is_stored_even_if_its_caller_is_cancelled(
    tmp_path: Path, database: str
) -> None:
    async with open_service(tmp_path, database=database) as service:
        table = await two_people(service)
        task = asyncio.create_task(service.turns.answer(table.id, ANN, 0, key(), "move 3"))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
    async with open_service(tmp_path, database=database) as service:
        found = await service.find(table.id)
        assert (found.version, len(found.match.history)) == (1, 1)


async def test_a_table_that_cannot_be_replayed_does_not_affect_others(tmp_path: Path) -> None:
    async with open_service(tmp_path) as service:
        broken = await create(service, ANN, plan("apprentice", "me"))
        sound = await create(service, ANN, plan("me", "here:Ben"))
    connection = sqlite3.connect(tmp_path / "tables.sqlite")
    connection.execute("UPDATE tables SET rules = 999 WHERE id = ?", [broken.id])
    connection.commit()
    connection.close()
    async with open_service(tmp_path) as service:
        with pytest.raises(InvalidAction):
            await service.find(broken.id)
        assert [table.id for table in await service.lobby.tables_of(ANN)] == [sound.id]
        await play(service, sound, ANN)
        table = await create(service, ANN, plan("apprentice", "me"))
        async with asyncio.timeout(30):
            while (await service.find(table.id)).version == 0:
                await asyncio.sleep(0.05)
