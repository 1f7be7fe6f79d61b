"""Keeps the tables: finds them, changes them one change at a time, and stores before it tells.

A change works on a copy of the table, is committed, and only then becomes what others see. If it
can't be committed, nothing has happened.
"""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, Concatenate, Final, ParamSpec, TypeVar

from sqlalchemy.exc import DBAPIError

from smokestack.engine.errors import SmokestackError
from smokestack.engine.language import tr
from smokestack.server.bulletin import CHANGES, Listener
from smokestack.server.claims import Claims
from smokestack.server.database import Database
from smokestack.server.errors import NoSuchTable, NotPossible, Stale
from smokestack.server.file_lock import FileLock
from smokestack.server.job import Job
from smokestack.server.postgresql_listener import PostgresqlListener
from smokestack.server.settings import Settings
from smokestack.server.shelf import Shelf
from smokestack.server.sqlite_listener import SqliteListener
from smokestack.server.storage import Overtaken, Repeated, Storage, Submission
from smokestack.server.table import Table
from smokestack.server.writer import LAST, Writer

log = logging.getLogger(__name__)

READERS: Final = 4  # threads
ATTEMPTS: Final = 10  # to change a table that other processes change as well

Deed = Callable[[Table, datetime], Table | None]
"""Changes a table, and returns another one that comes of it; declines with a `HouseError`."""

P = ParamSpec("P")
Found = TypeVar("Found")

_ID = re.compile(r"[A-Za-z0-9_-]{1,32}")


