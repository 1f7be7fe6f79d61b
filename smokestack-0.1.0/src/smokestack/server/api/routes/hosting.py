"""What the host of a table does: remove players, close it, lock its chat."""

from __future__ import annotations

from litestar import post
from litestar.params import JSONBody

from smokestack.server.api.authentication import required_guest
from smokestack.server.api.request_bodies import ChatLockBody, SeatInPath, TableId
from smokestack.server.api.response_bodies import TableReply
from smokestack.server.api.serializers import serialize_table
from smokestack.server.http.requests import HttpRequest, service_of

PROBLEMS = ("table-not-found", "not-host", "invalid-action", "too-many-requests")


@post(
    "/tables/{table_id:str}/seats/{seat:int}/remove",
    summary="Remove a player before the start",
    status_code=200,
    tags=["hosting"],
    opt={"guest": "required", "problems": (*PROBLEMS, "seat-not-found")},
)
async def remove_player(request: HttpRequest, table_id: TableId, seat: SeatInPath) -> TableReply:
    """The seat is free again, with a new invitation. The player can't join an open table again,
    but can be invited."""
    guest = required_guest(request)
    service = service_of(request)
    return serialize_table(service, await service.remove_player(table_id, guest, seat), guest)


@post(
    "/tables/{table_id:str}/close",
    summary="Close a table before the start",
    status_code=200,
    tags=["hosting"],
    opt={"guest": "required", "problems": PROBLEMS},
)
async def close_table(request: HttpRequest, table_id: TableId) -> TableReply:
    guest = required_guest(request)
    service = service_of(request)
    return serialize_table(service, await service.close_table(table_id, guest), guest)


@post(
    "/tables/{table_id:str}/chat-lock",
    summary="Lock or unlock the chat",
    status_code=200,
    tags=["hosting"],
    opt={"guest": "required", "problems": PROBLEMS},
)
async def lock_chat(
    request: HttpRequest, table_id: TableId, data: JSONBody[ChatLockBody]
) -> TableReply:
    guest = required_guest(request)
    service = service_of(request)
    return serialize_table(service, await service.lock_chat(table_id, guest, data.locked), guest)
