"""Notifies the event streams of this process that a table has changed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Final

from smokestack.presentation.language import tr
from smokestack.server.domain.errors import LimitExceeded
from smokestack.server.domain.metrics import TableMetrics

ANY_TABLE: Final = ""  # in place of an id


class Subscription(AsyncIterator[int]):
    """Iterates over the revisions of a table; only the latest is delivered, older ones skipped.

    A wait can be cancelled (`asyncio.timeout`) and started again without missing anything.
    """

    def __init__(self) -> None:
        self._latest = -1
        self._delivered = -1
        self._closed = False
        self._changed = asyncio.Event()

    def notify(self, revision: int) -> None:
        self._latest = max(self._latest, revision)
        self._changed.set()

    def close(self) -> None:
        self._closed = True
        self._changed.set()

    def __aiter__(self) -> Subscription:
        return self

    async def __anext__(self) -> int:
        while not self._closed:
            if self._latest > self._delivered:
                self._delivered = self._latest
                return self._latest
            self._changed.clear()
            await self._changed.wait()
        raise StopAsyncIteration


class Broadcast:
    """The subscriptions of this process, by table."""

    def __init__(self, max_subscriptions: int, metrics: TableMetrics) -> None:
        self._max = max_subscriptions
        self._metrics = metrics
        self._count = 0
        self._closed = False
        self._changes = 0
        self._subscriptions: dict[str, set[Subscription]] = {}

    def publish(self, table_id: str, revision: int) -> None:
        """Only call this once the change is committed."""
        for subscription in self._subscriptions.get(table_id, ()):
            subscription.notify(revision)
        self._changes += 1
        for subscription in self._subscriptions.get(ANY_TABLE, ()):
            subscription.notify(self._changes)

    def subscribed_tables(self) -> list[str]:
        return [table_id for table_id in self._subscriptions if table_id != ANY_TABLE]

    @asynccontextmanager
    async def subscribe(self, table_id: str) -> AsyncIterator[Subscription]:
        """`async with broadcast.subscribe(id) as revisions: async for revision in revisions: …`."""
        if self._count >= self._max:
            raise LimitExceeded(
                tr("Too many people are watching right now. Please try again later.")
            )
        subscription = Subscription()
        self._subscriptions.setdefault(table_id, set()).add(subscription)
        self._add(1)
        if self._closed:
            subscription.close()
        try:
            yield subscription
        finally:
            self._add(-1)
            self._subscriptions[table_id].discard(subscription)
            if not self._subscriptions[table_id]:
                del self._subscriptions[table_id]

    def subscribe_to_all(self) -> AbstractAsyncContextManager[Subscription]:
        """The same for the changes of all tables; the numbers then mean nothing."""
        return self.subscribe(ANY_TABLE)

    def close(self) -> None:
        """End all subscriptions, so that the server can stop."""
        self._closed = True
        for subscriptions in self._subscriptions.values():
            for subscription in subscriptions:
                subscription.close()

    def _add(self, change: int) -> None:
        self._count += change
        self._metrics.event_streams_changed(self._count)
