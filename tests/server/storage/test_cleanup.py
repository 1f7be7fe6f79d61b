"""What is deleted after a while, and what is not."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from sqlalchemy import Connection, Table, func, select, update

from smokestack.server.domain.errors import TableNotFound
from smokestack.server.domain.origin import Origin
from smokestack.server.service.table_service import TableService
from smokestack.server.storage.bot_jobs import BotJobRepository
from smokestack.server.storage.schema import bot_turns, submissions, tables
from tests.server.services import ANN, BOB, create, open_service, plan, play, two_people

LONG_AGO = datetime.now(UTC) - timedelta(days=4)


async def write(service: TableService, table: Table, **values: Any) -> None:
    def change(connection: Connection) -> None:
        connection.execute(update(table).values(values))

    await service._database.write("~", change)


async def read(service: TableService, query: Any) -> Any:
    return await service._database.read(lambda connection: connection.execute(query).scalar())


async def test_tables_that_wait_too_long_are_deleted(tmp_path: Path, database: str) -> None:
    async with open_service(tmp_path, database=database) as service:
        waiting = await service.creation.create(ANN, plan("me", "link", open=True))
        running = await two_people(service)
        await write(service, tables, changed=LONG_AGO)
        recent = await service.creation.create(BOB, plan("me", "link", open=True))
        await service._cleanup.run()
        # PostgreSQL notifies the process of the deletion a little later.
        end = monotonic() + 10.0
        while service._store._cache.get(waiting.id) is not None and monotonic() < end:
            await asyncio.sleep(0.01)
        with pytest.raises(TableNotFound):
            await service.find(waiting.id)
        with pytest.raises(TableNotFound):
            await service.seats.join(waiting.id, BOB, "Bob")
        assert (await service.find(running.id)).id == running.id
        assert [table.id for table in await service.lobby.open_tables()] == [recent.id]


async def test_tables_are_kept_if_the_setting_says_so(tmp_path: Path) -> None:
    async with open_service(tmp_path, waiting_table_hours=0) as service:
        waiting = await service.creation.create(ANN, plan("me", "link"))
        await write(service, tables, changed=LONG_AGO)
        await service._cleanup.run()
        assert (await service.find(waiting.id)).id == waiting.id


async def test_old_submissions_are_deleted(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("smokestack.server.storage.cleanup.BATCH_SIZE", 3)
    count = select(func.count()).select_from(submissions)
    async with open_service(tmp_path, database=database) as service:
        table = await create(service, ANN, plan("me", "here:Ben"))
        for _ in range(8):
            table = await play(service, table, ANN)
        await write(service, submissions, at=LONG_AGO)
        table = await play(service, table, ANN)
        assert await read(service, count) == 9
        await service._cleanup.run()
        assert await read(service, count) == 1
        assert (await service.find(table.id)).version == 9


async def test_the_origin_of_a_table_is_forgotten_when_its_game_is_over(
    tmp_path: Path, database: str
) -> None:
    async with open_service(tmp_path, database=database) as service:
        origin = Origin("address", "network")
        table = await create(service, ANN, plan("me", "here:Ben"), origin)
        await service._cleanup.run()
        assert (await service.find(table.id)).origin == origin
        await service.seats.resign(table.id, ANN, 0)
        await service._cleanup.run()
        assert await read(service, select(tables.c.address)) == ""
        assert await read(service, select(tables.c.network)) == ""


async def test_the_turns_of_a_host_are_forgotten_when_their_games_are_over(
    tmp_path: Path, database: str
) -> None:
    async with open_service(tmp_path, database=database, bots=0) as service:
        count = select(func.count()).select_from(bot_turns)
        found = [
            await create(service, ANN, plan("me", "apprentice", first=1), Origin("address"))
            for _ in range(2)
        ]
        await BotJobRepository(service._database, "owner", 10.0).claim_next(2, 2)
        assert await read(service, count) == 1
        for table, expected in zip(found, (1, 0), strict=True):
            await service._cleanup.run()
            assert await read(service, count) == 1
            await service.seats.resign(table.id, ANN, table.seats_of(ANN)[0])
            await service._cleanup.run()
            assert await read(service, count) == expected
