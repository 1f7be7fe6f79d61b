"""Writes to the database, many changes in one transaction when many want to be written.

A commit waits for the disk. What arrives meanwhile goes into the next one together, so that a busy
house commits a few dozen changes at the price of one, and a quiet house waits for nobody.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from time import monotonic
from typing import Any, Final, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError, OperationalError

from smokestack.server.database import BUSY, Database, is_busy
from smokestack.server.storage import Declined

MOST_TOGETHER: Final = 64
LAST: Final = "~"  # after all ids of tables
PAUSE: Final = 0.001  # seconds until the next attempt to write to a SQLite file that is busy

Found = TypeVar("Found")


class _Work:
    def __init__(self, order: str, function: Callable[[], Any]) -> None:
        self.order = order
        self.function = function
        self.future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.found: Any = None
        self.error: BaseException | None = None

    def do(self) -> None:
        self.error = None
        try:
            self.found = self.function()
        except Declined as error:  # which comes before anything is written
            self.error = error

    def tell(self) -> None:
        if self.future.cancelled():
            return
        if self.error is None:
            self.future.set_result(self.found)
        else:
            self.future.set_exception(self.error)


class Writer:
    """One transaction at a time; whoever is told that something was written can rely on it."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._line: deque[_Work] = deque()
        self._thread = ThreadPoolExecutor(1, "writer")
        self._task: asyncio.Task[None] | None = None
        self._connection: Connection | None = None

    async def write(self, order: str, function: Callable[[], Found]) -> Found:
        """Do something that writes, and wait until it is committed.

        In each transaction rows are locked by `order`, the id of a table or `LAST`, so that no two
        processes ever wait for each other.
        """
        work = _Work(order, function)
        self._line.append(work)
        if self._task is None:
            self._task = asyncio.create_task(self._run())
        found: Found = await work.future
        return found

    async def close(self) -> None:
        """Write all that is in the line."""
        if self._task is not None:
            await self._task
        self._let_go()
        self._thread.shutdown()

    async def _run(self) -> None:
        while self._line:
            batch = [self._line.popleft() for _ in range(min(MOST_TOGETHER, len(self._line)))]
            await self._write_all(batch)
            for work in batch:
                work.tell()
        self._task = None

    async def _write_all(self, batch: list[_Work], again: bool = True) -> None:
        batch.sort(key=lambda work: work.order)
        try:
            await self._write_together(batch)
        except Exception as error:
            self._let_go()
            if again and isinstance(error, DBAPIError) and error.connection_invalidated:
                # The connection was lost. If it was committed nevertheless, that will be noticed.
                await self._write_all(batch, again=False)
                return
            # Nothing of it counts; each on its own shows which one is at fault.
            if len(batch) == 1:
                batch[0].error = error
                return
            for work in batch:
                await self._write_all([work])

    async def _write_together(self, batch: list[_Work]) -> None:
        """PostgreSQL is waited for in a thread.

        SQLite works right here: only its disk is worth waiting for, while a thread would hold
        everybody up with an open transaction until it gets its turn to take the next step.
        """
        if self._database.is_sqlite:
            await self._begin_when_free()
            self._do_all(batch)
            await self._in_thread(self._commit)
        else:
            await self._in_thread(self._write_now, batch)

    async def _begin_when_free(self) -> None:
        end = monotonic() + BUSY
        while True:
            try:
                self._begin()
                return
            except OperationalError as error:
                if not is_busy(error) or monotonic() > end:
                    raise
            await asyncio.sleep(PAUSE)

    def _write_now(self, batch: list[_Work]) -> None:
        self._begin()
        self._do_all(batch)
        self._commit()

    def _begin(self) -> None:
        if self._connection is None:
            self._connection = self._database.connect_to_write()
        self._connection.begin()

    def _do_all(self, batch: list[_Work]) -> None:
        assert self._connection is not None
        with self._database.sharing(self._connection):
            for work in batch:
                work.do()

    def _commit(self) -> None:
        assert self._connection is not None
        self._connection.commit()

    def _let_go(self) -> None:
        """Forget what is not committed; the next transaction gets a new connection."""
        if self._connection is not None:
            self._connection.invalidate()
            self._connection.close()
            self._connection = None

    async def _in_thread(self, function: Callable[..., None], *args: object) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, function, *args)
