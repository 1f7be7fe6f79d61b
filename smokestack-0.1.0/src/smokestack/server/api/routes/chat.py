"""Chat: messages, muting their authors, and reports to the operator."""

from __future__ import annotations

from typing import Final

from litestar import post
from litestar.params import JSONBody

from smokestack.server.api.authentication import required_guest
from smokestack.server.api.request_bodies import (
    ChatBody,
    MuteBody,
    MuteNumber,
    ReportBody,
    TableId,
)
from smokestack.server.api.response_bodies import ChatReply, ReportReply
from smokestack.server.api.serializers import serialize_chat
from smokestack.server.domain.table import NO_SEAT
from smokestack.server.http.requests import HttpRequest, service_of

MUTE_OPTIONS: Final = {
    "guest": "required",
    "problems": ("table-not-found", "forbidden", "invalid-action", "too-many-requests"),
}


@post(
    "/tables/{table_id:str}/chat",
    summary="Post a chat message",
    status_code=200,
    tags=["chat"],
    opt={
        "guest": "required",
        "problems": ("table-not-found", "invalid-action", "too-many-requests"),
    },
)
async def post_message(
    request: HttpRequest, table_id: TableId, data: JSONBody[ChatBody]
) -> ChatReply:
    guest = required_guest(request)
    table = await service_of(request).post_message(table_id, guest, data.name, data.text)
    return serialize_chat(table, guest)


@post(
    "/tables/{table_id:str}/mutes",
    summary="Mute the author of a message",
    status_code=200,
    tags=["chat"],
    opt=MUTE_OPTIONS,
)
async def mute(request: HttpRequest, table_id: TableId, data: JSONBody[MuteBody]) -> ChatReply:
    """You get no more messages of this author at this table. Only players can mute; nobody else
    notices."""
    guest = required_guest(request)
    return serialize_chat(await service_of(request).mute(table_id, guest, data.message), guest)


@post(
    "/tables/{table_id:str}/mutes/{number:int}/remove",
    summary="Get the messages of a muted author again",
    status_code=200,
    tags=["chat"],
    opt=MUTE_OPTIONS,
)
async def unmute(request: HttpRequest, table_id: TableId, number: MuteNumber) -> ChatReply:
    guest = required_guest(request)
    return serialize_chat(await service_of(request).unmute(table_id, guest, number), guest)


@post(
    "/tables/{table_id:str}/reports",
    summary="Report a message, a player or a table to the operator",
    tags=["chat"],
    opt={
        "guest": "required",
        "problems": ("table-not-found", "seat-not-found", "invalid-action", "too-many-requests"),
    },
)
async def report(
    request: HttpRequest, table_id: TableId, data: JSONBody[ReportBody]
) -> ReportReply:
    guest = required_guest(request)
    seat = NO_SEAT if data.seat is None else data.seat
    table = await service_of(request).report(table_id, guest, seat, data.message, data.text)
    return ReportReply(table.id)
