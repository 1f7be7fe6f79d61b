"""Writes to the database, many changes in one transaction when many want to be written.

A commit waits for the disk. What arrives meanwhile goes into the next one together, so that a busy
house commits a few dozen changes at the price of one, and a quiet house waits for nobody.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Final, TypeVar

from sqlalchemy.exc import DBAPIError

from smokestack.server.database import Database
from smokestack.server.storage import Declined

MOST_TOGETHER: Final = 64
LAST: Final = "~"  # after all ids of tables

Found = TypeVar("Found")


class _Work:
    def __init__(self, order: str, function: Callable[[], Any]) -> None:
        self.order = order
        self.function = function
        self.loop = asyncio.get_running_loop()
        self.future: asyncio.Future[Any] = self.loop.create_future()
        self.found: Any = None
        self.error: BaseException | None = None

    def tell(self) -> None:
        if self.future.cancelled():
            return
        if self.error is None:
            self.future.set_result(self.found)
        else:
            self.future.set_exception(self.error)


class Writer:
    """One thread; whoever is told that something was written can rely on it."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._line: SimpleQueue[_Work | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    async def write(self, order: str, function: Callable[[], Found]) -> Found:
        """Do something that writes, and wait until it is committed.

        In each transaction rows are locked by `order`, the id of a table or `LAST`, so that no two
        processes ever wait for each other.
        """
        work = _Work(order, function)
        self._line.put(work)
        found: Found = await work.future
        return found

    def close(self) -> None:
        """Write all that is in the line."""
        self._line.put(None)
        self._thread.join()

    def _run(self) -> None:
        open_ = True
        while open_:
            batch = []
            work = self._line.get()
            while True:
                if work is None:
                    open_ = False
                    break
                batch.append(work)
                if len(batch) >= MOST_TOGETHER:
                    break
                try:
                    work = self._line.get_nowait()
                except Empty:
                    break
            if batch:
                self._write_all(batch)
                batch[0].loop.call_soon_threadsafe(_tell, batch)
        self._database.let_go()

    def _write_all(self, batch: list[_Work], again: bool = True) -> None:
        batch.sort(key=lambda work: work.order)
        try:
            with self._database.together():
                for work in batch:
                    _do(work)
        except Exception as error:
            if again and isinstance(error, DBAPIError) and error.connection_invalidated:
                # The connection was lost. If it was committed nevertheless, that will be noticed.
                self._write_all(batch, again=False)
                return
            # Nothing of it counts; each on its own shows which one is at fault.
            if len(batch) == 1:
                batch[0].error = error
                return
            for work in batch:
                self._write_all([work])


def _do(work: _Work) -> None:
    work.error = None
    try:
        work.found = work.function()
    except Declined as error:  # which comes before anything is written
        work.error = error


def _tell(batch: list[_Work]) -> None:
    for work in batch:
        work.tell()
