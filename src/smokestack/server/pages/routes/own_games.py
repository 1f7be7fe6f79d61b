"""All games of the visitor, page by page."""

from __future__ import annotations

from litestar import Response, get

from smokestack.server.domain.table import Table
from smokestack.server.http.requests import HttpRequest, service_of, visitor_of, whole_number
from smokestack.server.pages.rendering import page
from smokestack.server.service.lobby import MAX_LISTED_TABLES


@get("/games")
async def own_games(request: HttpRequest) -> Response[bytes]:
    guest = visitor_of(request).guest
    lobby = service_of(request).lobby
    count = await lobby.count_of(guest)
    pages = max(1, -(-count // MAX_LISTED_TABLES))
    number = min(max(1, whole_number(request.query_params.get("page", "1"))), pages)
    skipped = (number - 1) * MAX_LISTED_TABLES
    return page(
        request,
        "games.html",
        my_tables=await lobby.tables_of(guest, skipped) if guest else [],
        my_count=count,
        is_turn_of=is_turn_of,
        number=number,
        pages=pages,
    )


def is_turn_of(table: Table, guest: str) -> bool:
    actor = table.actor
    return actor is not None and actor.is_of(guest) and not actor.bot and not actor.has_left
