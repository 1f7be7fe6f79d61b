"""Watches all requests to a server under test: counts them by status, and notes every server error
and every declined request that changed the database.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from pathlib import Path

from litestar import Litestar
from litestar.types import Message, Receive, Scope, Send


class RequestAudit:
    """Works for one request at a time, and only while no bot answers."""

    def __init__(self, app: Litestar, folder: Path) -> None:
        self.requests = 0
        self.statuses: Counter[int] = Counter()
        self.violations: list[str] = []
        self._app = app.asgi_handler
        self._file = folder / "tables.sqlite"
        self._database: sqlite3.Connection | None = None
        app.asgi_handler = self

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.requests += 1
        before = self._data_version()
        status = 0

        async def note_status(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        await self._app(scope, receive, note_status)
        self.statuses[status] += 1
        request = f"{scope.get('method')} {scope['path']}: {status}"
        if not 0 < status < 500:
            self.violations.append(request)
        elif status >= 400 and self._data_version() != before:
            self.violations.append(f"{request}, but the database was changed")

    def __str__(self) -> str:
        statuses = [f"{status}: {count}" for status, count in sorted(self.statuses.items())]
        return f"{self.requests} requests: {', '.join(statuses)}"

    def _data_version(self) -> int:
        """Changes whenever another connection writes to the database."""
        if self._database is None:
            self._database = sqlite3.connect(self._file)
        (version,) = self._database.execute("PRAGMA data_version").fetchone()
        return int(version)
