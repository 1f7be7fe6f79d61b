"""Pauses of clocks, by agreement, and automatic answers."""

from __future__ import annotations

from typing import Any

from litestar import Response, post
from litestar.params import FromPath

from smokestack.server.domain.automatic import CHOICES
from smokestack.server.http.requests import HttpRequest, form_fields, service_of, visitor_of
from smokestack.server.pages.routes.tables import respond


@post("/tables/{table_id:str}/pause")
async def vote_for_pause(request: HttpRequest, table_id: FromPath[str]) -> Response[Any]:
    work = service_of(request).clocks.vote_for_pause(table_id, visitor_of(request).guest)
    return await respond(request, table_id, work)


@post("/tables/{table_id:str}/resume")
async def end_pause(request: HttpRequest, table_id: FromPath[str]) -> Response[Any]:
    work = service_of(request).clocks.end_pause(table_id, visitor_of(request).guest)
    return await respond(request, table_id, work)


@post("/tables/{table_id:str}/automatic/{seat:int}")
async def answer_automatically(
    request: HttpRequest, table_id: FromPath[str], seat: FromPath[int]
) -> Response[Any]:
    form = await form_fields(request)
    chosen = [choice for choice in CHOICES if form.get(choice)]
    guest = visitor_of(request).guest
    work = service_of(request).turns.answer_automatically(table_id, guest, seat, chosen)
    return await respond(request, table_id, work)
