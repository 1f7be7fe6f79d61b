"""What the host of a table does: remove and invite players, seat bots, close it, lock its chat."""

from __future__ import annotations

from typing import Final

from litestar.params import JSONBody

from smokestack.server.api.bodies.chat import ChatLockBody
from smokestack.server.api.bodies.fields import NameBody, SeatInPath, TableId
from smokestack.server.api.bodies.seats import BotBody
from smokestack.server.api.bodies.tables import TableReply
from smokestack.server.api.routes.table_changes import changed_table, table_change
from smokestack.server.http.requests import HttpRequest

HOST_PROBLEMS: Final = ("table-not-found", "not-host", "invalid-action")


@table_change(
    "seats/{seat:int}/remove",
    "Remove a player before the start",
    "hosting",
    (*HOST_PROBLEMS, "seat-not-found"),
)
async def remove_player(request: HttpRequest, table_id: TableId, seat: SeatInPath) -> TableReply:
    """The seat is free again, with a new invitation. The player can't join an open table again,
    but can be invited."""
    return await changed_table(
        request, lambda service, guest: service.hosting.remove_player(table_id, guest, seat)
    )


@table_change(
    "seats/{seat:int}/bot",
    "Let a bot play on a free seat",
    "hosting",
    (*HOST_PROBLEMS, "seat-not-found"),
)
async def give_to_bot(
    request: HttpRequest, table_id: TableId, seat: SeatInPath, data: JSONBody[BotBody]
) -> TableReply:
    """Before the start. The invitation of the seat stops working."""
    return await changed_table(
        request, lambda service, guest: service.hosting.give_to_bot(table_id, guest, seat, data.bot)
    )


@table_change("invitations", "Invite the holder of an account", "hosting", HOST_PROBLEMS)
async def invite(request: HttpRequest, table_id: TableId, data: JSONBody[NameBody]) -> TableReply:
    """The response is the same whether or not there is an account of this name."""
    return await changed_table(
        request, lambda service, guest: service.invitations.invite(table_id, guest, data.name)
    )


@table_change("close", "Close a table before the start", "hosting", HOST_PROBLEMS)
async def close_table(request: HttpRequest, table_id: TableId) -> TableReply:
    return await changed_table(
        request, lambda service, guest: service.hosting.close_table(table_id, guest)
    )


@table_change("chat-lock", "Lock or unlock the chat", "hosting", HOST_PROBLEMS)
async def lock_chat(
    request: HttpRequest, table_id: TableId, data: JSONBody[ChatLockBody]
) -> TableReply:
    return await changed_table(
        request, lambda service, guest: service.hosting.lock_chat(table_id, guest, data.locked)
    )
