"""The runner of durable jobs: works on them at their time, and again after failures."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import func, select

from smokestack.server.domain.errors import StorageUnavailable
from smokestack.server.domain.time_source import SYSTEM_TIME, ShiftedTime
from smokestack.server.jobs.runner import JobFailed, JobKind, JobRunner
from smokestack.server.storage import jobs
from smokestack.server.storage.async_database import AsyncDatabase
from smokestack.server.storage.job_queue import JobRepository
from smokestack.server.storage.jobs import Job
from smokestack.server.storage.schema import jobs as jobs_table
from tests.server.services import settings


@pytest.fixture
async def opened(tmp_path: Path, database: str) -> AsyncIterator[AsyncDatabase]:
    found = AsyncDatabase(settings(tmp_path, database=database).database_url())
    await found.open(when_alone=jobs.end_all_leases)
    yield found
    await found.close()


async def count(opened: AsyncDatabase) -> int:
    query = select(func.count()).where(jobs_table.c.kind.in_(("test", "once")))
    return await opened.read(lambda connection: connection.execute(query).scalar_one())


async def test_the_runner_repeats_what_failed_and_gives_up_in_the_end(
    opened: AsyncDatabase, tmp_path: Path
) -> None:
    time = ShiftedTime(tmp_path / "shift")
    done: list[str] = []

    async def work(job: Job) -> datetime | None:
        done.append(job.key)
        if job.key == "again" and len(done) == 1:
            return time.now() + timedelta(hours=1)
        if job.key == "fails":
            raise JobFailed("no answer")
        return None

    runner = JobRunner(JobRepository(opened, "one", 60), time)
    runner.add("test", JobKind(work, 3, True))
    for key in ("again", "fails"):
        await opened.write("~", jobs.schedule, "test", key, time.now(), {})
    counts = []
    for _ in range(5):
        await runner.run_due()
        counts.append(len(done))
        time.advance(hours=2)
    assert counts == [2, 4, 5, 5, 5]
    assert await count(opened) == 0


async def test_an_open_runner_works_on_jobs_at_their_time(opened: AsyncDatabase) -> None:
    done = asyncio.Event()

    async def work(job: Job) -> None:
        done.set()

    runner = JobRunner(JobRepository(opened, "one", 60), SYSTEM_TIME)
    runner.add("test", JobKind(work, 3, True))
    due = SYSTEM_TIME.now() + timedelta(seconds=0.3)
    await opened.write("~", jobs.schedule, "test", "soon", due, {})
    runner.open()
    async with asyncio.timeout(10):
        await done.wait()
    assert SYSTEM_TIME.now() >= due
    await runner.close()


class FullDisk(JobRepository):
    """The database can't be written when the work is done."""

    async def finish(self, job: Job) -> None:
        raise StorageUnavailable("The disk is full.")


async def test_a_job_that_was_done_is_not_repeated_if_that_can_not_be_noted(
    opened: AsyncDatabase, tmp_path: Path
) -> None:
    time = ShiftedTime(tmp_path / "shift")
    done: list[str] = []

    async def work(job: Job) -> None:
        done.append(job.key)

    for runner in (
        JobRunner(FullDisk(opened, "one", 60), time),
        JobRunner(JobRepository(opened, "two", 60), time),
    ):
        runner.add("once", JobKind(work, 3, False))
        await opened.write("~", jobs.schedule, "once", "mail", time.now(), {})
        await runner.run_due()
        time.advance(hours=2)
        await runner.run_due()
    assert done == ["mail", "mail"]  # one for each time it was scheduled


async def test_a_job_that_failed_unexpectedly_is_not_repeated_if_it_may_be_done(
    opened: AsyncDatabase, tmp_path: Path
) -> None:
    time = ShiftedTime(tmp_path / "shift")
    tried: list[str] = []

    async def work(job: Job) -> None:
        tried.append(job.kind)
        raise ValueError("nobody has thought of this")

    runner = JobRunner(JobRepository(opened, "one", 60), time)
    for kind, repeatable in (("test", True), ("once", False)):
        runner.add(kind, JobKind(work, 3, repeatable))
        await opened.write("~", jobs.schedule, kind, "key", time.now(), {})
    for _ in range(5):
        await runner.run_due()
        time.advance(hours=2)
    assert sorted(tried) == ["once", "test", "test", "test"]


async def test_a_job_that_takes_its_time_does_not_hold_up_others(opened: AsyncDatabase) -> None:
    slow_ends, quick_done = asyncio.Event(), asyncio.Event()

    async def work(job: Job) -> None:
        if job.key == "quick":
            quick_done.set()
        else:
            await opened.write("~", jobs.schedule, "test", "quick", SYSTEM_TIME.now(), {})
            await slow_ends.wait()

    runner = JobRunner(JobRepository(opened, "one", 60), SYSTEM_TIME)
    runner.add("test", JobKind(work, 3, True))
    await opened.write("~", jobs.schedule, "test", "slow", SYSTEM_TIME.now(), {})
    runner.open()
    async with asyncio.timeout(10):
        await quick_done.wait()
    await runner.close()
    assert not slow_ends.is_set()


async def test_a_job_in_progress_may_end_when_the_runner_closes(opened: AsyncDatabase) -> None:
    started = asyncio.Event()
    ended: list[str] = []

    async def work(job: Job) -> None:
        started.set()
        await asyncio.sleep(0.2)
        ended.append(job.key)

    runner = JobRunner(JobRepository(opened, "one", 60), SYSTEM_TIME)
    runner.add("once", JobKind(work, 3, False))
    await opened.write("~", jobs.schedule, "once", "key", SYSTEM_TIME.now(), {})
    runner.open()
    async with asyncio.timeout(10):
        await started.wait()
    await runner.close()
    assert ended == ["key"]
    assert await count(opened) == 0
