"""A seat's secret link: an invitation while it is free, a way back to it afterwards."""

from __future__ import annotations

from typing import Any

from litestar import Response, get, post
from litestar.params import FromPath

from smokestack.engine.language import tr
from smokestack.server.asking import (
    Asked,
    fields,
    go_to,
    house_of,
    is_secure,
    known,
    remember,
    visitor,
)
from smokestack.server.pages import page
from smokestack.server.visitor import MOST_NAME, NAME, clean_name, keeping


@get("/seats/{token:str}")
async def invitation(request: Asked, token: FromPath[str]) -> Response[Any]:
    """Asks before it takes: what only previews a link must not sit down."""
    table, seat = await house_of(request).seat_by_token(token)
    asker = visitor(request)
    if asker.guest and table.seats[seat].guest == asker.guest:
        return go_to(f"/tables/{table.id}")
    return page(
        request,
        asker,
        "seat.html",
        table=table,
        seat=table.seats[seat],
        token=token,
        game=table.match.game,
        most_name=MOST_NAME,
    )


@post("/seats/{token:str}")
async def take(request: Asked, token: FromPath[str]) -> Response[Any]:
    asker = visitor(request)
    given = await fields(request)
    guest, is_new = known(request, asker)
    name = clean_name(given.get("name", "")) or asker.name or tr("Guest")
    table, _ = await house_of(request).take_seat(token, guest, name)
    response = go_to(f"/tables/{table.id}")
    remember(request, response, guest, is_new)
    response.set_cookie(keeping(NAME, name, is_secure(request)))
    return response
