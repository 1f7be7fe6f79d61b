"""One host's bots don't delay those of others."""

from __future__ import annotations

import asyncio
from pathlib import Path
from time import monotonic

import pytest

from smokestack.server.bots import watching
from smokestack.server.bots.watching import WatchRecorder
from smokestack.server.service.table_service import TableService
from tests.server.services import ANN, BOB, create, open_service, plan, play, wait_until

MANY = 200


async def seconds_for_a_bot(service: TableService) -> float:
    """How long Bob waits for the bot's next answers until it is his turn again."""
    table = await create(service, BOB, plan("me", "clerk"))
    slowest = 0.0
    for _ in range(2):
        while table.match.actor == 0:
            table = await play(service, table, BOB)
        begun = monotonic()
        table = await wait_until(service, table.id, lambda table: table.match.actor == 0, 120)
        slowest = max(slowest, monotonic() - begun)
    return slowest


@pytest.mark.parametrize("bots", [1, 2])
async def test_200_tables_of_four_masters_do_not_delay_another_player(
    tmp_path: Path, bots: int
) -> None:
    async with open_service(tmp_path, bots=bots) as service:
        alone = await seconds_for_a_bot(service)
        masters = plan(*["master"] * 4, game="brass")
        for _ in range(MANY):
            await service.creation.create(ANN, masters)
        loaded = await seconds_for_a_bot(service)
        # With one process, each answer waits for at most one answer of a master.
        assert loaded < 8 * alone + 20


async def test_many_tables_of_one_player_do_not_delay_another(tmp_path: Path) -> None:
    async with open_service(tmp_path) as service:
        alone = await seconds_for_a_bot(service)
        for _ in range(60):
            masters = plan("master", "master", "master", "me", game="brass")
            await create(service, ANN, masters)
        assert await seconds_for_a_bot(service) < 8 * alone + 20


async def test_a_stream_and_a_polling_page_mark_a_table_as_watched(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watching, "NOTE_SECONDS", 0.05)
    async with open_service(tmp_path, database=database, bots=0) as service:
        tables = [
            await service.creation.create(ANN, plan("apprentice", "apprentice")) for _ in range(3)
        ]
        assert await service.poll_revision(tables[0].id) == 0
        jobs = service._watches._jobs
        async with service.broadcast.subscribe(tables[1].id), asyncio.timeout(30):
            while True:
                claimed = await jobs.claim_next(3, 0)
                if len(claimed) == 2:
                    break
                for found in claimed:
                    await jobs.release(found.job)
                await asyncio.sleep(0.05)
        assert {found.job.table_id for found in claimed} == {tables[0].id, tables[1].id}


async def test_a_page_that_stopped_polling_no_longer_watches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_service(tmp_path, bots=0) as service:
        recorder = WatchRecorder(service._watches._jobs, list)
        recorder.note_poll("table")
        assert recorder._recently_polled() == ["table"]
        monkeypatch.setattr(watching, "VALID_SECONDS", -1.0)
        assert recorder._recently_polled() == []
