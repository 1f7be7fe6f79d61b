"""The change feed of SQLite: polls the table `changes`."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import Final

from smokestack.server.domain.errors import StorageUnavailable
from smokestack.server.live.channels import dispatch
from smokestack.server.live.publisher import ChangePublisher
from smokestack.server.storage.database import BUSY_TIMEOUT_SECONDS

log = logging.getLogger(__name__)

POLL_SECONDS: Final = 0.02
FAILED_POLL_SECONDS: Final = 2.0

DATA_VERSION: Final = "PRAGMA data_version"  # changes when another connection commits
LATEST_CHANGE: Final = "SELECT coalesce(max(number), 0) FROM changes"
NEW_CHANGES: Final = (
    "SELECT number, channel, table_id, revision FROM changes WHERE number > ? ORDER BY number"
)


class SqliteChangeFeed:
    def __init__(self, file: Path, publisher: ChangePublisher) -> None:
        self._file = file
        self._publisher = publisher
        self._connection: sqlite3.Connection | None = None
        self._data_version = -1
        self._last_number = 0
        self._missed = False
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        self._connection = sqlite3.connect(
            self._file, timeout=BUSY_TIMEOUT_SECONDS, isolation_level=None
        )
        (self._last_number,) = self._connection.execute(LATEST_CHANGE).fetchone()
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def is_current(self) -> bool:
        """Polls first, which takes microseconds, so that the cache never serves a stale table."""
        try:
            self._poll()
        except sqlite3.Error as error:
            log.error("can't read the change feed: %s", error)
            return False
        return not self._missed

    def _poll(self) -> None:
        if self._connection is None:
            return
        (data_version,) = self._connection.execute(DATA_VERSION).fetchone()
        if data_version == self._data_version:
            return
        self._data_version = data_version
        new = self._connection.execute(NEW_CHANGES, (self._last_number,)).fetchall()
        for number, channel, table_id, revision in new:
            if number != self._last_number + 1:
                self._missed = True  # a trigger deletes old announcements, read or not
            self._last_number = number
            dispatch(self._publisher, channel, table_id, revision)

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(POLL_SECONDS)
            try:
                self._poll()
                if self._missed:
                    await self._publisher.changes_missed()
                    self._missed = False
            except (sqlite3.Error, StorageUnavailable) as error:
                log.error("can't read the change feed: %s", error)
                await asyncio.sleep(FAILED_POLL_SECONDS)
            except Exception:
                log.exception("can't read the change feed")
                await asyncio.sleep(FAILED_POLL_SECONDS)
