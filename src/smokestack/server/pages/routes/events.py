"""Live updates of a table's page, and of the lists on the start page."""

from __future__ import annotations

from litestar import MediaType, Response, get
from litestar.params import FromPath
from litestar.response import Stream

from smokestack.server.http.event_stream import event_stream, list_stream
from smokestack.server.http.requests import HttpRequest, service_of, visitor_of


@get("/tables/{table_id:str}/events")
async def events(request: HttpRequest, table_id: FromPath[str]) -> Stream:
    return await event_stream(request, table_id)


@get("/lists/events")
async def list_events(request: HttpRequest) -> Stream:
    return await list_stream(request, visitor_of(request).guest)


@get("/lists/revision", media_type=MediaType.TEXT)
async def list_revision(request: HttpRequest) -> Response[str]:
    """For pages that were refused an event stream."""
    return _number(await service_of(request).lobby.list_revision(visitor_of(request).guest))


@get("/turns", media_type=MediaType.TEXT)
async def turns(request: HttpRequest) -> Response[str]:
    """At how many tables it is the visitor's turn, besides the one that they look at."""
    besides = request.query_params.get("besides", "")
    return _number(await service_of(request).lobby.count_turns(visitor_of(request).guest, besides))


def _number(value: int) -> Response[str]:
    headers = {"cache-control": "no-store"}
    return Response(str(value), media_type=MediaType.TEXT, headers=headers)
