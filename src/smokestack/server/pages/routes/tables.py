"""A table: its page, and what guests do there."""

from __future__ import annotations

from collections.abc import Awaitable
from random import getrandbits
from typing import Any

from litestar import MediaType, Response, get, post
from litestar.params import FromPath

from smokestack.bots.registry import levels
from smokestack.engine.view import SPECTATOR
from smokestack.games import ui_of
from smokestack.presentation.language import tr, translate
from smokestack.server.domain.errors import DomainError, InvalidAction, TableNotFound
from smokestack.server.domain.names import MAX_NAME_LENGTH
from smokestack.server.domain.table import Table
from smokestack.server.domain.views import names_of, view_of
from smokestack.server.http.device import device_of
from smokestack.server.http.errors import status_of
from smokestack.server.http.rate_limit import HINT
from smokestack.server.http.requests import (
    HttpRequest,
    event_logs_of,
    form_fields,
    guest_of,
    origin_of,
    public_address,
    redirect_to,
    service_of,
    set_guest_cookie,
    visitor_of,
    wants_fragment,
    whole_number,
)
from smokestack.server.pages.board_page import ANSWER_SEPARATOR, MAX_ANSWERS
from smokestack.server.pages.log_lines import all_actions, lines_by_round, oldest_first
from smokestack.server.pages.rendering import page
from smokestack.server.pages.table_page import (
    Asked,
    position_after,
    table_page_of,
)
from smokestack.server.pages.waiting_page import waiting_page_of

DEFAULT_SUBSTITUTE = "clerk"


@get("/tables/{table_id:str}")
async def table_page(request: HttpRequest, table_id: FromPath[str]) -> Response[bytes]:
    """The table as it is, or with `at` as it was after so many answers.

    A script that shows one action after another says with `after` how many answers it has shown.
    """
    table = await service_of(request).find(table_id)
    after = request.query_params.get("after", "")
    if not (after and table.started and wants_fragment(request)):
        return await show_table(request, table, at=request.query_params.get("at", ""))
    logs, guest = event_logs_of(request), visitor_of(request).guest
    position = position_after(logs, table, guest, whole_number(after))
    if position is None:
        return Response(b"", status_code=204)
    return await show_table(request, table, at=str(position), following=True)


@post("/tables/{table_id:str}/answers")
async def answer(request: HttpRequest, table_id: FromPath[str]) -> Response[Any]:
    form = await form_fields(request)
    work = service_of(request).turns.answer_together(
        table_id,
        visitor_of(request).guest,
        whole_number(form.get("version", "")),
        form.get("key", ""),
        form.get("answer", "").split(ANSWER_SEPARATOR)[:MAX_ANSWERS],
    )
    return await respond(request, table_id, work)


@post("/tables/{table_id:str}/undo")
async def undo(request: HttpRequest, table_id: FromPath[str]) -> Response[Any]:
    """Undo the last answer, or with `turn` all answers of the turn."""
    form = await form_fields(request)
    service = service_of(request)
    take_back = service.turns.restart_turn if form.get("turn") else service.turns.undo
    version = whole_number(form.get("version", ""))
    work = take_back(table_id, visitor_of(request).guest, version, form.get("key", ""))
    return await respond(request, table_id, work)


@post("/tables/{table_id:str}/seats/{seat:int}/{action:str}")
async def change_seat(
    request: HttpRequest, table_id: FromPath[str], seat: FromPath[int], action: FromPath[str]
) -> Response[Any]:
    """Resign, leave, return, renew the link, vote for a bot, seat one, or remove a player."""
    form = await form_fields(request)
    service, guest = service_of(request), visitor_of(request).guest
    if action == "resign":
        work = service.seats.resign(table_id, guest, seat)
    elif action == "leave":
        work = service.seats.leave(table_id, guest, seat)
    elif action == "return":
        work = service.seats.return_to(table_id, guest, seat)
    elif action == "renew-link":
        work = service.seats.renew_link(table_id, guest, seat)
    elif action == "remove":
        work = service.hosting.remove_player(table_id, guest, seat)
    elif action == "bot":
        work = service.hosting.give_to_bot(
            table_id, guest, seat, form.get("bot", DEFAULT_SUBSTITUTE)
        )
    elif action == "bot-vote":
        work = service.seats.vote_for_bot(
            table_id, guest, seat, form.get("bot", DEFAULT_SUBSTITUTE)
        )
    else:
        raise TableNotFound(tr("There is no page at this address."))
    return await respond(request, table_id, work)


