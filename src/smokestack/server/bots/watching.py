"""Notes in the database which tables without a person seated are watched.

Bots at tables that somebody watches come before bots at tables that nobody watches.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Collection
from time import monotonic
from typing import Final

from smokestack.server.storage.background import BackgroundTask, LogErrors
from smokestack.server.storage.bot_jobs import BotJobRepository

log = logging.getLogger(__name__)

NOTE_SECONDS: Final = 5.0  # between two notes
VALID_SECONDS: Final = 20.0
MAX_POLLED_TABLES: Final = 10_000


class WatchRecorder:
    """A table is watched through an event stream, or by a page that polls it."""

    def __init__(
        self, jobs: BotJobRepository, subscribed_tables: Callable[[], Collection[str]]
    ) -> None:
        self._jobs = jobs
        self._subscribed_tables = subscribed_tables
        self._polled: OrderedDict[str, float] = OrderedDict()
        self._task = BackgroundTask()

    def open(self) -> None:
        self._task.start(self._run())

    async def close(self) -> None:
        await self._task.close()

    def note_poll(self, table_id: str) -> None:
        """A page has asked for the revision of a table."""
        self._polled[table_id] = monotonic()
        self._polled.move_to_end(table_id)
        if len(self._polled) > MAX_POLLED_TABLES:
            self._polled.popitem(last=False)

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(NOTE_SECONDS)
            with LogErrors(log, "can't record watched tables"):
                await self._note()

    async def _note(self) -> None:
        watched = {*self._subscribed_tables(), *self._recently_polled()}
        if not watched:
            return
        unattended = watched.intersection(await self._jobs.unattended())
        if unattended:
            await self._jobs.note_watched(sorted(unattended), VALID_SECONDS)

    def _recently_polled(self) -> list[str]:
        oldest = monotonic() - VALID_SECONDS
        while self._polled and next(iter(self._polled.values())) < oldest:
            self._polled.popitem(last=False)
        return list(self._polled)
