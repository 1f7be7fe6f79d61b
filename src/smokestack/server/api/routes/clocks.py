"""Pauses of clocks, by agreement."""

from __future__ import annotations

from litestar import post

from smokestack.server.api.authentication import required_guest
from smokestack.server.api.request_bodies import TableId
from smokestack.server.api.response_bodies import TableReply
from smokestack.server.api.routes.seats import SEAT_OPTIONS
from smokestack.server.api.serializers import serialize_table
from smokestack.server.http.requests import HttpRequest, service_of


@post(
    "/tables/{table_id:str}/pause",
    summary="Agree to a pause",
    status_code=200,
    tags=["turns"],
    opt=SEAT_OPTIONS,
)
async def vote_for_pause(request: HttpRequest, table_id: TableId) -> TableReply:
    """The clocks stop once all present players have agreed."""
    guest = required_guest(request)
    service = service_of(request)
    return serialize_table(service, await service.vote_for_pause(table_id, guest), guest)


@post(
    "/tables/{table_id:str}/resume",
    summary="End a pause",
    status_code=200,
    tags=["turns"],
    opt=SEAT_OPTIONS,
)
async def end_pause(request: HttpRequest, table_id: TableId) -> TableReply:
    """The clocks run again. Before a pause has begun, this withdraws your agreement to it."""
    guest = required_guest(request)
    service = service_of(request)
    return serialize_table(service, await service.end_pause(table_id, guest), guest)
