"""Stands at the door of a server under fire: counts what comes, and looks whether anything was
changed by a request that was declined.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from pathlib import Path

from litestar import Litestar
from litestar.types import Message, Receive, Scope, Send


class Warden:
    """Only for one request at a time, and while no bot answers."""

    def __init__(self, app: Litestar, folder: Path) -> None:
        self.requests = 0
        self.statuses: Counter[int] = Counter()
        self.complaints: list[str] = []
        self._inside = app.asgi_handler
        self._file = folder / "tables.sqlite"
        self._database: sqlite3.Connection | None = None
        app.asgi_handler = self

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.requests += 1
        before = self._changes()
        status = 0

        async def listen(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        await self._inside(scope, receive, listen)
        self.statuses[status] += 1
        what = f"{scope.get('method')} {scope['path']}: {status}"
        if not 0 < status < 500:
            self.complaints.append(what)
        elif status >= 400 and self._changes() != before:
            self.complaints.append(f"{what}, but something was changed")

    def _changes(self) -> int:
        """A number that is another one once anybody else has written to the database."""
        if self._database is None:
            self._database = sqlite3.connect(self._file)
        (version,) = self._database.execute("PRAGMA data_version").fetchone()
        return int(version)
