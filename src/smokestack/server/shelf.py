"""The tables that are kept ready in memory: the ones that were wanted last."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Final
from weakref import WeakValueDictionary

from smokestack.server.table import Table

HEARD_EACH: Final = 8  # numbers of news that are kept for each table that can be kept


class Shelf:
    """Only what is stored lies here; whatever is not here can be loaded again."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._heard: OrderedDict[str, int] = OrderedDict()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def __len__(self) -> int:
        return len(self._tables)

    def lock(self, table_id: str) -> asyncio.Lock:
        """Held by whoever loads or changes a table."""
        lock = self._locks.get(table_id)
        if lock is None:
            lock = self._locks[table_id] = asyncio.Lock()
        return lock

    def get(self, table_id: str) -> Table | None:
        table = self._tables.get(table_id)
        if table is None or self.is_old(table):
            return None
        self._tables.move_to_end(table_id)
        return table

    def last(self, table_id: str) -> Table | None:
        """A table as it was, however old that is."""
        return self._tables.get(table_id)

    def put(self, table: Table) -> None:
        self._tables[table.id] = table
        self._tables.move_to_end(table.id)
        if len(self._tables) > self._most:
            self._tables.popitem(last=False)

    def drop(self, table_id: str) -> None:
        self._tables.pop(table_id, None)

    def clear(self) -> None:
        self._tables.clear()

    def hear(self, table_id: str, news: int) -> None:
        """Another process may have changed a table; also one that is just being loaded."""
        self._heard[table_id] = max(news, self._heard.get(table_id, news))
        self._heard.move_to_end(table_id)
        if len(self._heard) > HEARD_EACH * self._most:
            self._heard.popitem(last=False)

    def is_old(self, table: Table) -> bool:
        return table.news < self._heard.get(table.id, 0)
