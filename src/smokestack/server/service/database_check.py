"""Whether the database can be read and written, and what it holds; for monitoring."""

from __future__ import annotations

import asyncio
import logging
from time import monotonic
from typing import Final

import msgspec

from smokestack.server.domain.errors import StorageUnavailable
from smokestack.server.storage import table_counts
from smokestack.server.storage.async_database import AsyncDatabase
from smokestack.server.storage.writer import AFTER_ALL_TABLES

log = logging.getLogger(__name__)

DATABASE_TIMEOUT_SECONDS: Final = 5.0
READINESS_SECONDS: Final = 1.0  # for which a result holds, since the test writes to the disk
TOTALS_SECONDS: Final = 1.0  # for which counts hold


class Totals(msgspec.Struct, frozen=True):
    """Counts over the whole database, no matter which process serves the tables."""

    unfinished_tables: int
    pending_bot_jobs: int


class DatabaseCheck:
    def __init__(self, database: AsyncDatabase) -> None:
        self._database = database
        self._lock = asyncio.Lock()
        self._checked = -READINESS_SECONDS
        self._problem = ""
        self._counting = asyncio.Lock()
        self._counted = -TOTALS_SECONDS
        self._totals = Totals(0, 0)

    async def totals(self) -> Totals:
        async with self._counting:
            if monotonic() - self._counted >= TOTALS_SECONDS:
                self._totals = Totals(
                    await self._database.read(table_counts.count_unfinished),
                    await self._database.read(table_counts.count_pending_bot_jobs),
                )
                self._counted = monotonic()
        return self._totals

    async def problem(self) -> str:
        """Why the database can't be used now; empty if it can."""
        async with self._lock:
            if monotonic() - self._checked >= READINESS_SECONDS:
                self._problem = await self._find_problem()
                self._checked = monotonic()
        return self._problem

    async def _find_problem(self) -> str:
        try:
            async with asyncio.timeout(DATABASE_TIMEOUT_SECONDS):
                await self._database.read(table_counts.count_unfinished)
                await self._database.write(AFTER_ALL_TABLES, table_counts.test_write)
        except StorageUnavailable as error:
            log.error("database can't be used: %s", error.reason)
            return "the database can't be read or written"
        except TimeoutError:
            log.error("database does not answer")
            return "the database does not answer"
        return ""
