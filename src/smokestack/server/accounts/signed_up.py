"""Which guests have signed up, cached in each process."""

from __future__ import annotations

import asyncio
import logging
from datetime import UTC, datetime, timedelta
from typing import Final

from smokestack.server.storage import accounts
from smokestack.server.storage.async_database import AsyncDatabase
from smokestack.server.storage.background import BackgroundTask, LogErrors

log = logging.getLogger(__name__)

POLL_SECONDS: Final = 5.0
"""So long the token of a guest who signs up may still be accepted by other processes."""
OVERLAP: Final = timedelta(minutes=1)
"""Accounts may be committed in another order than they were created."""


class SignedUpGuests:
    """Their own tokens are not accepted any more, so every request asks for this."""

    def __init__(self, database: AsyncDatabase) -> None:
        self._database = database
        self._guests: set[str] = set()
        self._newest = datetime(1970, 1, 2, tzinfo=UTC)
        self._task = BackgroundTask()

    def __contains__(self, guest: str) -> bool:
        return guest in self._guests

    def __bool__(self) -> bool:
        return bool(self._guests)

    async def open(self) -> None:
        await self._read_new()
        self._task.start(self._run())

    async def close(self) -> None:
        await self._task.close()

    def add(self, guest: str) -> None:
        self._guests.add(guest)

    async def _read_new(self) -> None:
        since = self._newest - OVERLAP
        for guest, created in await self._database.read_briefly(accounts.created_since, since):
            self._guests.add(guest)
            self._newest = max(self._newest, created)

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(POLL_SECONDS)
            with LogErrors(log, "can't poll for new accounts"):
                await self._read_new()