class Keeper:
    """`tell` is called with each table that is new or has changed here, once that is stored.

    `hear` is called with a channel, a table's id and a number when any process has done something.
    """

    def __init__(
        self,
        settings: Settings,
        tell: Callable[[Table], None],
        hear: Callable[[str, str, int], None],
        again: Callable[[], Awaitable[None]],
    ) -> None:
        self._database = Database(settings.database_url())
        self._storage = Storage(self._database)
        self._claims = Claims(self._database, secrets.token_urlsafe(12), settings.bot_lease)
        self._tell = tell
        self._hear = hear
        self._again = again
        self._shelf = Shelf(settings.most_in_memory)
        self._readers = ThreadPoolExecutor(READERS, "reader")
        self._writer = Writer(self._database)
        self._under_way: set[asyncio.Task[Any]] = set()
        file = Path(self._database.url.database or "")
        self._lock = FileLock(file) if self._database.is_sqlite else None
        heard, again = self._heard, self._hear_again
        self._listener: Listener = (
            SqliteListener(file, heard, again)
            if self._database.is_sqlite
            else PostgresqlListener(self._database.connect_arguments(), heard, again)
        )

    async def open(self) -> None:
        alone = self._lock is not None and await self._read(self._lock.enter)
        await self._read(self._database.bring_up_to_date)
        if alone:
            await self._write(LAST, self._claims.forget_leases)
        if self._lock is not None:
            await self._read(self._lock.share)
        await self._listener.open()

    async def close(self) -> None:
        """Finish what is under way."""
        while self._under_way:
            await asyncio.wait(self._under_way)
        await self._listener.close()
        self._readers.shutdown()
        await self._writer.close()
        self._database.close()
        if self._lock is not None:
            self._lock.leave()

    async def find(self, table_id: str, version: int = 0) -> Table:
        """A table, at `version` or later if it has come that far."""
        table = self._ready(table_id)
        if table is not None and table.version >= version:
            return table
        if not _ID.fullmatch(table_id):
            raise _no_such_table()
        async with self._shelf.lock(table_id):
            return await self._get(table_id, version)

    async def add(self, table: Table) -> Table:
        return await self._to_the_end(self._add(table))

    async def change(
        self,
        table_id: str,
        deed: Deed,
        submission: Submission | None = None,
        version: int | None = None,
    ) -> Table:
        """The changed table; a submission that is already known is answered and not repeated.

        With `version` the change is declined as `Stale` unless the table is still at it.
        """
        if not _ID.fullmatch(table_id):
            raise _no_such_table()
        return await self._to_the_end(self._change(table_id, deed, submission, version))

    async def ask(
        self, question: Callable[Concatenate[Storage, P], Found], *args: P.args, **kwargs: P.kwargs
    ) -> Found:
        """Ask the storage something, as `keeper.ask(Storage.open_tables, 50)`."""
        return await self._read(question, self._storage, *args, **kwargs)

    async def claim(
        self, deed: Callable[Concatenate[Claims, P], Found], *args: P.args, **kwargs: P.kwargs
    ) -> Found:
        """Change which process thinks about what, as `keeper.claim(Claims.claim, job)`."""
        order = next((arg.table_id for arg in args if isinstance(arg, Job)), LAST)
        return await self._write(order, deed, self._claims, *args, **kwargs)

    def _ready(self, table_id: str) -> Table | None:
        """A table from memory, unless it may be old."""
        return self._shelf.get(table_id) if self._listener.is_up_to_date() else None

    async def _get(self, table_id: str, version: int = 0) -> Table:
        """Only while holding the table's lock."""
        table = self._ready(table_id)
        if table is not None and table.version >= version:
            return table
        for _ in range(ATTEMPTS):
            try:
                table = await self._load(table_id)
            except SmokestackError as error:
                log.error("table %s can't be replayed: %s", table_id, error)
                raise NotPossible(
                    tr("This game was played under rules that this house does not know.")
                ) from None
            if table is None:
                self._shelf.drop(table_id)
                raise _no_such_table()
            if not self._shelf.is_old(table):  # news may have come while it was loaded
                break
        assert table is not None
        self._shelf.put(table)
        return table

    async def _load(self, table_id: str) -> Table | None:
        known = self._shelf.last(table_id)
        if self._database.is_sqlite:  # which answers sooner than a thread begins
            return self._storage.load(table_id, known)
        return await self._read(self._storage.load, table_id, known)

    async def _add(self, table: Table) -> Table:
        await self._write(table.id, self._storage.add, table)
        self._shelf.put(table)
        self._tell(table)
        return table

    async def _change(
        self, table_id: str, deed: Deed, submission: Submission | None, version: int | None
    ) -> Table:
        async with self._shelf.lock(table_id):
            for _ in range(ATTEMPTS):
                before = await self._get(table_id, version or 0)
                if version is not None and version != before.version:
                    # Whatever was done raised the version, so a repetition always comes by here.
                    if submission is not None:
                        known = await self.ask(Storage.knows, table_id, submission)
                        if known:
                            return before
                    raise _stale()
                after = before.copy()
                now = datetime.now(UTC)
                new = deed(after, now)
                if after == before:
                    return before
                after.news += 1
                after.changed = now
                try:
                    await self._write(table_id, self._storage.save, before, after, submission, new)
                except Overtaken:
                    self._shelf.hear(table_id, before.news + 1)
                    continue
                except Repeated:
                    self._shelf.drop(table_id)
                    return await self._get(table_id)
                except BaseException:
                    self._shelf.drop(table_id)
                    raise
                for table in (after, new):
                    if table is not None:
                        self._shelf.put(table)
                        self._tell(table)
                return after
        raise _stale()

    def _heard(self, channel: str, table_id: str, number: int) -> None:
        if channel == CHANGES:
            self._shelf.hear(table_id, number)
        self._hear(channel, table_id, number)

    async def _hear_again(self) -> None:
        """Nobody knows what was missed."""
        self._shelf.clear()
        await self._again()

    async def _to_the_end(self, work: Coroutine[Any, Any, Found]) -> Found:
        """Even if whoever asked for it is gone, memory and database must agree."""
        task = asyncio.create_task(work)
        self._under_way.add(task)
        task.add_done_callback(self._done)
        return await asyncio.shield(task)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._under_way.discard(task)
        if not task.cancelled():
            task.exception()  # whoever still waits gets it

    async def _read(self, function: Callable[P, Found], *args: P.args, **kwargs: P.kwargs) -> Found:
        loop = asyncio.get_running_loop()
        reading = partial(function, *args, **kwargs)
        return await loop.run_in_executor(self._readers, partial(_read_again, reading))

    async def _write(
        self, order: str, function: Callable[P, Found], *args: P.args, **kwargs: P.kwargs
    ) -> Found:
        return await self._writer.write(order, partial(function, *args, **kwargs))


def _read_again(reading: Callable[[], Found]) -> Found:
    """Once more, if it was only then noticed that the connection had been lost."""
    try:
        return reading()
    except DBAPIError as error:
        if not error.connection_invalidated:
            raise
        return reading()


def _no_such_table() -> NoSuchTable:
    return NoSuchTable(tr("There is no such table."))


def _stale() -> Stale:
    return Stale(tr("The game has moved on. This is how it stands now."))
