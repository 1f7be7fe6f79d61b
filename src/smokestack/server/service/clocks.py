"""The clocks of a table: times, pauses and running out of time."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from smokestack.server.domain import clocks
from smokestack.server.domain.clocks import Intervals, SeatTime
from smokestack.server.domain.errors import TableNotFound
from smokestack.server.domain.table import Table
from smokestack.server.domain.time_source import TimeSource
from smokestack.server.jobs.runner import JobKind, JobRunner
from smokestack.server.storage import tables
from smokestack.server.storage.job_queue import JobRepository
from smokestack.server.storage.jobs import Job
from smokestack.server.storage.table_store import TableStore
from smokestack.server.storage.uptime import Uptime

MAX_FAILURES: Final = 100
CLOCK_LEASE_SECONDS: Final = 5.0
"""After which another process does the time-out that a dead one has begun; it takes
milliseconds."""


class ClockService:
    def __init__(
        self, store: TableStore, source: TimeSource, uptime: Uptime, job_queue: JobRepository
    ) -> None:
        self._store = store
        self._source = source
        self._uptime = uptime
        # Jobs of other kinds may take minutes, such as those that migrations add.
        self.runner = JobRunner(job_queue, source)
        self.runner.add(tables.TIMEOUT_JOB, JobKind(self._time_out, MAX_FAILURES, True))

    @property
    def downtimes(self) -> Intervals:
        """Times in which no server ran."""
        return self._uptime.downtimes

    def seat_times(self, table: Table) -> list[SeatTime]:
        """The time of each seat now; empty for a table without a clock."""
        return clocks.seat_times(table, self._source.now(), self._uptime.downtimes)

    async def vote_for_pause(self, table_id: str, guest: str) -> Table:
        """Agree to stop the clocks; they stop once all present players have."""
        return await self._store.change(
            table_id,
            lambda table, now: clocks.vote_for_pause(table, guest, now, self._uptime.downtimes),
        )

    async def end_pause(self, table_id: str, guest: str) -> Table:
        return await self._store.change(
            table_id, lambda table, now: clocks.end_pause(table, guest, now)
        )

    async def _time_out(self, job: Job) -> datetime | None:
        """The time of a seat is over, or a clock stood still since this was scheduled."""
        await self._uptime.refresh()
        # Another process may have paused the clocks, or let them run again, without this one having
        # heard of it yet. The version doesn't tell: it counts changes of the game only.
        self._store.drop(job.key)

        def change(table: Table, now: datetime) -> None:
            clocks.time_out(table, now, self._uptime.downtimes)

        try:
            table = await self._store.change(job.key, change)
        except TableNotFound:
            return None
        return clocks.next_due(table, self._uptime.downtimes)
