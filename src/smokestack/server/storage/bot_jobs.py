"""Bot jobs in the database, and which process works on which.

A job is leased: it names its owner and when the lease expires. A process renews the leases of the
jobs it works on; if it dies, they expire and another process takes over.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime, timedelta

from sqlalchemy import Connection, Row, Update, func, or_, select, update

from smokestack.server.domain.bot_job import BotJob
from smokestack.server.storage.async_database import AsyncDatabase
from smokestack.server.storage.schema import bot_jobs
from smokestack.server.storage.writer import AFTER_ALL_TABLES


class BotJobRepository:
    """The jobs from the point of view of one process, the `owner` of its leases."""

    def __init__(self, database: AsyncDatabase, owner: str, lease_seconds: float) -> None:
        self._database = database
        self._owner = owner
        self._lease = timedelta(seconds=lease_seconds)

    async def claim(self, job: BotJob) -> bool:
        """Lease a job; False if it is obsolete or another process has it."""
        return await self._database.write(job.table_id, self._claim, job)

    async def claim_oldest(self, limit: int) -> list[BotJob]:
        """Lease the jobs that have waited longest and that no process works on."""
        return await self._database.write(AFTER_ALL_TABLES, self._claim_oldest, limit)

    async def renew(self, table_ids: Collection[str]) -> None:
        """Extend the leases of this process."""
        await self._database.write(AFTER_ALL_TABLES, self._renew, table_ids)

    async def release(self, job: BotJob) -> None:
        """End a lease, so that any process can claim the job at once."""
        await self._database.write(job.table_id, self._release, job)

    async def postpone(self, job: BotJob, first: float, maximum: float) -> float:
        """Block a job that failed for a while, twice as long each time; returns the seconds."""
        return await self._database.write(job.table_id, self._postpone, job, first, maximum)

    def _claim(self, connection: Connection, job: BotJob) -> bool:
        now = _now(connection)
        own_or_free = or_(
            bot_jobs.c.lease_expires.is_(None),
            bot_jobs.c.lease_expires < now,
            bot_jobs.c.lease_owner == self._owner,
        )
        claim = update(bot_jobs).where(
            bot_jobs.c.table_id == job.table_id,
            bot_jobs.c.version == job.version,
            bot_jobs.c.seat == job.seat,
            bot_jobs.c.bot == job.bot,
            own_or_free,
        )
        lease = {"lease_owner": self._owner, "lease_expires": now + self._lease}
        return connection.execute(claim.values(lease)).rowcount == 1

    def _claim_oldest(self, connection: Connection, limit: int) -> list[BotJob]:
        now = _now(connection)
        query = (
            select(bot_jobs)
            .where(or_(bot_jobs.c.lease_expires.is_(None), bot_jobs.c.lease_expires < now))
            .order_by(bot_jobs.c.queued_at, bot_jobs.c.table_id)
            .limit(limit)
            .with_for_update(skip_locked=True)
        )
        jobs = [_job(row) for row in connection.execute(query)]
        if jobs:
            claimed = bot_jobs.c.table_id.in_([job.table_id for job in jobs])
            lease = {"lease_owner": self._owner, "lease_expires": now + self._lease}
            connection.execute(update(bot_jobs).where(claimed).values(lease))
        return jobs

    def _renew(self, connection: Connection, table_ids: Collection[str]) -> None:
        # Rows that another transaction has locked are being changed anyway: don't wait for them.
        query = (
            select(bot_jobs.c.table_id)
            .where(bot_jobs.c.lease_owner == self._owner, bot_jobs.c.table_id.in_(table_ids))
            .with_for_update(skip_locked=True)
        )
        own = list(connection.execute(query).scalars())
        if own:
            expires = _now(connection) + self._lease
            renewal = update(bot_jobs).where(bot_jobs.c.table_id.in_(own))
            connection.execute(renewal.values(lease_expires=expires))

    def _release(self, connection: Connection, job: BotJob) -> None:
        connection.execute(self._own(job).values(lease_owner=None, lease_expires=None))

    def _postpone(self, connection: Connection, job: BotJob, first: float, maximum: float) -> float:
        query = select(bot_jobs.c.failures).where(bot_jobs.c.table_id == job.table_id)
        failures = connection.execute(query).scalar() or 0
        seconds = min(maximum, first * 2 ** min(failures, 30))
        expires = _now(connection) + timedelta(seconds=seconds)
        connection.execute(
            self._own(job).values(lease_owner=None, lease_expires=expires, failures=failures + 1)
        )
        return float(seconds)

    def _own(self, job: BotJob) -> Update:
        return update(bot_jobs).where(
            bot_jobs.c.table_id == job.table_id,
            bot_jobs.c.version == job.version,
            bot_jobs.c.lease_owner == self._owner,
        )


def delete_all_leases(connection: Connection) -> None:
    """Only correct if no other process uses this database."""
    leased = bot_jobs.c.lease_owner.is_not(None)
    connection.execute(update(bot_jobs).where(leased).values(lease_owner=None, lease_expires=None))


def _now(connection: Connection) -> datetime:
    """The time by a clock that all processes share."""
    if connection.dialect.name == "sqlite":
        return datetime.now(UTC)
    now: datetime = connection.execute(select(func.clock_timestamp())).scalar_one()
    return now.astimezone(UTC)


def _job(row: Row[tuple[object, ...]]) -> BotJob:
    return BotJob(row.table_id, row.version, row.seat, row.bot)
