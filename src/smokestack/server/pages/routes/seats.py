"""The secret link of a seat: an invitation, which works once, then the owner's private link."""

from __future__ import annotations

from typing import Any

from litestar import Response, get, post
from litestar.params import FromPath

from smokestack.presentation.language import tr, translate
from smokestack.server.domain.errors import InvitationUsed
from smokestack.server.domain.names import MAX_NAME_LENGTH
from smokestack.server.domain.status import agreements
from smokestack.server.http.errors import status_of
from smokestack.server.http.requests import (
    HttpRequest,
    form_fields,
    guest_of,
    is_secure,
    redirect_to,
    service_of,
    set_guest_cookie,
    visitor_of,
)
from smokestack.server.http.visitor import (
    NAME_COOKIE,
    clean_name,
    long_lived_cookie,
)
from smokestack.server.pages.rendering import page


@get("/seats/{token:str}")
async def invitation(request: HttpRequest, token: FromPath[str]) -> Response[Any]:
    """A form, because programs that preview links must not take the seat."""
    guest = visitor_of(request).guest
    try:
        table, seat = await service_of(request).seats.find(token, guest)
    except InvitationUsed as error:
        return _used_page(request, error)
    if table.seats[seat].is_of(guest):
        return redirect_to(f"/tables/{table.id}")
    return page(
        request,
        "seat.html",
        table=table,
        seat=table.seats[seat],
        token=token,
        game=table.game,
        agreements=agreements(table),
        max_name_length=MAX_NAME_LENGTH,
    )


@post("/seats/{token:str}")
async def take_seat(request: HttpRequest, token: FromPath[str]) -> Response[Any]:
    form = await form_fields(request)
    guest = guest_of(request)
    name = clean_name(form.get("name", "")) or visitor_of(request).name or tr("Guest")
    try:
        table, _ = await service_of(request).seats.take(token, guest, name)
    except InvitationUsed as error:
        return _used_page(request, error)
    response = redirect_to(f"/tables/{table.id}")
    set_guest_cookie(request, response, guest)
    response.set_cookie(long_lived_cookie(NAME_COOKIE, name, is_secure(request)))
    return response


def _used_page(request: HttpRequest, error: InvitationUsed) -> Response[Any]:
    return page(
        request,
        "invitation_used.html",
        status_of(error),
        text=translate(error),
        table_id=error.table_id,
    )
