"""Deletes what is no longer needed: waiting tables that expired, old submissions, old addresses,
devices that are signed in and were not used for long.

Every process of every server does this; what one has deleted, the others don't find.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from random import uniform
from typing import Final

from sqlalchemy import ColumnElement, Connection, delete, select, tuple_, update

from smokestack.server.domain.table import FINISHED, WAITING
from smokestack.server.domain.time_source import SYSTEM_TIME, TimeSource
from smokestack.server.storage import sessions
from smokestack.server.storage.async_database import AsyncDatabase
from smokestack.server.storage.background import BackgroundTask, LogErrors
from smokestack.server.storage.bot_jobs import delete_old_turns
from smokestack.server.storage.notices import delete_sent
from smokestack.server.storage.schema import submissions, tables
from smokestack.server.storage.writer import AFTER_ALL_TABLES

log = logging.getLogger(__name__)

CLEANUP_SECONDS: Final = 600.0  # on average; varied, so that processes don't run it all at once
FIRST_CLEANUP_SECONDS: Final = 10.0
SUBMISSION_DAYS: Final = 2  # nobody retries a request for longer
NOTICE_DAYS: Final = 60  # no event is sent again after a turn of a week and its retries
BATCH_SIZE: Final = 200  # rows, so that other writes need not wait long


class Cleanup:
    def __init__(
        self, database: AsyncDatabase, waiting_table_hours: float, source: TimeSource = SYSTEM_TIME
    ) -> None:
        self._database = database
        self._source = source
        self._waiting = timedelta(hours=waiting_table_hours)
        self._task = BackgroundTask()

    def open(self) -> None:
        self._task.start(self._run_regularly())

    async def close(self) -> None:
        await self._task.close()

    async def run(self) -> None:
        now = self._source.now()
        if self._waiting:
            await self._repeat(_delete_waiting_tables, now - self._waiting)
        await self._repeat(_delete_submissions, now - timedelta(days=SUBMISSION_DAYS))
        await self._repeat(_forget_addresses, now)
        await self._repeat(_forget_notices, now - timedelta(days=NOTICE_DAYS))
        await self._repeat(_sign_out_unused, now)
        await self._database.write(AFTER_ALL_TABLES, delete_old_turns)

    async def _run_regularly(self) -> None:
        await asyncio.sleep(uniform(0.5, 1.5) * FIRST_CLEANUP_SECONDS)
        while True:
            with LogErrors(log, "cleanup failed"):
                await self.run()
            await asyncio.sleep(uniform(0.5, 1.5) * CLEANUP_SECONDS)

    async def _repeat(
        self, function: Callable[[Connection, datetime], int], before: datetime
    ) -> None:
        """Call a function that deletes a batch of old rows, until it finds no more."""
        while await self._database.write(AFTER_ALL_TABLES, function, before) == BATCH_SIZE:
            pass


def _delete_waiting_tables(connection: Connection, before: datetime) -> int:
    found = _lock_tables(
        connection,
        tables.c.status == WAITING,
        tables.c.changed < before,
        tables.c.tournament == "",  # these start automatically
    )
    if found:
        connection.execute(delete(tables).where(tables.c.id.in_(found)))
        log.info("waiting tables expired", extra={"fields": {"tables": len(found)}})
    return len(found)


def _delete_submissions(connection: Connection, before: datetime) -> int:
    key = (submissions.c.table_id, submissions.c.guest, submissions.c.key)
    old = select(*key).where(submissions.c.at < before).limit(BATCH_SIZE)
    found = [tuple(row) for row in connection.execute(old.with_for_update(skip_locked=True))]
    if found:
        connection.execute(delete(submissions).where(tuple_(*key).in_(found)))
    return len(found)


def _forget_addresses(connection: Connection, before: datetime) -> int:
    """Where a table was created from matters only until its game is over."""
    found = _lock_tables(
        connection,
        tables.c.address > "",
        tables.c.status.in_(FINISHED),
        tables.c.changed < before,
    )
    if found:
        same = tables.c.id.in_(found)
        connection.execute(update(tables).where(same).values(address="", network=""))
    return len(found)


def _forget_notices(connection: Connection, before: datetime) -> int:
    return delete_sent(connection, before, BATCH_SIZE)


def _sign_out_unused(connection: Connection, now: datetime) -> int:
    return sessions.delete_unused(connection, now, BATCH_SIZE)


def _lock_tables(connection: Connection, *conditions: ColumnElement[bool]) -> list[str]:
    """The ids of some tables that no other transaction is changing."""
    query = (
        select(tables.c.id)
        .where(*conditions)
        .order_by(tables.c.id)
        .limit(BATCH_SIZE)
        .with_for_update(skip_locked=True)
    )
    return list(connection.execute(query).scalars())
