"""Live updates of a table's page."""

from __future__ import annotations

from litestar import get
from litestar.params import FromPath
from litestar.response import Stream

from smokestack.server.http.event_stream import event_stream
from smokestack.server.http.requests import HttpRequest


@get("/tables/{table_id:str}/events")
async def events(request: HttpRequest, table_id: FromPath[str]) -> Stream:
    return await event_stream(request, table_id)
