"""Claiming durable jobs and noting what became of them; see `storage/jobs.py`."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import Connection, delete, or_, select, update

from smokestack.server.storage.async_database import AsyncDatabase
from smokestack.server.storage.database import shared_now
from smokestack.server.storage.jobs import Job, as_job, is_expired, is_version, next_due
from smokestack.server.storage.schema import jobs
from smokestack.server.storage.writer import AFTER_ALL_TABLES

FIRST_RETRY_SECONDS: Final = 10.0  # after the first failure of a job; doubled each time
MAX_RETRY_SECONDS: Final = 6 * 3600.0


class JobRepository:
    """The jobs from the point of view of one process, the `owner` of its leases."""

    def __init__(self, database: AsyncDatabase, owner: str, lease_seconds: float) -> None:
        self._database = database
        self._owner = owner
        self._lease = timedelta(seconds=lease_seconds)

    async def claim(
        self, now: datetime, repeatable: Collection[str], once: Collection[str], limit: int
    ) -> list[Job]:
        """Lease jobs that are due.

        Jobs of the kinds in `once` are given up if the process that worked on them has died.
        """
        return await self._database.write(
            AFTER_ALL_TABLES, self._claim, now, repeatable, once, limit
        )

    async def finish(self, job: Job) -> None:
        """Delete a job that is done, unless it was replaced meanwhile."""
        await self._database.write(AFTER_ALL_TABLES, self._finish, job)

    async def retry(self, job: Job, now: datetime) -> None:
        """Let a job that failed come back later, after a longer time with each failure."""
        seconds = min(MAX_RETRY_SECONDS, FIRST_RETRY_SECONDS * 2 ** min(job.failures, 20))
        await self._database.write(
            AFTER_ALL_TABLES, self._postpone, job, now + timedelta(seconds=seconds), 1
        )

    async def postpone(self, job: Job, due: datetime) -> None:
        """Let a job that came too early come back at its time."""
        await self._database.write(AFTER_ALL_TABLES, self._postpone, job, due, 0)

    async def next_due(self, kinds: Collection[str]) -> datetime | None:
        return await self._database.read_briefly(next_due, kinds, self._lease)

    def _claim(
        self,
        connection: Connection,
        now: datetime,
        repeatable: Collection[str],
        once: Collection[str],
        limit: int,
    ) -> list[Job]:
        real_now = shared_now(connection)
        expired = is_expired(real_now, self._lease)
        connection.execute(delete(jobs).where(jobs.c.kind.in_(once), expired))
        query = (
            select(jobs)
            .where(
                jobs.c.kind.in_([*repeatable, *once]),
                jobs.c.due <= now,
                or_(jobs.c.lease_owner.is_(None), expired),
            )
            .order_by(jobs.c.due, jobs.c.id)
            .limit(limit)
            .with_for_update(skip_locked=True)
        )
        found = connection.execute(query).all()
        if found:
            lease = {"lease_owner": self._owner, "lease_expires": real_now + self._lease}
            same = jobs.c.id.in_([row.id for row in found])
            connection.execute(update(jobs).where(same).values(lease))
        return [as_job(row) for row in found]

    def _finish(self, connection: Connection, job: Job) -> None:
        connection.execute(delete(jobs).where(is_version(job)))

    def _postpone(self, connection: Connection, job: Job, due: datetime, failures: int) -> None:
        values = {
            "due": due,
            "lease_owner": None,
            "lease_expires": None,
            "failures": job.failures + failures,
        }
        connection.execute(update(jobs).where(is_version(job)).values(values))
