"""The runner of durable jobs: works on them at their time, and again after failures."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import func, select

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
