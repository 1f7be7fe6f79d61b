"""Pauses of clocks, by agreement."""

from __future__ import annotations

from smokestack.server.api.bodies.fields import TableId
from smokestack.server.api.bodies.tables import TableReply
from smokestack.server.api.routes.table_changes import changed_table, table_change
from smokestack.server.http.requests import HttpRequest


@table_change("pause", "Agree to a pause", "turns")
async def vote_for_pause(request: HttpRequest, table_id: TableId) -> TableReply:
    """The clocks stop once all present players have agreed."""
    return await changed_table(
        request, lambda service, guest: service.clocks.vote_for_pause(table_id, guest)
    )


@table_change("resume", "End a pause", "turns")
async def end_pause(request: HttpRequest, table_id: TableId) -> TableReply:
    """The clocks run again. Before a pause has begun, this withdraws your agreement to it."""
    return await changed_table(
        request, lambda service, guest: service.clocks.end_pause(table_id, guest)
    )