@post("/tables/{table_id:str}/contribution")
async def contribute(request: HttpRequest, table_id: FromPath[str]) -> Response[Any]:
    form = await form_fields(request)
    guest = visitor_of(request).guest
    work = service_of(request).deals.contribute(table_id, guest, form.get("text", ""))
    return await respond(request, table_id, work)


@post("/tables/{table_id:str}/deal")
async def deal_now(request: HttpRequest, table_id: FromPath[str]) -> Response[Any]:
    work = service_of(request).deals.deal_now(table_id, visitor_of(request).guest)
    return await respond(request, table_id, work)


@get("/tables/{table_id:str}/deal")
async def deal(request: HttpRequest, table_id: FromPath[str]) -> Response[bytes]:
    """The deal of a table: what was published before, and after the game the check of it."""
    service = service_of(request)
    table = await service.find(table_id)
    return page(
        request,
        "deal.html",
        table=table,
        game=table.game,
        deal=table.setup.deal,
        names=names_of(table),
        revealed=await service.deals.may_reveal(table),
    )


@post("/tables/{table_id:str}/join")
async def join(request: HttpRequest, table_id: FromPath[str]) -> Response[Any]:
    form = await form_fields(request)
    guest = guest_of(request)
    name = form.get("name", "") or visitor_of(request).name or tr("Guest")
    await service_of(request).seats.join(table_id, guest, name)
    response = redirect_to(f"/tables/{table_id}")
    set_guest_cookie(request, response, guest)
    return response


@post("/tables/{table_id:str}/rematch")
async def rematch(request: HttpRequest, table_id: FromPath[str]) -> Response[Any]:
    guest = visitor_of(request).guest
    table = await service_of(request).creation.rematch(table_id, guest, origin_of(request))
    return redirect_to(f"/tables/{table.id}")


@post("/tables/{table_id:str}/hint", status_code=200, opt=HINT)
async def hint(request: HttpRequest, table_id: FromPath[str]) -> Response[bytes]:
    """Not a GET: everybody at the table sees that the guest has used a hint."""
    service = service_of(request)
    hints = await service.turns.hint(table_id, visitor_of(request).guest, origin_of(request))
    table = await service.find(table_id)
    game = table.game
    seat = table.match.actor
    if seat is None:
        raise InvalidAction(tr("The game is over."))
    view = view_of(table, seat)
    choices = {choice.answer: choice for choice in ui_of(game).choices(view)}
    return page(
        request,
        "hint.html" if wants_fragment(request) else "hint_page.html",
        table=table,
        hints=[hint for hint in hints if hint.answer in choices],
        choices=choices,
        game=game,
        points_of=lambda hint: ", ".join(
            f"{name} {points:.0f}" for name, points in zip(view.players, hint.points, strict=True)
        ),
    )


@get("/tables/{table_id:str}/about/{thing:str}")
async def about(
    request: HttpRequest, table_id: FromPath[str], thing: FromPath[str]
) -> Response[bytes]:
    table = await service_of(request).find(table_id)
    my_seats = table.seats_of(visitor_of(request).guest)
    view = view_of(table, my_seats[0] if len(my_seats) == 1 else SPECTATOR)
    description = ui_of(table.game).about(view, thing)
    if description is None:
        raise TableNotFound(tr("There is no such item on this table."))
    return page(request, "about.html", about=description, game=table.game)


