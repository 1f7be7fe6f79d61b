"""Reads from the board of a SQLite file what other processes have changed."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from smokestack.server.bulletin import Hear
from smokestack.server.database import BUSY

log = logging.getLogger(__name__)

EVERY: Final = 0.02  # seconds between looks at the board

VERSION: Final = "PRAGMA data_version"
LATEST: Final = "SELECT coalesce(max(number), 0) FROM notices"
NEW: Final = "SELECT number, channel, table_id, news FROM notices WHERE number > ? ORDER BY number"


class SqliteListener:
    """`again` runs after notices were taken off the board unread."""

    def __init__(self, file: Path, hear: Hear, again: Callable[[], Awaitable[None]]) -> None:
        self._file = file
        self._hear = hear
        self._again = again
        self._board: sqlite3.Connection | None = None
        self._version = -1
        self._read = 0
        self._missed = False
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        self._board = sqlite3.connect(self._file, timeout=BUSY, isolation_level=None)
        (self._read,) = self._board.execute(LATEST).fetchone()
        self._task = asyncio.create_task(self._listen())

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        if self._board is not None:
            self._board.close()
            self._board = None

    def is_up_to_date(self) -> bool:
        """Looks at the board, which takes no time: nobody sees what has been overtaken."""
        self._look()
        return not self._missed

    def _look(self) -> None:
        if self._board is None:
            return
        (version,) = self._board.execute(VERSION).fetchone()
        if version == self._version:
            return
        self._version = version
        for number, channel, table_id, news in self._board.execute(NEW, (self._read,)).fetchall():
            if number != self._read + 1:
                self._missed = True
            self._read = number
            self._hear(channel, table_id, news)

    async def _listen(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            try:
                self._look()
                if self._missed:
                    await self._again()
                    self._missed = False
            except Exception:
                log.exception("the board of changes can't be read")
