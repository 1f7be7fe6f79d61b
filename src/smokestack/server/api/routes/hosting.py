"""What the host of a table does: remove and invite players, seat bots, close it, lock its chat."""

from __future__ import annotations

from litestar import post
from litestar.params import JSONBody

from smokestack.server.api.authentication import required_guest
from smokestack.server.api.request_bodies import (
    BotBody,
    ChatLockBody,
    NameBody,
    SeatInPath,
    TableId,
)
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
    "/tables/{table_id:str}/seats/{seat:int}/bot",
    summary="Let a bot play on a free seat",
    status_code=200,
    tags=["hosting"],
    opt={"guest": "required", "problems": (*PROBLEMS, "seat-not-found")},
)
async def give_to_bot(
    request: HttpRequest, table_id: TableId, seat: SeatInPath, data: JSONBody[BotBody]
) -> TableReply:
    """Before the start. The invitation of the seat stops working."""
    guest = required_guest(request)
    service = service_of(request)
    table = await service.give_to_bot(table_id, guest, seat, data.bot)
    return serialize_table(service, table, guest)


@post(
    "/tables/{table_id:str}/invitations",
    summary="Invite the holder of an account",
    status_code=200,
    tags=["hosting"],
    opt={"guest": "required", "problems": PROBLEMS},
)
async def invite(request: HttpRequest, table_id: TableId, data: JSONBody[NameBody]) -> TableReply:
    """The response is the same whether or not there is an account of this name."""
    guest = required_guest(request)
    service = service_of(request)
    return serialize_table(service, await service.invite(table_id, guest, data.name), guest)


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
