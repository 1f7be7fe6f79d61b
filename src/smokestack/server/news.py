"""Tells whoever watches a table that there is something new to see."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from smokestack.engine.language import tr
from smokestack.server.errors import TooMuch


class Watch(AsyncIterator[int]):
    """The newest number of a table's news, again and again; what was missed is left out.

    Waiting can be given up (`asyncio.wait_for`) and begun again without missing anything.
    """

    def __init__(self) -> None:
        self._latest = -1
        self._seen = -1
        self._closed = False
        self._change = asyncio.Event()

    def note(self, news: int) -> None:
        self._latest = max(self._latest, news)
        self._change.set()

    def close(self) -> None:
        self._closed = True
        self._change.set()

    def __aiter__(self) -> Watch:
        return self

    async def __anext__(self) -> int:
        while not self._closed:
            if self._latest > self._seen:
                self._seen = self._latest
                return self._latest
            self._change.clear()
            await self._change.wait()
        raise StopAsyncIteration


class News:
    """A broadcast within this process; keeps nothing but the newest number for each watcher."""

    def __init__(self, most_watchers: int) -> None:
        self.counted: Callable[[int], None] = lambda _: None
        """Called with the number of watchers when it changes."""
        self.watchers = 0
        self._most = most_watchers
        self._closed = False
        self._watches: dict[str, set[Watch]] = {}

    def publish(self, table_id: str, news: int) -> None:
        """Only once it is stored."""
        for watch in self._watches.get(table_id, ()):
            watch.note(news)

    def watched(self) -> list[str]:
        """The tables that somebody watches here."""
        return list(self._watches)

    @asynccontextmanager
    async def watch(self, table_id: str) -> AsyncIterator[Watch]:
        """Hear of a table: `async with news.watch(id) as watch: async for number in watch: …`."""
        if self.watchers >= self._most:
            raise TooMuch(tr("Too many people are watching right now. Please try again later."))
        watch = Watch()
        self._watches.setdefault(table_id, set()).add(watch)
        self._count(1)
        if self._closed:
            watch.close()
        try:
            yield watch
        finally:
            self._count(-1)
            self._watches[table_id].discard(watch)
            if not self._watches[table_id]:
                del self._watches[table_id]

    def _count(self, more: int) -> None:
        self.watchers += more
        self.counted(self.watchers)

    def close(self) -> None:
        """End all watching, so that the server can stop."""
        self._closed = True
        for watches in self._watches.values():
            for watch in watches:
                watch.close()
