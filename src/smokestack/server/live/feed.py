"""The change feed: notifies a process of changes that others commit to the same database.

Triggers announce every committed change, no matter which process made it and how (migration 0005):
SQLite in the table `changes`, PostgreSQL with NOTIFY.
"""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from smokestack.server.live.postgresql import PostgresqlChangeFeed
from smokestack.server.live.publisher import ChangePublisher
from smokestack.server.live.sqlite import SqliteChangeFeed
from smokestack.server.storage.database import Database


class ChangeFeed(Protocol):
    """Passes announcements to a `ChangePublisher`."""

    async def open(self) -> None: ...

    async def close(self) -> None: ...

    def is_current(self) -> bool:
        """Whether all changes so far have arrived, so that the cache is valid."""
        ...


def make_feed(database: Database, publisher: ChangePublisher) -> ChangeFeed:
    if database.is_sqlite:
        return SqliteChangeFeed(Path(database.url.database or ""), publisher)
    return PostgresqlChangeFeed(database.connect_arguments(), publisher)
