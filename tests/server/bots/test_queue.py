"""Bot jobs: every one is answered once, also when processes die or restart."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from multiprocessing import active_children
from pathlib import Path

import pytest
from sqlalchemy import Connection, update

from smokestack.server.bots.queue import BotQueue, RunningJob
from smokestack.server.domain.bot_job import BotJob
from smokestack.server.domain.table import OVER
from smokestack.server.storage.schema import tables
from tests.server.services import (
    ANN,
    create,
    open_service,
    open_two_services,
    plan,
    play,
    wait_until,
)


@pytest.mark.parametrize(("game", "players"), [("glasgow", 2), ("brass", 3)])
async def test_bots_play_a_whole_game(tmp_path: Path, game: str, players: int) -> None:
    async with open_service(tmp_path) as service:
        table = await create(service, ANN, plan(*["apprentice"] * players, game=game))
        table = await wait_until(service, table.id, lambda table: table.finished, 300.0)
        assert table.status == OVER
        assert [seat.name for seat in table.seats][:2] == ["apprentice", "apprentice 2"]
        assert all(given.by_bot for given in table.answer_log)
        assert service.turns.bot_running_since(table) is None


async def test_bots_continue_after_a_restart(tmp_path: Path, database: str) -> None:
    async with open_service(tmp_path, database=database) as service:
        table = await create(service, ANN, plan("apprentice", "apprentice", "me", game="brass"))
        seen = await wait_until(service, table.id, lambda table: len(table.answer_log) >= 1)
    async with open_service(tmp_path, database=database) as service:
        # Polls instead of `wait_until`: the queue must find the job without a subscription.
        async with asyncio.timeout(60):
            while len((await service.find(table.id)).answer_log) <= len(seen.answer_log):
                await asyncio.sleep(0.1)
        table = await wait_until(service, table.id, lambda table: table.match.actor == 2)
        assert table.match.history[: len(seen.answer_log)] == seen.match.history


async def test_a_bot_answers_after_a_pause(tmp_path: Path, database: str) -> None:
    async with open_service(tmp_path, database=database, bot_pause=2.0) as service:
        table = await create(service, ANN, plan("apprentice", "me"))
        async with asyncio.timeout(30):
            while service.turns.bot_running_since(table) is None:
                await asyncio.sleep(0.01)
        table = await service.find(table.id)
        assert table.version == 0
        assert not service.turns.is_bot_queued(table)
        table = await wait_until(service, table.id, lambda table: table.version > 0)
        waited = table.answer_log[0].at - table.created
        assert waited.total_seconds() >= 2.0


async def test_bots_wait_for_people_but_not_for_each_other(tmp_path: Path, database: str) -> None:
    async with open_service(tmp_path, database=database, bot_pause=1.5) as service:
        seats = ("me", "apprentice", "apprentice")
        table = await create(service, ANN, plan(*seats, game="brass"))
        table = await wait_until(service, table.id, lambda table: table.match.actor == 0)
        while table.match.actor == 0:
            table = await play(service, table, ANN)
        own = len(table.answer_log)
        table = await wait_until(service, table.id, lambda table: table.match.actor == 0)
        last_of_ann, *bots = [meta.at for meta in table.answer_log[own - 1 :]]
        assert len(bots) >= 4
        assert (bots[0] - last_of_ann).total_seconds() >= 1.5
        assert (bots[-1] - bots[0]).total_seconds() < 1.5 * (len(bots) - 1) / 2


async def test_a_clock_that_is_set_back_does_not_stop_a_bot(tmp_path: Path, database: str) -> None:
    """The decision then seems to lie in the future, and so does the end of the pause."""
    async with open_service(tmp_path, database=database, bots=0) as service:
        table = await create(service, ANN, plan("apprentice", "me"))
        later = datetime.now(UTC) + timedelta(hours=1)

        def set_time(connection: Connection) -> None:
            connection.execute(update(tables).values(decision_since=later, changed=later))

        await service._database.write(table.id, set_time)
    async with open_service(tmp_path, database=database, bot_pause=0.2) as service:
        await wait_until(service, table.id, lambda table: table.version > 0, 30)


async def test_jobs_that_must_wait_for_a_process_are_not_lost(
    tmp_path: Path, database: str
) -> None:
    async with open_service(tmp_path, database=database) as service:
        tables = [await create(service, ANN, plan("apprentice", "me")) for _ in range(10)]
        assert any(service.turns.is_bot_queued(table) for table in tables)
        for table in tables:
            found = await wait_until(service, table.id, lambda table: table.match.actor == 1)
            assert not service.turns.is_bot_queued(found)


async def test_a_job_whose_process_dies_is_run_again(tmp_path: Path, database: str) -> None:
    async with open_service(tmp_path, database=database) as service:
        others = active_children()
        table = await create(service, ANN, plan("apprentice", "apprentice"))
        table = await wait_until(service, table.id, lambda table: table.version >= 3)
        workers = [process for process in active_children() if process not in others]
        assert workers
        for process in workers:
            assert process.pid is not None
            os.kill(process.pid, signal.SIGKILL)
        version = (await service.find(table.id)).version
        await wait_until(service, table.id, lambda table: table.version >= version + 3)


async def test_closing_the_service_ends_the_bot_processes(tmp_path: Path) -> None:
    others = active_children()
    async with open_service(tmp_path) as service:
        table = await create(service, ANN, plan("apprentice", "apprentice"))
        await wait_until(service, table.id, lambda table: table.version >= 1)
        assert active_children() != others
    assert active_children() == others


async def test_a_job_is_run_by_one_service_only(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_two_services(tmp_path, database=database) as (one, other):
        delivered: list[BotJob] = []
        deliver = BotQueue._deliver

        async def record_and_deliver(
            queue: BotQueue, running: RunningJob, answer: str, seconds: float
        ) -> None:
            delivered.append(running.job)
            await deliver(queue, running, answer, seconds)

        monkeypatch.setattr(BotQueue, "_deliver", record_and_deliver)
        tables = [await create(one, ANN, plan("apprentice", "me")) for _ in range(20)]
        for table in tables:
            await wait_until(other, table.id, lambda table: table.match.actor == 1)
        assert len(delivered) == len(set(delivered)) >= 20


async def test_a_service_knows_that_a_job_is_running_in_another(
    tmp_path: Path, database: str
) -> None:
    async with (
        open_service(tmp_path, database=database, bots=0) as one,
        open_service(tmp_path, database=database, bot_pause=1000.0) as other,
    ):
        table = await create(one, ANN, plan("apprentice", "me"))
        assert one.turns.is_bot_queued(table)
        async with asyncio.timeout(20):
            while (
                one.turns.bot_running_since(table) is None
                or other.turns.bot_running_since(table) is None
            ):
                await asyncio.sleep(0.05)
        assert not one.turns.is_bot_queued(table)


@pytest.mark.slow
async def test_jobs_of_a_killed_process_are_taken_over_by_another(
    tmp_path: Path, database: str
) -> None:
    bots = plan("apprentice", "apprentice", "me", game="brass")
    async with open_service(tmp_path, database=database, bots=0) as service:
        with another_process(tmp_path, database) as first:
            table = await create(service, ANN, bots)
            await wait_until(service, table.id, lambda table: len(table.answer_log) >= 1)
            first.send_signal(signal.SIGKILL)
            first.wait()
        with another_process(tmp_path, database):
            table = await wait_until(service, table.id, lambda table: table.match.actor == 2)
            assert all(given.by_bot for given in table.answer_log)
            assert table.version == len(table.answer_log) == len(table.match.history)


SERVICE_SCRIPT = """
import asyncio, sys
from pathlib import Path
from tests.server.services import create, open_service

async def run():
    async with open_service(Path(sys.argv[1]), database=sys.argv[2], bot_lease=2.0, bot_pause=0.05):
        print("open", flush=True)
        await asyncio.sleep(1000)

if __name__ == "__main__":
    asyncio.run(run())
"""


@contextmanager
def another_process(folder: Path, database: str) -> Iterator[subprocess.Popen[str]]:
    """A service in another process."""
    script = folder / "service.py"
    script.write_text(SERVICE_SCRIPT)
    process = subprocess.Popen(
        [sys.executable, script, folder, database],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert process.stdout is not None
    try:
        assert process.stdout.readline() == "open\n"
        yield process
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
