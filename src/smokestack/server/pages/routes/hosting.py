"""Closing a table that has not started."""

from __future__ import annotations

from typing import Any

from litestar import Response, post
from litestar.params import FromPath

from smokestack.server.http.requests import HttpRequest, service_of, visitor_of
from smokestack.server.pages.routes.tables import respond


@post("/tables/{table_id:str}/close")
async def close_table(request: HttpRequest, table_id: FromPath[str]) -> Response[Any]:
    work = service_of(request).hosting.close_table(table_id, visitor_of(request).guest)
    return await respond(request, table_id, work)
