"""Live updates: a stream that says that there is news; the page then asks for what it may see."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Final

from litestar import get
from litestar.response import ServerSentEvent
from litestar.response.sse import ServerSentEventMessage

from smokestack.server.asking import Asked, house_of

HEARTBEAT: Final = 15.0


@get("/tables/{table_id:str}/events")
async def events(request: Asked, table_id: str) -> ServerSentEvent:
    table = await house_of(request).find(table_id)
    return ServerSentEvent(_news(request, table.id, table.news), retry_duration=1000)


async def _news(
    request: Asked, table_id: str, latest: int
) -> AsyncIterator[ServerSentEventMessage]:
    """The number of the latest news at once, then each time it grows, and a heartbeat."""
    closing: asyncio.Event = request.app.state.closing
    yield ServerSentEventMessage(data=str(latest), event="news")
    async with house_of(request).news.watch(table_id) as watch:
        while not closing.is_set():
            try:
                latest = await asyncio.wait_for(watch.next(), HEARTBEAT)
            except TimeoutError:
                yield ServerSentEventMessage(comment="alive")
                continue
            yield ServerSentEventMessage(data=str(latest), event="news")
