"""Chat at a table: messages, muting their authors, locking it, and reports to the operator."""

from __future__ import annotations

from typing import Any

from litestar import Response, post
from litestar.params import FromPath

from smokestack.presentation.language import tr
from smokestack.server.domain.table import NO_SEAT
from smokestack.server.http.rate_limit import CHAT, REPORT
from smokestack.server.http.requests import (
    HttpRequest,
    form_fields,
    guest_of,
    service_of,
    set_guest_cookie,
    visitor_of,
    wants_fragment,
    whole_number,
)
from smokestack.server.pages.rendering import page
from smokestack.server.pages.routes.tables import respond, show_table


@post("/tables/{table_id:str}/chat", opt=CHAT)
async def post_message(request: HttpRequest, table_id: FromPath[str]) -> Response[Any]:
    form = await form_fields(request)
    guest = guest_of(request)
    name = visitor_of(request).name
    work = service_of(request).chat.post(table_id, guest, name, form.get("text", ""))
    response = await respond(request, table_id, work)
    set_guest_cookie(request, response, guest)
    return response


@post("/tables/{table_id:str}/mutes")
async def mute(request: HttpRequest, table_id: FromPath[str]) -> Response[Any]:
    """Hide the messages of the author of a message from the visitor."""
    form = await form_fields(request)
    message = whole_number(form.get("message", ""))
    work = service_of(request).chat.mute(table_id, visitor_of(request).guest, message)
    return await respond(request, table_id, work)


@post("/tables/{table_id:str}/mutes/{number:int}/remove")
async def unmute(
    request: HttpRequest, table_id: FromPath[str], number: FromPath[int]
) -> Response[Any]:
    work = service_of(request).chat.unmute(table_id, visitor_of(request).guest, number)
    return await respond(request, table_id, work)


@post("/tables/{table_id:str}/chat-lock")
async def lock_chat(request: HttpRequest, table_id: FromPath[str]) -> Response[Any]:
    form = await form_fields(request)
    locked = form.get("locked") == "yes"
    work = service_of(request).hosting.lock_chat(table_id, visitor_of(request).guest, locked)
    return await respond(request, table_id, work)


@post("/tables/{table_id:str}/reports", opt=REPORT)
async def report(request: HttpRequest, table_id: FromPath[str]) -> Response[Any]:
    """A report about a message, a seat, or the table if the form names neither."""
    form = await form_fields(request)
    guest = guest_of(request)
    seat, message = form.get("seat", ""), form.get("message", "")
    table = await service_of(request).chat.report(
        table_id,
        guest,
        whole_number(seat) if seat else NO_SEAT,
        whole_number(message) if message else None,
        form.get("text", ""),
    )
    thanks = tr("Thank you. The operator of this server can read your report now.")
    if wants_fragment(request):
        response = await show_table(request, table, thanks)
    else:
        response = page(request, "reported.html", table=table, text=thanks)
    set_guest_cookie(request, response, guest)
    return response
