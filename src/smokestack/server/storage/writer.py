"""Group commit: changes that arrive while a commit waits for the disk share the next one.

A busy server commits a few dozen changes at the cost of one; on a quiet server no change waits.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from time import monotonic
from typing import Any, Final, TypeVar

from sqlalchemy import Connection, func, select
from sqlalchemy.exc import DBAPIError, OperationalError

from smokestack.server.storage.database import BUSY_TIMEOUT_SECONDS, Database, is_busy
from smokestack.server.storage.tables import NotWritten

MAX_BATCH_SIZE: Final = 64
AFTER_ALL_TABLES: Final = "~"  # sorts behind all table ids
COUNT_LOCK_KEY: Final = 0x536D6F6B67
RETRY_SECONDS: Final = 0.001  # between attempts to write to a busy SQLite file

Result = TypeVar("Result")


class BatchWriter:
    """Runs functions that write, many in one transaction; a result is returned once committed."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._queue: deque[_Write] = deque()
        self._thread = ThreadPoolExecutor(1, "writer")
        self._task: asyncio.Task[None] | None = None
        self._connection: Connection | None = None

    async def write(
        self, order: str, function: Callable[[Connection], Result], counted: bool = False
    ) -> Result:
        """Run a function that writes and wait until its changes are committed.

        In each transaction rows are locked by `order`, a table id or `AFTER_ALL_TABLES`, so that
        two processes can't deadlock. A transaction with a function that is `counted` runs in one
        process at a time; it waits for the others before it locks any row.
        """
        write = _Write(order, function, counted)
        self._queue.append(write)
        if self._task is None:
            self._task = asyncio.create_task(self._run())
        result: Result = await write.future
        return result

    async def close(self) -> None:
        """Write everything that is queued."""
        if self._task is not None:
            await self._task
        self._drop_connection()
        self._thread.shutdown()

    async def _run(self) -> None:
        while self._queue:
            size = min(MAX_BATCH_SIZE, len(self._queue))
            batch = [self._queue.popleft() for _ in range(size)]
            await self._write_all(batch)
            for write in batch:
                write.finish()
        self._task = None

    async def _write_all(self, batch: list[_Write], retry: bool = True) -> None:
        batch.sort(key=lambda write: write.order)
        try:
            await self._write_together(batch)
        except Exception as error:
            self._drop_connection()
            if retry and isinstance(error, DBAPIError) and error.connection_invalidated:
                # The connection was lost. If the commit succeeded nevertheless, the optimistic
                # locks of the second attempt will find out. This connection may be older than
                # those in the pool; then SQLAlchemy keeps them, though they may be lost as well.
                self._database.discard_idle_connections()
                await self._write_all(batch, retry=False)
                return
            # The transaction is rolled back; write one at a time to find the one that failed.
            if len(batch) == 1:
                batch[0].error = error
                return
            for write in batch:
                await self._write_all([write])

    async def _write_together(self, batch: list[_Write]) -> None:
        """PostgreSQL runs in a thread.

        SQLite runs here, except for the commit, which waits for the disk: a thread would hold the
        write lock while it waits for its turn to run Python code.
        """
        if self._database.is_sqlite:
            await self._begin_when_free()
            self._run_all(batch)
            await self._in_thread(self._commit)
        else:
            await self._in_thread(self._write_now, batch)

    async def _begin_when_free(self) -> None:
        end = monotonic() + BUSY_TIMEOUT_SECONDS
        while True:
            try:
                self._begin()
                return
            except OperationalError as error:
                if not is_busy(error) or monotonic() > end:
                    raise
            await asyncio.sleep(RETRY_SECONDS)

    def _write_now(self, batch: list[_Write]) -> None:
        self._begin()
        self._run_all(batch)
        self._commit()

    def _begin(self) -> None:
        if self._connection is None:
            self._connection = self._database.connect_to_write()
        self._connection.begin()

    def _run_all(self, batch: list[_Write]) -> None:
        assert self._connection is not None
        # On SQLite all transactions that write run one at a time.
        if not self._database.is_sqlite and any(write.counted for write in batch):
            lock = func.pg_advisory_xact_lock(COUNT_LOCK_KEY)
            self._connection.execute(select(lock))
        for write in batch:
            write.run(self._connection)

    def _commit(self) -> None:
        assert self._connection is not None
        self._connection.commit()

    def _drop_connection(self) -> None:
        """Discard what is not committed; the next transaction gets a new connection."""
        if self._connection is not None:
            self._connection.invalidate()
            self._connection.close()
            self._connection = None

    async def _in_thread(self, function: Callable[..., None], *args: object) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, function, *args)


class _Write:
    """A function in the queue, then its result."""

    def __init__(self, order: str, function: Callable[[Connection], Any], counted: bool) -> None:
        self.order = order
        self.counted = counted
        self.future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.error: BaseException | None = None
        self._function = function
        self._result: Any = None

    def run(self, connection: Connection) -> None:
        self.error = None
        try:
            self._result = self._function(connection)
        except NotWritten as error:  # raised before the function writes anything
            self.error = error

    def finish(self) -> None:
        if self.future.cancelled():
            return
        if self.error is None:
            self.future.set_result(self._result)
        else:
            self.future.set_exception(self.error)
