"""Chat: messages, muting their authors, and reports to the operator."""

from __future__ import annotations

from typing import Final

from litestar import post
from litestar.params import JSONBody

from smokestack.server.api.authentication import required_guest
from smokestack.server.api.bodies.chat import ChatBody, ChatReply, MuteBody, ReportBody, ReportReply
from smokestack.server.api.bodies.fields import MuteNumber, TableId
from smokestack.server.api.routes.table_changes import table_change
from smokestack.server.api.serializers import serialize_chat
from smokestack.server.domain.table import NO_SEAT
from smokestack.server.http.rate_limit import CHAT, REPORT
from smokestack.server.http.requests import HttpRequest, service_of

MUTE_PROBLEMS: Final = ("table-not-found", "forbidden", "invalid-action")


@table_change("chat", "Post a chat message", "chat", ("table-not-found", "invalid-action"), **CHAT)
async def post_message(
    request: HttpRequest, table_id: TableId, data: JSONBody[ChatBody]
) -> ChatReply:
    guest = required_guest(request)
    table = await service_of(request).chat.post(table_id, guest, data.name, data.text)
    return serialize_chat(table, guest)


@table_change("mutes", "Mute the author of a message", "chat", MUTE_PROBLEMS)
async def mute(request: HttpRequest, table_id: TableId, data: JSONBody[MuteBody]) -> ChatReply:
    """You get no more messages of this author at this table. Only players can mute; nobody else
    notices."""
    guest = required_guest(request)
    return serialize_chat(await service_of(request).chat.mute(table_id, guest, data.message), guest)


@table_change(
    "mutes/{number:int}/remove", "Get the messages of a muted author again", "chat", MUTE_PROBLEMS
)
async def unmute(request: HttpRequest, table_id: TableId, number: MuteNumber) -> ChatReply:
    guest = required_guest(request)
    return serialize_chat(await service_of(request).chat.unmute(table_id, guest, number), guest)


@post(
    "/tables/{table_id:str}/reports",
    summary="Report a message, a player or a table to the operator",
    tags=["chat"],
    opt={
        **REPORT,
        "guest": "required",
        "problems": ("table-not-found", "seat-not-found", "invalid-action", "too-many-requests"),
    },
)
async def report(
    request: HttpRequest, table_id: TableId, data: JSONBody[ReportBody]
) -> ReportReply:
    guest = required_guest(request)
    seat = NO_SEAT if data.seat is None else data.seat
    table = await service_of(request).chat.report(table_id, guest, seat, data.message, data.text)
    return ReportReply(table.id)
