"""The table that waits longest for the visitor."""

from __future__ import annotations

from litestar import Response, get

from smokestack.server.http.requests import HttpRequest, redirect_to, service_of, visitor_of


@get("/next")
async def next_game(request: HttpRequest) -> Response[None]:
    """Open the table that waits longest, after the one in `after` if the visitor comes from it."""
    guest = visitor_of(request).guest
    waiting = await service_of(request).lobby.waiting_for(guest) if guest else []
    after = request.query_params.get("after", "")
    if after in waiting:  # go around, so that every table has its turn
        waiting = waiting[waiting.index(after) + 1 :] or waiting
    return redirect_to(f"/tables/{waiting[0]}" if waiting else "/")
