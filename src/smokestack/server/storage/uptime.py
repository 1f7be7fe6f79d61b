"""When servers ran: clocks of tables stand still while none does.

Every process of a server writes a heartbeat, and the end of its work when it stops. A process that
starts, or goes on after its machine was suspended, finds out from the last one for how long no
server ran. Nothing is lost if a server was up after all: players get a few seconds more. Workers
only read when servers ran, since nobody can play while nothing but a worker runs.
"""

from __future__ import annotations

import asyncio
import logging
import time
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import Connection, delete, insert, select, update

from smokestack.server.domain.errors import StorageUnavailable
from smokestack.server.domain.time_source import TimeSource
from smokestack.server.storage.async_database import AsyncDatabase
from smokestack.server.storage.background import BackgroundTask, LogErrors
from smokestack.server.storage.schema import downtimes, heartbeats
from smokestack.server.storage.writer import AFTER_ALL_TABLES

log = logging.getLogger(__name__)

MISSED_HEARTBEATS: Final = 4  # after which a process supposes that its machine was suspended
MAX_DIFFERENCE: Final = timedelta(seconds=2)  # between the clocks of servers
MAX_DOWNTIME_DAYS: Final = 400  # for which a downtime is remembered; no turn takes as long

BEAT_ROW: Final = 1
END_ROW: Final = 2
_BEAT: Final = heartbeats.c.number == BEAT_ROW
_END: Final = heartbeats.c.number == END_ROW


class Uptime:
    def __init__(
        self, database: AsyncDatabase, source: TimeSource, heartbeat: float, *, of_server: bool
    ) -> None:
        self._database = database
        self._source = source
        self._heartbeat = heartbeat
        self._of_server = of_server
        self._task = BackgroundTask()
        self._last_beat: float | None = None
        self.downtimes: list[tuple[datetime, datetime]] = []
        """Times in which no server ran."""

    async def open(self) -> None:
        await self.write_heartbeat()
        self._task.start(self._run())

    async def close(self) -> None:
        if not self._task.is_started:
            return
        await self._task.close()
        if not self._of_server:
            return
        try:
            await self._database.write(AFTER_ALL_TABLES, _note_end, self._source.now())
        except StorageUnavailable as error:
            log.error("can't write heartbeat: %s", error.reason)

    async def write_heartbeat(self) -> None:
        """Note that a server runs, and find out when none did."""
        if not self._of_server:
            self.downtimes = await self._database.read(_known_downtimes)
            return
        max_gap: float | None = None
        if self._last_beat is None:
            max_gap = self._heartbeat
        elif self._was_suspended():
            max_gap = MISSED_HEARTBEATS * self._heartbeat
        self.downtimes = await self._database.write(
            AFTER_ALL_TABLES, _write_heartbeat, self._source.now(), max_gap
        )
        self._last_beat = _uptime_seconds()

    async def refresh(self) -> None:
        """Notice that this machine was suspended before any time is measured."""
        if self._was_suspended():
            await self.write_heartbeat()

    def _was_suspended(self) -> bool:
        if self._last_beat is None:
            return False
        return _uptime_seconds() - self._last_beat >= MISSED_HEARTBEATS * self._heartbeat

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(self._heartbeat)
            with LogErrors(log, "can't write heartbeat"):
                await self.write_heartbeat()


def _write_heartbeat(
    connection: Connection, now: datetime, max_gap: float | None
) -> list[tuple[datetime, datetime]]:
    """Write a heartbeat, and a downtime if the last one is older than `max_gap` seconds.

    If a process stopped since then, every gap is a downtime.
    """
    last = _last_beat(connection)
    if last is not None and max_gap is not None:
        ended = connection.execute(select(heartbeats.c.at).where(_END)).scalar()
        if now - last > timedelta(seconds=0 if last == ended else max_gap):
            connection.execute(insert(downtimes), {"started": last, "ended": now})
            oldest = now - timedelta(days=MAX_DOWNTIME_DAYS)
            connection.execute(delete(downtimes).where(downtimes.c.ended < oldest))
    _set_beat(connection, last, now)
    return _known_downtimes(connection)


def _known_downtimes(connection: Connection) -> list[tuple[datetime, datetime]]:
    query = select(downtimes.c.started, downtimes.c.ended).order_by(downtimes.c.started)
    return [(row.started, row.ended) for row in connection.execute(query)]


def _note_end(connection: Connection, now: datetime) -> None:
    """Write a last heartbeat, which counts as the end unless another process writes a later one."""
    end = _set_beat(connection, _last_beat(connection), now)
    if not connection.execute(update(heartbeats).where(_END).values(at=end)).rowcount:
        connection.execute(insert(heartbeats), {"number": END_ROW, "at": end})


def _last_beat(connection: Connection) -> datetime | None:
    query = select(heartbeats.c.at).where(_BEAT).with_for_update()
    found: datetime | None = connection.execute(query).scalar()
    return found


def _set_beat(connection: Connection, last: datetime | None, now: datetime) -> datetime:
    """Write a heartbeat unless the last one is later; returns which one holds.

    One in the future was written before the clock was set back. Left there, it would hide the
    downtimes until then.
    """
    if last is not None and now <= last <= now + MAX_DIFFERENCE:
        return last
    connection.execute(update(heartbeats).where(_BEAT).values(at=now))
    return now


def _uptime_seconds() -> float:
    """Seconds that also count while the machine sleeps, where the system provides that."""
    clock = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if clock is None else time.clock_gettime(clock)