@get("/tables/{table_id:str}/log")
async def log(request: HttpRequest, table_id: FromPath[str]) -> Response[bytes]:
    table = await service_of(request).find(table_id)
    actions = all_actions(event_logs_of(request), table) if table.started else []
    return page(
        request,
        "log.html",
        table=table,
        game=table.game,
        lines=oldest_first(lines_by_round(table, actions)),
    )


@get("/tables/{table_id:str}/revision", media_type=MediaType.TEXT)
async def revision(request: HttpRequest, table_id: FromPath[str]) -> Response[str]:
    """For pages that were refused an event stream."""
    service = service_of(request)
    found = await service.poll_revision(table_id)
    device, guest = device_of(request)
    if guest:
        service.notices.presence.note_poll(table_id, device, guest)
    return Response(str(found), media_type=MediaType.TEXT, headers={"cache-control": "no-store"})


@get("/tables/{table_id:str}/record.json", media_type=MediaType.JSON)
async def record(request: HttpRequest, table_id: FromPath[str]) -> Response[str]:
    """The record of a finished game, with the secret of its deal."""
    service = service_of(request)
    found = await service.deals.record(table_id)
    name = f"{found.setup.game}-{table_id}.json"
    return Response(
        found.to_json(),
        media_type=MediaType.JSON,
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )


async def respond(request: HttpRequest, table_id: str, work: Awaitable[Table]) -> Response[Any]:
    """Do the work and show the table; a refusal is shown as a notice on the current table."""
    try:
        table = await work
    except DomainError as error:
        if isinstance(error, TableNotFound) or not wants_fragment(request):
            raise
        table = await service_of(request).find(table_id)
        return await show_table(request, table, translate(error), status_of(error))
    if wants_fragment(request):
        return await show_table(request, table)
    query = request.url.query
    return redirect_to(f"/tables/{table_id}{'?' + query if query else ''}")


async def show_table(
    request: HttpRequest,
    table: Table,
    notice: str = "",
    status: int = 200,
    at: str = "",
    following: bool = False,
) -> Response[bytes]:
    """The whole page of a table, or the fragment that a script replaces in it."""
    if not table.started:
        return await _waiting_page(request, table, notice, status)
    if "waiting" in request.query_params and wants_fragment(request):
        # The reader has the page from before the start, which other scripts belong to.
        return Response(b"", media_type=MediaType.HTML, headers={"hx-refresh": "true"})
    asked_seat = request.query_params.get("seat", "")
    return page(
        request,
        "table_fragment.html" if wants_fragment(request) else "table.html",
        status,
        table_page=table_page_of(
            service_of(request),
            event_logs_of(request),
            table,
            visitor_of(request).guest,
            Asked(
                int(asked_seat) if asked_seat in ("0", "1", "2", "3") else None,
                whole_number(at) if at else None,
                following,
            ),
        ),
        seat_accounts=await service_of(request).accounts.at_table(table),
        table=table,
        game=table.game,
        key=f"{getrandbits(96):024x}",
        notice=notice,
        levels=levels(),
        default_bot=DEFAULT_SUBSTITUTE,
        base_url=public_address(request),
        max_name_length=MAX_NAME_LENGTH,
    )


async def _waiting_page(
    request: HttpRequest, table: Table, notice: str = "", status: int = 200
) -> Response[bytes]:
    """The page before the start."""
    service, guest = service_of(request), visitor_of(request).guest
    return page(
        request,
        "waiting_fragment.html" if wants_fragment(request) else "waiting.html",
        status,
        waiting_page=waiting_page_of(
            service, table, guest, is_invited=await service.invitations.is_invited(table.id, guest)
        ),
        seat_accounts=await service.accounts.at_table(table),
        table=table,
        game=table.game,
        notice=notice,
        levels=levels(),
        default_bot=DEFAULT_SUBSTITUTE,
        max_name_length=MAX_NAME_LENGTH,
        base_url=public_address(request),
    )
