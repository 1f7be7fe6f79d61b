"""Which process thinks about which bot's question: leases in the database.

A lease says who thinks and until when others keep off. Whoever thinks renews it; the leases of a
process that has died run out, and any other takes up its work.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime, timedelta

from sqlalchemy import Connection, Row, Update, func, or_, select, update

from smokestack.server.database import Database
from smokestack.server.job import Job
from smokestack.server.schema import jobs


class Claims:
    """The jobs as one process sees them; every method waits for the database."""

    def __init__(self, database: Database, owner: str, lease: float) -> None:
        self._database = database
        self._owner = owner
        self._lease = timedelta(seconds=lease)

    def claim(self, job: Job) -> bool:
        """Whether this process may think about a job."""
        with self._database.writing() as connection:
            now = self._now(connection)
            mine_or_free = or_(
                jobs.c.until.is_(None), jobs.c.until < now, jobs.c.owner == self._owner
            )
            claim = update(jobs).where(
                jobs.c.table_id == job.table_id,
                jobs.c.version == job.version,
                jobs.c.seat == job.seat,
                jobs.c.bot == job.bot,
                mine_or_free,
            )
            lease = {"owner": self._owner, "until": now + self._lease}
            return connection.execute(claim.values(lease)).rowcount == 1

    def claim_oldest(self, most: int) -> list[Job]:
        """The jobs that have waited longest and about which nobody thinks, now this process's."""
        with self._database.writing() as connection:
            now = self._now(connection)
            query = (
                select(jobs)
                .where(or_(jobs.c.until.is_(None), jobs.c.until < now))
                .order_by(jobs.c.asked, jobs.c.table_id)
                .limit(most)
                .with_for_update(skip_locked=True)
            )
            found = [_job(row) for row in connection.execute(query)]
            if found:
                mine = jobs.c.table_id.in_([job.table_id for job in found])
                lease = {"owner": self._owner, "until": now + self._lease}
                connection.execute(update(jobs).where(mine).values(lease))
            return found

    def renew(self, table_ids: Collection[str]) -> None:
        """Go on thinking; what others change at this moment is not waited for."""
        with self._database.writing() as connection:
            query = (
                select(jobs.c.table_id)
                .where(jobs.c.owner == self._owner, jobs.c.table_id.in_(table_ids))
                .with_for_update(skip_locked=True)
            )
            found = list(connection.execute(query).scalars())
            if found:
                until = self._now(connection) + self._lease
                renewal = update(jobs).where(jobs.c.table_id.in_(found))
                connection.execute(renewal.values(until=until))

    def give_back(self, job: Job) -> None:
        """Let others think about it at once."""
        with self._database.writing() as connection:
            connection.execute(self._mine(job).values(owner=None, until=None))

    def put_off(self, job: Job, first: float, longest: float) -> float:
        """Let nobody think about a job that failed for a while, longer each time; in seconds."""
        with self._database.writing() as connection:
            query = select(jobs.c.failures).where(jobs.c.table_id == job.table_id)
            failures = connection.execute(query).scalar() or 0
            seconds = min(longest, first * 2 ** min(failures, 30))
            until = self._now(connection) + timedelta(seconds=seconds)
            connection.execute(
                self._mine(job).values(owner=None, until=until, failures=failures + 1)
            )
            return float(seconds)

    def forget_leases(self) -> None:
        """Only if no other process can be at work on this database."""
        with self._database.writing() as connection:
            leased = jobs.c.owner.is_not(None)
            connection.execute(update(jobs).where(leased).values(owner=None, until=None))

    def _mine(self, job: Job) -> Update:
        return update(jobs).where(
            jobs.c.table_id == job.table_id,
            jobs.c.version == job.version,
            jobs.c.owner == self._owner,
        )

    def _now(self, connection: Connection) -> datetime:
        """By one clock for all processes."""
        if self._database.is_sqlite:
            return datetime.now(UTC)
        now: datetime = connection.execute(select(func.clock_timestamp())).scalar_one()
        return now.astimezone(UTC)


def _job(row: Row[tuple[object, ...]]) -> Job:
    return Job(row.table_id, row.version, row.seat, row.bot)
