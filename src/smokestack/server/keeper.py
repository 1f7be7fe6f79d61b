"""Keeps the tables: finds them, changes them one change at a time, and stores before it tells.

A change works on a copy of the table, is committed, and only then becomes what others see. If it
can't be committed, nothing has happened.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from functools import partial
from typing import Any, Concatenate, Final, ParamSpec, TypeVar

from smokestack.engine.errors import SmokestackError
from smokestack.engine.language import tr
from smokestack.server.database import Database
from smokestack.server.errors import NoSuchTable, NotPossible, Stale
from smokestack.server.settings import Settings
from smokestack.server.shelf import Shelf
from smokestack.server.storage import Overtaken, Repeated, Storage, Submission
from smokestack.server.table import Table

log = logging.getLogger(__name__)

READERS: Final = 4  # threads
ATTEMPTS: Final = 10  # to change a table that other processes change as well

Deed = Callable[[Table, datetime], Table | None]
"""Changes a table, and returns another one that comes of it; declines with a `HouseError`."""

P = ParamSpec("P")
Found = TypeVar("Found")

_ID = re.compile(r"[A-Za-z0-9_-]{1,32}")


class Keeper:
    """`tell` is called with each table that is new or has changed, once that is stored."""

    def __init__(self, settings: Settings, tell: Callable[[Table], None]) -> None:
        self._database = Database(settings.database_url())
        self._storage = Storage(self._database)
        self._tell = tell
        self._shelf = Shelf(settings.most_in_memory)
        writers = 1 if self._database.is_sqlite else READERS
        self._readers = ThreadPoolExecutor(READERS, "reader")
        self._writers = ThreadPoolExecutor(writers, "writer")
        self._under_way: set[asyncio.Task[Any]] = set()

    async def open(self) -> None:
        await self._write(self._database.bring_up_to_date)

    async def close(self) -> None:
        """Finish what is under way."""
        while self._under_way:
            await asyncio.wait(self._under_way)
        self._readers.shutdown()
        self._writers.shutdown()
        self._database.close()

    async def find(self, table_id: str) -> Table:
        table = self._shelf.get(table_id)
        if table is not None:
            return table
        if not _ID.fullmatch(table_id):
            raise _no_such_table()
        async with self._shelf.lock(table_id):
            return await self._get(table_id)

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

    async def _get(self, table_id: str) -> Table:
        """Only while holding the table's lock."""
        table = self._shelf.get(table_id)
        if table is not None:
            return table
        try:
            table = await self._read(self._storage.load, table_id)
        except SmokestackError as error:
            log.error("table %s can't be replayed: %s", table_id, error)
            raise NotPossible(
                tr("This game was played under rules that this house does not know.")
            ) from None
        if table is None:
            raise _no_such_table()
        self._shelf.put(table)
        return table

    async def _add(self, table: Table) -> Table:
        await self._write(self._storage.add, table)
        self._shelf.put(table)
        self._tell(table)
        return table

    async def _change(
        self, table_id: str, deed: Deed, submission: Submission | None, version: int | None
    ) -> Table:
        async with self._shelf.lock(table_id):
            for _ in range(ATTEMPTS):
                before = await self._get(table_id)
                if version is not None and version > before.version:
                    self._shelf.drop(table_id)  # another process may know more
                    before = await self._get(table_id)
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
                    await self._write(self._storage.save, before, after, submission, new)
                except Overtaken:
                    self._shelf.drop(table_id)
                    continue
                except Repeated:
                    return before
                except BaseException:
                    self._shelf.drop(table_id)
                    raise
                for table in (after, new):
                    if table is not None:
                        self._shelf.put(table)
                        self._tell(table)
                return after
        raise _stale()

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
        return await loop.run_in_executor(self._readers, partial(function, *args, **kwargs))

    async def _write(
        self, function: Callable[P, Found], *args: P.args, **kwargs: P.kwargs
    ) -> Found:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._writers, partial(function, *args, **kwargs))


def _no_such_table() -> NoSuchTable:
    return NoSuchTable(tr("There is no such table."))


def _stale() -> Stale:
    return Stale(tr("The game has moved on. This is how it stands now."))
