"""The tables that are kept ready in memory: the ones that were wanted last."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from weakref import WeakValueDictionary

from smokestack.server.table import Table


class Shelf:
    """Only what is stored lies here; whatever is not here can be loaded again."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def lock(self, table_id: str) -> asyncio.Lock:
        """Held by whoever loads or changes a table."""
        lock = self._locks.get(table_id)
        if lock is None:
            lock = self._locks[table_id] = asyncio.Lock()
        return lock

    def get(self, table_id: str) -> Table | None:
        table = self._tables.get(table_id)
        if table is not None:
            self._tables.move_to_end(table_id)
        return table

    def put(self, table: Table) -> None:
        self._tables[table.id] = table
        self._tables.move_to_end(table.id)
        if len(self._tables) > self._most:
            self._tables.popitem(last=False)

    def drop(self, table_id: str) -> None:
        self._tables.pop(table_id, None)
