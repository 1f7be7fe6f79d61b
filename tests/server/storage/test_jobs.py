"""Durable jobs: claimed by one process, repeated after failures and crashes, replaced."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import func, select, update

from smokestack.server.domain.time_source import ShiftedTime
from smokestack.server.storage import jobs
from smokestack.server.storage.async_database import AsyncDatabase
from smokestack.server.storage.job_queue import JobRepository
from smokestack.server.storage.jobs import Job
from smokestack.server.storage.schema import jobs as jobs_table
from smokestack.server.storage.uptime import Uptime
from tests.server.services import settings

NOW = datetime(2026, 2, 3, 12, 0, tzinfo=UTC)


@pytest.fixture
async def opened(tmp_path: Path, database: str) -> AsyncIterator[AsyncDatabase]:
    found = AsyncDatabase(settings(tmp_path, database=database).database_url())
    await found.open(when_alone=jobs.end_all_leases)
    yield found
    await found.close()


async def add(opened: AsyncDatabase, key: str, kind: str = "test", **after: float) -> None:
    due = NOW + timedelta(**after)
    await opened.write("~", jobs.schedule, kind, key, due, {"for": key})


async def claim(
    opened: AsyncDatabase, owner: str = "one", minutes: float = 0, lease: float = 60
) -> list[Job]:
    repository = JobRepository(opened, owner, lease)
    return await repository.claim(NOW + timedelta(minutes=minutes), ["test"], ["once"], 10)


async def count(opened: AsyncDatabase) -> int:
    query = select(func.count()).where(jobs_table.c.kind.in_(("test", "once")))
    return await opened.read(lambda connection: connection.execute(query).scalar_one())


async def test_a_job_is_claimed_when_it_is_due_and_by_one_process(opened: AsyncDatabase) -> None:
    await add(opened, "later", minutes=5)
    await add(opened, "latest", "once", minutes=9)
    await add(opened, "now")
    repository = JobRepository(opened, "one", 60)
    assert await repository.next_due(["once", "test", "other"]) == NOW
    assert await repository.next_due(["once"]) == NOW + timedelta(minutes=9)
    assert await repository.next_due(["other"]) is None
    found = await asyncio.gather(*[claim(opened, f"process {number}") for number in range(5)])
    assert [job.key for claimed in found for job in claimed] == ["now"]
    assert [job.key for job in await claim(opened, minutes=5)] == ["later"]


async def test_scheduling_a_job_again_replaces_it(opened: AsyncDatabase) -> None:
    await add(opened, "table")
    (first,) = await claim(opened)
    await add(opened, "table", minutes=3)
    await JobRepository(opened, "one", 60).finish(first)
    assert await count(opened) == 1
    assert await claim(opened) == []
    (second,) = await claim(opened, minutes=3)
    await JobRepository(opened, "one", 60).finish(second)
    assert await count(opened) == 0


async def test_after_a_crash_a_job_is_repeated_only_if_that_does_no_harm(
    opened: AsyncDatabase,
) -> None:
    await add(opened, "repeat")
    await add(opened, "never twice", "once")
    assert len(await claim(opened, "dies", lease=60)) == 2
    assert await claim(opened, "lives") == []
    long_ago = update(jobs_table).values(lease_expires=jobs.LONG_AGO)
    await opened.write("~", lambda connection: connection.execute(long_ago))
    assert [job.key for job in await claim(opened, "lives")] == ["repeat"]
    assert await count(opened) == 1


async def test_a_lease_from_before_the_clock_was_set_back_does_not_count(
    opened: AsyncDatabase,
) -> None:
    await add(opened, "repeat")
    await add(opened, "never twice", "once")
    assert len(await claim(opened, "dies")) == 2
    repository = JobRepository(opened, "lives", 60)
    assert await repository.next_due(["test"]) is None
    later = update(jobs_table).values(lease_expires=datetime.now(UTC) + timedelta(hours=1))
    await opened.write("~", lambda connection: connection.execute(later))
    assert await repository.next_due(["test"]) == NOW
    assert [job.key for job in await claim(opened, "lives")] == ["repeat"]
    assert await count(opened) == 1


async def test_a_lease_that_began_a_moment_later_counts(opened: AsyncDatabase) -> None:
    """Another process has leased the job since this one asked for the time."""
    await add(opened, "key", "once")
    assert len(await claim(opened, "works")) == 1
    later = update(jobs_table).values(lease_expires=datetime.now(UTC) + timedelta(seconds=62))
    await opened.write("~", lambda connection: connection.execute(later))
    assert await claim(opened, "other") == []
    assert await count(opened) == 1


async def gap_after(opened: AsyncDatabase, time: ShiftedTime, gap: float, stops: bool) -> float:
    """Seconds of downtime that a new process finds some time after another one was up."""
    first = Uptime(opened, time, 5.0, of_server=True)
    await first.open()
    known = len(first.downtimes)
    if stops:
        await first.close()
    else:
        await first._task.close()
    time.advance(seconds=gap)
    second = Uptime(opened, time, 5.0, of_server=True)
    await second.write_heartbeat()
    return sum((up - down).total_seconds() for down, up in second.downtimes[known:])


@pytest.mark.parametrize("gap", [1.0, 18.0, 25.0])
async def test_no_second_is_charged_while_a_server_restarts(
    opened: AsyncDatabase, tmp_path: Path, gap: float
) -> None:
    found = await gap_after(opened, ShiftedTime(tmp_path / "shift"), gap, stops=True)
    assert gap <= found < gap + 5


@pytest.mark.parametrize("gap", [6.0, 18.0])
async def test_after_a_crash_no_more_than_a_heartbeat_is_charged(
    opened: AsyncDatabase, tmp_path: Path, gap: float
) -> None:
    found = await gap_after(opened, ShiftedTime(tmp_path / "shift"), gap, stops=False)
    assert gap <= found < gap + 5


async def test_the_end_of_one_process_is_no_downtime_while_another_one_runs(
    opened: AsyncDatabase, tmp_path: Path
) -> None:
    time = ShiftedTime(tmp_path / "shift")
    stops, stays, starts = (Uptime(opened, time, 5.0, of_server=True) for _ in range(3))
    await stays.write_heartbeat()
    await stops.open()
    await stops.close()
    time.advance(seconds=1)
    await stays.write_heartbeat()
    time.advance(seconds=3)
    known = len(stays.downtimes)
    await starts.write_heartbeat()
    assert len(starts.downtimes) == known


async def test_a_heartbeat_from_before_the_clock_was_set_back_hides_no_downtime(
    opened: AsyncDatabase, tmp_path: Path
) -> None:
    time = ShiftedTime(tmp_path / "shift")
    time.advance(hours=3)
    await Uptime(opened, time, 5.0, of_server=True).write_heartbeat()
    time.advance(hours=-3)
    set_back = time.now()
    await Uptime(opened, time, 5.0, of_server=True).write_heartbeat()
    time.advance(hours=1)
    started = Uptime(opened, time, 5.0, of_server=True)
    await started.write_heartbeat()
    ((down, up),) = started.downtimes
    assert timedelta() <= down - set_back < timedelta(minutes=1)
    assert timedelta(minutes=59) < up - down


async def test_a_worker_alone_is_a_downtime(opened: AsyncDatabase, tmp_path: Path) -> None:
    time = ShiftedTime(tmp_path / "shift")
    server = Uptime(opened, time, 5.0, of_server=True)
    worker = Uptime(opened, time, 5.0, of_server=False)
    await server.open()
    await server.close()
    await worker.open()
    time.advance(hours=1)
    await worker.write_heartbeat()
    await worker.close()
    returned = Uptime(opened, time, 5.0, of_server=True)
    await returned.write_heartbeat()
    down, up = returned.downtimes[-1]
    assert up - down >= timedelta(hours=1)
    await worker.write_heartbeat()
    assert worker.downtimes == returned.downtimes
