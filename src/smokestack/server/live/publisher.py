"""Publishes each change of a table once within this process.

The process that committed a change publishes it at once, the others when it arrives in their change
feed. Changes made here arrive there as well; those are recognised and dropped.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from smokestack.server.domain.table import Table
from smokestack.server.live.broadcast import Broadcast
from smokestack.server.storage import tables, tournaments
from smokestack.server.storage.async_database import AsyncDatabase
from smokestack.server.storage.cache import TableCache

MAX_TRACKED_TABLES: Final = 20_000

OnCommit = Callable[[Table], None]
OnClaim = Callable[[str, int], None]


class ChangePublisher:
    def __init__(self, database: AsyncDatabase, cache: TableCache, broadcast: Broadcast) -> None:
        self._database = database
        self._cache = cache
        self._broadcast = broadcast
        self._published: OrderedDict[str, int] = OrderedDict()
        self._on_commit: list[OnCommit] = []
        self._on_claim: list[OnClaim] = []

    def subscribe(self, on_commit: OnCommit, on_claim: OnClaim) -> None:
        """Call `on_commit` with each table committed here, `on_claim` when a bot job is claimed."""
        self._on_commit.append(on_commit)
        self._on_claim.append(on_claim)

    def publish(self, table: Table) -> None:
        """A table was committed by this process."""
        self.table_changed(table.id, table.revision)
        for call in self._on_commit:
            call(table)

    def table_changed(self, table_id: str, revision: int) -> None:
        """A table has reached a revision, committed by any process."""
        if revision <= self._published.get(table_id, -1):
            return
        self._published[table_id] = revision
        self._published.move_to_end(table_id)
        if len(self._published) > MAX_TRACKED_TABLES:
            self._published.popitem(last=False)
        self._cache.note_revision(table_id, revision)
        self._broadcast.publish(table_id, revision)

    def job_claimed(self, table_id: str, version: int) -> None:
        """A process has started on the bot job of a table's version."""
        for call in self._on_claim:
            call(table_id, version)

    async def changes_missed(self) -> None:
        """The feed was interrupted: drop the cache, publish what is current."""
        self._cache.clear()
        subscribed = self._broadcast.subscribed_tables()
        for revisions in (tables.revisions, tournaments.revisions):
            current = await self._database.read(revisions, subscribed)
            for table_id, revision in current.items():
                self.table_changed(table_id, revision)
