"""Tables in memory: the ones that were used last."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Final
from weakref import WeakValueDictionary

from smokestack.server.domain.table import Table

REVISIONS_PER_TABLE: Final = 8  # revisions remembered for each table that fits in the cache


class TableCache:
    """Holds committed tables only; anything evicted can be loaded again."""

    def __init__(self, max_tables: int) -> None:
        self._max_tables = max_tables
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._revisions: OrderedDict[str, int] = OrderedDict()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def __len__(self) -> int:
        return len(self._tables)

    def lock(self, table_id: str) -> asyncio.Lock:
        """Must be held while a table is loaded or changed."""
        lock = self._locks.get(table_id)
        if lock is None:
            lock = self._locks[table_id] = asyncio.Lock()
        return lock

    def get(self, table_id: str) -> Table | None:
        """A table, unless it is known to be stale."""
        table = self._tables.get(table_id)
        if table is None or self.is_stale(table):
            return None
        self._tables.move_to_end(table_id)
        return table

    def get_stale(self, table_id: str) -> Table | None:
        """A table as it was at some time."""
        return self._tables.get(table_id)

    def put(self, table: Table) -> None:
        self._tables[table.id] = table
        self._tables.move_to_end(table.id)
        if len(self._tables) > self._max_tables:
            self._tables.popitem(last=False)

    def put_if_newer(self, table: Table) -> None:
        """Put a table that was loaded without its lock, while it may have changed."""
        known = self._tables.get(table.id)
        if (known is None or known.revision < table.revision) and not self.is_stale(table):
            self.put(table)

    def drop(self, table_id: str) -> None:
        self._tables.pop(table_id, None)

    def clear(self) -> None:
        self._tables.clear()

    def note_revision(self, table_id: str, revision: int) -> None:
        """Note that a table has reached a revision, even while it is being loaded."""
        self._revisions[table_id] = max(revision, self._revisions.get(table_id, revision))
        self._revisions.move_to_end(table_id)
        if len(self._revisions) > REVISIONS_PER_TABLE * self._max_tables:
            self._revisions.popitem(last=False)

    def is_stale(self, table: Table) -> bool:
        return table.revision < self._revisions.get(table.id, 0)
