"""Finding a game: quick matches, and invitations by name."""

from __future__ import annotations

from typing import Any

from litestar import Response, post
from litestar.params import FromPath

from smokestack.presentation.language import tr
from smokestack.server.domain.pace import LIVE
from smokestack.server.http.requests import (
    HttpRequest,
    form_fields,
    guest_of,
    is_secure,
    origin_of,
    redirect_to,
    service_of,
    set_guest_cookie,
    visitor_of,
)
from smokestack.server.http.visitor import NAME_COOKIE, clean_name, long_lived_cookie
from smokestack.server.pages.routes.tables import respond


@post("/quick-match")
async def quick_match(request: HttpRequest) -> Response[Any]:
    """Take a seat at the table that has waited longest for such a game, or open one."""
    form = await form_fields(request)
    guest = guest_of(request)
    given = clean_name(form.get("name", ""))
    table = await service_of(request).lobby.quick_match(
        guest,
        given or visitor_of(request).name or tr("Guest"),
        form.get("game", ""),
        form.get("pace", LIVE),
        form.get("rated") == "yes",
        origin_of(request),
    )
    response = redirect_to(f"/tables/{table.id}")
    set_guest_cookie(request, response, guest)
    if given:
        response.set_cookie(long_lived_cookie(NAME_COOKIE, given, is_secure(request)))
    return response


@post("/tables/{table_id:str}/invitations")
async def invite(request: HttpRequest, table_id: FromPath[str]) -> Response[Any]:
    form = await form_fields(request)
    guest = visitor_of(request).guest
    work = service_of(request).invitations.invite(table_id, guest, form.get("name", ""))
    return await respond(request, table_id, work)


@post("/tables/{table_id:str}/invitation")
async def answer_invitation(request: HttpRequest, table_id: FromPath[str]) -> Response[Any]:
    """Take a seat at a table to which one was invited by name, or decline."""
    form = await form_fields(request)
    service, visitor = service_of(request), visitor_of(request)
    if form.get("accept") != "yes":
        await service.invitations.decline(table_id, visitor.guest)
        return redirect_to("/")
    await service.invitations.accept(table_id, visitor.guest, visitor.name or tr("Guest"))
    return redirect_to(f"/tables/{table_id}")
