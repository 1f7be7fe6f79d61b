"""Live updates: streams of server-sent events with the revision of a table or list, nothing else.

Clients then request what they may see of the change.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AbstractContextManager, aclosing, nullcontext
from typing import Final

from litestar.response import Stream

from smokestack.server.http.device import device_of
from smokestack.server.http.rate_limit import RateLimiter
from smokestack.server.http.requests import HttpRequest, service_of
from smokestack.server.service.table_service import TableService

HEARTBEAT_SECONDS: Final = 2.0  # without one for longer, a page shows a lost connection
RETRY_MILLISECONDS: Final = 1000  # until a browser that lost the stream connects again
LIST_INTERVAL_SECONDS: Final = 1.0  # the lists of tables are read at most once in this time
HEARTBEAT: Final = b"event: heartbeat\r\ndata:\r\n\r\n"
HEADERS: Final = {"cache-control": "no-cache", "x-accel-buffering": "no"}


async def event_stream(request: HttpRequest, table_id: str) -> Stream:
    """The revisions of a table until the client disconnects."""
    service = service_of(request)
    rate_limiter: RateLimiter = request.app.state.rate_limiter
    await service.find(table_id)
    device, guest = device_of(request)
    presence: AbstractContextManager[None] = nullcontext()
    if guest:
        presence = service.notices.presence.at_table(table_id, device, guest)
    limit = rate_limiter.event_stream(request.scope)

    async def current() -> int:
        return (await service.find(table_id)).revision

    return await _stream(_events(service, table_id, current, limit, presence))


async def tournament_stream(request: HttpRequest, tournament_id: str) -> Stream:
    """The revisions of a tournament."""
    service = service_of(request)
    rate_limiter: RateLimiter = request.app.state.rate_limiter
    await service.tournaments.find(tournament_id)
    limit = rate_limiter.event_stream(request.scope)

    async def current() -> int:
        return (await service.tournaments.find(tournament_id)).revision

    return await _stream(_events(service, tournament_id, current, limit, nullcontext()))


async def list_stream(request: HttpRequest, guest: str) -> Stream:
    """The revisions of what the start page lists for a guest."""
    service = service_of(request)
    rate_limiter: RateLimiter = request.app.state.rate_limiter
    return await _stream(_list_events(service, guest, rate_limiter.event_stream(request.scope)))


async def _stream(events: AsyncGenerator[bytes]) -> Stream:
    first = await anext(events)  # raises `LimitExceeded` while an error response is still possible
    return Stream(_chain(first, events), media_type="text/event-stream", headers=HEADERS)


async def _chain(first: bytes, events: AsyncGenerator[bytes]) -> AsyncGenerator[bytes]:
    async with aclosing(events):
        yield first
        async for event in events:
            yield event


async def _events(
    service: TableService,
    followed: str,
    current: Callable[[], Awaitable[int]],
    limit: AbstractContextManager[None],
    presence: AbstractContextManager[None],
) -> AsyncGenerator[bytes]:
    """The current revision at once, then each new one, and a heartbeat in between."""
    with limit, presence:
        async with service.broadcast.subscribe(followed) as revisions:
            yield _event(await current())
            while True:
                try:
                    async with asyncio.timeout(HEARTBEAT_SECONDS):
                        revision = await anext(revisions)
                    yield _event(revision)
                except TimeoutError:
                    yield HEARTBEAT
                except StopAsyncIteration:
                    return


async def _list_events(
    service: TableService, guest: str, limit: AbstractContextManager[None]
) -> AsyncGenerator[bytes]:
    """The same for the lists of tables, which are looked at again when any table has changed."""
    with limit:
        async with service.broadcast.subscribe_to_all() as changes:
            sent = await service.lobby.list_revision(guest)
            yield _event(sent)
            while True:
                try:
                    async with asyncio.timeout(HEARTBEAT_SECONDS):
                        await anext(changes)
                except TimeoutError:
                    yield HEARTBEAT
                    continue
                except StopAsyncIteration:
                    return
                revision = await service.lobby.list_revision(guest)
                yield _event(revision) if revision != sent else HEARTBEAT
                sent = revision
                await asyncio.sleep(LIST_INTERVAL_SECONDS)


def _event(revision: int) -> bytes:
    return b"event: revision\r\ndata: %d\r\nretry: %d\r\n\r\n" % (revision, RETRY_MILLISECONDS)
