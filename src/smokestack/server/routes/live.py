"""Live updates: a stream that says that there is news; the page then asks for what it may see."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import AbstractContextManager, aclosing
from typing import Final

from litestar import get
from litestar.params import FromPath
from litestar.response import Stream

from smokestack.server.asking import Asked, house_of
from smokestack.server.house import House
from smokestack.server.limits import Limits

HEARTBEAT: Final = 15.0
RETRY: Final = 1000  # milliseconds until a browser that lost the stream asks again
ALIVE: Final = b": alive\r\n\r\n"
HEADERS: Final = {"cache-control": "no-cache", "x-accel-buffering": "no"}


@get("/tables/{table_id:str}/events")
async def events(request: Asked, table_id: FromPath[str]) -> Stream:
    return await stream(request, table_id)


async def stream(request: Asked, table_id: str) -> Stream:
    """The news of a table, as long as somebody listens."""
    house = house_of(request)
    limits: Limits = request.app.state.limits
    await house.find(table_id)
    news = _news(house, table_id, limits.watching(request.scope))
    first = await anext(news)  # a full house says so before the stream begins
    return Stream(_from(first, news), media_type="text/event-stream", headers=HEADERS)


async def _from(first: bytes, news: AsyncGenerator[bytes]) -> AsyncGenerator[bytes]:
    async with aclosing(news):
        yield first
        async for message in news:
            yield message


async def _news(
    house: House, table_id: str, allowed: AbstractContextManager[None]
) -> AsyncGenerator[bytes]:
    """The number of the latest news at once, then each time it grows, and a heartbeat."""
    with allowed:
        async with house.news().watch(table_id) as watch:
            table = await house.find(table_id)
            yield _message(table.news)
            while True:
                try:
                    async with asyncio.timeout(HEARTBEAT):
                        number = await anext(watch)
                    yield _message(number)
                except TimeoutError:
                    yield ALIVE
                except StopAsyncIteration:
                    return


def _message(news: int) -> bytes:
    """A server-sent event."""
    return b"event: news\r\ndata: %d\r\nretry: %d\r\n\r\n" % (news, RETRY)
