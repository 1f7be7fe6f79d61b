"""Finds, creates and changes tables.

A change works on a copy of the table, is committed, and only then published and visible to others.
If the commit fails, nothing has happened.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable, Coroutine
from datetime import datetime
from typing import Any, Final, Protocol, TypeVar

from sqlalchemy import Connection

from smokestack.engine.errors import SmokestackError
from smokestack.presentation.language import tr
from smokestack.server.domain import clocks
from smokestack.server.domain.errors import (
    DomainError,
    InvalidAction,
    KeyReused,
    TableNotFound,
    VersionConflict,
)
from smokestack.server.domain.table import Table
from smokestack.server.domain.time_source import TimeSource
from smokestack.server.storage import tables
from smokestack.server.storage.async_database import AsyncDatabase
from smokestack.server.storage.cache import TableCache
from smokestack.server.storage.row_checks import UnreadableTable
from smokestack.server.storage.table_limits import TableLimits
from smokestack.server.storage.tables import AlreadyDone, Conflict, KeyTaken, Submission
from smokestack.server.storage.uptime import Uptime

log = logging.getLogger(__name__)

MAX_ATTEMPTS: Final = 10  # to change a table that other processes change as well

Change = Callable[[Table, datetime], Table | None]
"""Changes a table in place and returns a table that it created, if any; may refuse."""

Result = TypeVar("Result")

_TABLE_ID = re.compile(r"[A-Za-z0-9_-]{1,32}")


class Publisher(Protocol):
    """Announces committed changes within this process."""

    def publish(self, table: Table) -> None: ...


class Feed(Protocol):
    """Receives changes that other processes have committed."""

    def is_current(self) -> bool:
        """Whether all changes so far have arrived, so that the cache is valid."""
        ...


class TableStore:
    def __init__(
        self,
        database: AsyncDatabase,
        cache: TableCache,
        feed: Feed,
        publisher: Publisher,
        source: TimeSource,
        uptime: Uptime,
        limits: TableLimits,
    ) -> None:
        self._database = database
        self._source = source
        self._uptime = uptime
        self._limits = limits
        self._cache = cache
        self._feed = feed
        self._publisher = publisher
        self._in_flight: set[asyncio.Task[Any]] = set()

    async def close(self) -> None:
        """Wait for changes in progress."""
        while self._in_flight:
            await asyncio.wait(self._in_flight)

    async def find(self, table_id: str, min_version: int = 0) -> Table:
        """A table; the cache is bypassed if it has not reached `min_version`."""
        table = self._cached(table_id)
        if table is not None and table.version >= min_version:
            return table
        if not _TABLE_ID.fullmatch(table_id):
            raise _table_not_found()
        async with self._cache.lock(table_id):
            return await self._get(table_id, min_version)

    async def find_all(self, ids: list[str]) -> list[Table]:
        """The tables of a list; those that can't be read are left out."""
        await self._load_missing(ids)
        found = []
        for table_id in ids:
            try:
                found.append(await self.find(table_id))
            except DomainError as error:
                fields = {"table_id": table_id}
                log.warning("table left out of a list: %s", error, extra={"fields": fields})
        return found

    async def _load_missing(self, ids: list[str]) -> None:
        """Load what the cache lacks in one go; `find` tells of tables that can't be read."""
        if not self._feed.is_current():
            return  # the cache is not used
        missing = [table_id for table_id in ids if self._cache.get(table_id) is None]
        if len(missing) > 1:
            for table in await self._database.read(tables.load_all, missing):
                self._cache.put_if_newer(table)

    async def add(self, table: Table) -> Table:
        """Store a new table; `LimitExceeded` if there are too many."""
        return await self._finish(self._add(table))

    async def change(
        self,
        table_id: str,
        change: Change,
        submission: Submission | None = None,
        version: int | None = None,
    ) -> Table:
        """Apply a change and return the table; a repeated submission is not applied again.

        `KeyReused` if the key of the submission was used for a different one. `LimitExceeded` if
        there are too many tables for one that the change creates. With `version`,
        `VersionConflict` is raised unless the table is still at that version.
        """
        if not _TABLE_ID.fullmatch(table_id):
            raise _table_not_found()
        try:
            return await self._finish(self._change(table_id, change, submission, version))
        except KeyTaken:
            raise KeyReused(
                tr("This key was used for another request. Nothing was changed.")
            ) from None

    def drop(self, table_id: str) -> None:
        """Load a table again whose rows were changed directly."""
        self._cache.drop(table_id)

    def _cached(self, table_id: str) -> Table | None:
        return self._cache.get(table_id) if self._feed.is_current() else None

    async def _get(self, table_id: str, min_version: int = 0) -> Table:
        """The caller must hold the table's lock."""
        table = self._cached(table_id)
        if table is not None and table.version >= min_version:
            return table
        for _ in range(MAX_ATTEMPTS):
            table = await self._load(table_id)
            if not self._cache.is_stale(table):  # it may have changed while it was loaded
                break
        assert table is not None
        self._cache.put(table)
        return table

    async def _load(self, table_id: str) -> Table:
        try:
            table = await self._database.read_briefly(
                tables.load, table_id, self._cache.get_stale(table_id)
            )
        except UnreadableTable as error:
            log.error("table is damaged", extra={"fields": {"table_id": table_id}}, exc_info=error)
            raise InvalidAction(
                tr("This table can't be read. The server's log says why.")
            ) from None
        except SmokestackError as error:
            log.error(
                "table can't be replayed", extra={"fields": {"table_id": table_id}}, exc_info=error
            )
            raise InvalidAction(
                tr("This game uses a version of the rules that this server does not have.")
            ) from None
        if table is None:
            self._cache.drop(table_id)
            raise _table_not_found()
        return table

    async def _add(self, table: Table) -> Table:
        await self._database.write_counted(table.id, self._insert, table)
        self._committed(table)
        return table

    async def _change(
        self, table_id: str, change: Change, submission: Submission | None, version: int | None
    ) -> Table:
        async with self._cache.lock(table_id):
            for _ in range(MAX_ATTEMPTS):
                before = await self._get(table_id, version or 0)
                if version is not None and version != before.version:
                    # Every applied submission raises the version, so repetitions end up here.
                    if submission is not None and await self._database.read(
                        tables.is_known, table_id, submission
                    ):
                        return before
                    raise _version_conflict()
                if before.clock is not None:
                    await self._uptime.refresh()
                after = before.copy()
                now = self._source.now()
                created = change(after, now)
                if after != before:
                    clocks.settle(after, now, self._uptime.downtimes)
                if after == before:
                    return before
                after.revision += 1
                after.changed = now
                try:
                    await self._save(before, after, submission, created)
                except Conflict:
                    self._cache.note_revision(table_id, before.revision + 1)
                    continue
                except AlreadyDone:
                    self._cache.drop(table_id)
                    return await self._get(table_id)
                except BaseException:
                    self._cache.drop(table_id)
                    raise
                self._committed(after)
                if created is not None:
                    self._committed(created)
                return after
        raise _version_conflict()

    async def _save(
        self, before: Table, after: Table, submission: Submission | None, created: Table | None
    ) -> None:
        if created is None:
            await self._database.write(before.id, tables.save, before, after, submission)
            return
        await self._database.write_counted(
            before.id, self._save_both, before, after, submission, created
        )

    def _save_both(
        self,
        connection: Connection,
        before: Table,
        after: Table,
        submission: Submission | None,
        created: Table,
    ) -> None:
        self._limits.check(connection, created)
        tables.save(connection, before, after, submission, created)

    def _insert(self, connection: Connection, table: Table) -> None:
        self._limits.check(connection, table)
        tables.add(connection, table)

    def _committed(self, table: Table) -> None:
        self._cache.put(table)
        self._publisher.publish(table)

    async def _finish(self, work: Coroutine[Any, Any, Result]) -> Result:
        """Run to the end even if the caller is cancelled: cache and database must agree."""
        task = asyncio.create_task(work)
        self._in_flight.add(task)
        task.add_done_callback(self._finished)
        return await asyncio.shield(task)

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._in_flight.discard(task)
        if not task.cancelled():
            task.exception()  # mark it as retrieved: the caller may be gone


def _table_not_found() -> TableNotFound:
    return TableNotFound(
        tr(
            "There is no table at this address. The link may be incomplete, or the table was "
            "removed."
        )
    )


def _version_conflict() -> VersionConflict:
    return VersionConflict(tr("The game has changed since. This is the current position."))
