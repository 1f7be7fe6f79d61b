"""The database for asynchronous code: reads in threads, writes in groups.

Everything else in this package is written as functions that take a connection; here they are run:
`await database.read(tables.load, table_id)`.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Concatenate, Final, ParamSpec, TypeVar

from sqlalchemy import Connection
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError, InterfaceError, InternalError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from smokestack.presentation.language import tr
from smokestack.server.domain.errors import StorageUnavailable
from smokestack.server.storage.database import Database
from smokestack.server.storage.file_lock import FileLock
from smokestack.server.storage.struct_types import inspect_struct_types
from smokestack.server.storage.writer import BatchWriter

READER_THREADS: Final = 4
UNAVAILABLE: Final = (OperationalError, InternalError, InterfaceError, PoolTimeout)
"""A disk that is full, broken or read-only; a database server that does not answer."""

P = ParamSpec("P")
Result = TypeVar("Result")


class AsyncDatabase:
    def __init__(self, url: URL) -> None:
        inspect_struct_types()  # before there are threads
        self.sync = Database(url)
        self._readers = ThreadPoolExecutor(READER_THREADS, "reader")
        self._writer = BatchWriter(self.sync)
        self._file_lock = FileLock(Path(url.database or "")) if self.sync.is_sqlite else None

    async def open(self, when_alone: Callable[[Connection], None]) -> None:
        """Migrate; `when_alone` runs if no other process can be using this database."""
        is_alone = self._file_lock is not None and await self._in_thread(self._file_lock.enter)
        await self._in_thread(self.sync.migrate)
        if is_alone:
            await self._in_thread(lambda: self._write_now(when_alone))
        if self._file_lock is not None:
            await self._in_thread(self._file_lock.share)

    async def close(self) -> None:
        """Finish all writes."""
        self._readers.shutdown()
        await self._writer.close()
        self.sync.close()
        if self._file_lock is not None:
            self._file_lock.leave()

    async def read(
        self,
        function: Callable[Concatenate[Connection, P], Result],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> Result:
        """What a function reads; `StorageUnavailable` if the database can't be read."""
        with _available():
            return await self._in_thread(lambda: self._read_with_retry(function, *args, **kwargs))

    async def read_briefly(
        self,
        function: Callable[Concatenate[Connection, P], Result],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> Result:
        """Like `read`; SQLite answers a short query sooner than a thread starts."""
        if self.sync.is_sqlite:
            with _available():
                return self._read_with_retry(function, *args, **kwargs)
        return await self.read(function, *args, **kwargs)

    async def write(
        self,
        order: str,
        function: Callable[Concatenate[Connection, P], Result],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> Result:
        """Write and commit; `StorageUnavailable` if the database can't be written.

        `BatchWriter.write` explains `order`.
        """
        with _available():
            return await self._writer.write(
                order, lambda connection: function(connection, *args, **kwargs)
            )

    async def write_counted(
        self,
        order: str,
        function: Callable[Concatenate[Connection, P], Result],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> Result:
        """Like `write`, for a function that counts rows and adds one unless there are too many.

        Only one process at a time runs such functions, so none of them misses rows of another.
        """
        with _available():
            return await self._writer.write(
                order, lambda connection: function(connection, *args, **kwargs), counted=True
            )

    def _read_with_retry(
        self,
        function: Callable[Concatenate[Connection, P], Result],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> Result:
        """A lost connection is only noticed when it is used, so try once more with a new one."""
        try:
            with self.sync.reading() as connection:
                return function(connection, *args, **kwargs)
        except DBAPIError as error:
            if not error.connection_invalidated:
                raise
        with self.sync.reading() as connection:
            return function(connection, *args, **kwargs)

    def _write_now(self, function: Callable[[Connection], None]) -> None:
        with self.sync.writing() as connection:
            function(connection)

    async def _in_thread(self, function: Callable[[], Result]) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self._readers, function)


@contextmanager
def _available() -> Iterator[None]:
    """Turns errors that are no bugs into `StorageUnavailable`."""
    try:
        yield
    except UNAVAILABLE as error:
        cause = getattr(error, "orig", None) or error
        if getattr(cause, "sqlite_errorcode", None) == sqlite3.SQLITE_ERROR:
            raise  # a statement that is wrong
        raise StorageUnavailable(
            tr("The server can't store anything right now. Nothing was lost; try again later."),
            str(cause),
        ) from error
