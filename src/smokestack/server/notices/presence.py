"""Notes in the database which tables are open on which devices, so that nobody gets push messages
about a table that they are looking at."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from time import monotonic
from typing import Final

from smokestack.server.storage import presence
from smokestack.server.storage.async_database import AsyncDatabase
from smokestack.server.storage.background import BackgroundTask, LogErrors
from smokestack.server.storage.presence import Opened
from smokestack.server.storage.writer import AFTER_ALL_TABLES

log = logging.getLogger(__name__)

REFRESH_SECONDS: Final = 10.0
VALID_SECONDS: Final = 30.0  # if the process that noted it has died
POLLED_SECONDS: Final = 15.0  # for which a page that asks regularly counts as open
RECONNECT_SECONDS: Final = 4.0
"""For which a page whose stream has ended counts as open: it may be loading again, or have lost the
connection. Less than `NOTICE_DELAY`, so a page that was closed before an event delays no notice of
it."""
DEBOUNCE_SECONDS: Final = 0.2
MAX_POLLED: Final = 10_000


class PresenceRecorder:
    def __init__(self, database: AsyncDatabase) -> None:
        self._database = database
        self._process = secrets.token_hex(8)
        self._open: Counter[Opened] = Counter()
        self._polled: dict[Opened, float] = {}
        self._new: set[Opened] = set()
        self._closed: set[Opened] = set()
        self._refreshed = 0.0
        self._changed = asyncio.Event()
        self._task = BackgroundTask()

    def open(self) -> None:
        self._task.start(self._run())

    async def close(self) -> None:
        await self._task.close()

    @contextmanager
    def at_table(self, table_id: str, device: str, guest: str) -> Iterator[None]:
        """A page with the table is open."""
        opened = (table_id, device, guest)
        self._open[opened] += 1
        self._closed.discard(opened)
        self._new.add(opened)
        self._changed.set()
        try:
            yield
        finally:
            self._open[opened] -= 1
            if not self._open[opened]:
                del self._open[opened]
                self._closed.add(opened)
                self._changed.set()

    def note_poll(self, table_id: str, device: str, guest: str) -> None:
        """A page without an event stream has asked for the revision of a table."""
        if len(self._polled) < MAX_POLLED:
            opened = (table_id, device, guest)
            if opened not in self._polled:
                self._new.add(opened)
                self._changed.set()
            self._polled[opened] = monotonic() + POLLED_SECONDS

    async def note(self) -> None:
        """Write down what was opened or closed, and from time to time all that is open."""
        now = monotonic()
        for expired in [each for each, until in self._polled.items() if until < now]:
            del self._polled[expired]
            self._closed.add(expired)
        current = {*self._open, *self._polled}
        closed, self._closed = self._closed - current, set()
        opened, self._new = self._new & current, set()
        if now - self._refreshed >= REFRESH_SECONDS:
            self._refreshed = now
            opened = current
        if opened or closed:
            await self._database.write(
                AFTER_ALL_TABLES,
                presence.note,
                self._process,
                sorted(opened),
                sorted(closed),
                VALID_SECONDS,
                RECONNECT_SECONDS,
            )

    async def _run(self) -> None:
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(REFRESH_SECONDS):
                    await self._changed.wait()
            await asyncio.sleep(DEBOUNCE_SECONDS)
            self._changed.clear()
            with LogErrors(log, "can't record open tables"):
                await self.note()
