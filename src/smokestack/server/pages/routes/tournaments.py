"""Tournaments: the list, the form for a new one, and the page of each."""

from __future__ import annotations

from collections.abc import Awaitable
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

from litestar import MediaType, Response, get, post
from litestar.params import FromPath
from litestar.response import Stream

from smokestack.engine.errors import InvalidInput
from smokestack.games import find_game, game_names
from smokestack.presentation.language import tr, translate
from smokestack.server.domain.errors import InvalidAction
from smokestack.server.domain.pace import UTC_ZONE, is_zone
from smokestack.server.domain.ratings import PEOPLE, RatingList
from smokestack.server.domain.tournaments.signing_up import (
    MAX_TITLE_LENGTH,
    NewTournament,
    sizes_offered,
)
from smokestack.server.domain.tournaments.tournament import (
    MAX_ENTRANTS,
    MAX_ROUNDS,
    ROUND_ROBIN,
    SWISS,
    Tournament,
)
from smokestack.server.http.errors import status_of
from smokestack.server.http.event_stream import tournament_stream
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
    wants_fragment,
    whole_number,
)
from smokestack.server.http.visitor import NAME_COOKIE, clean_name, long_lived_cookie
from smokestack.server.pages.chosen_game import chosen_edition
from smokestack.server.pages.pace_form import PACE_CHOICES, read_pace
from smokestack.server.pages.rendering import page
from smokestack.server.pages.tournament_page import (
    STATUS_TEXTS,
    game_title,
    kind_text,
    tournament_page_of,
)

DEFAULT_MAX_ENTRANTS = 16
DEFAULT_ROUNDS = 5


@get("/tournaments")
async def overview(request: HttpRequest) -> Response[bytes]:
    return page(
        request,
        "tournaments.html",
        tournaments=await service_of(request).tournaments.latest(),
        game_title=game_title,
        kind_text=kind_text,
        status_texts=STATUS_TEXTS,
    )


@get("/tournaments/new")
async def new_tournament(request: HttpRequest) -> Response[bytes]:
    """The form for one game and edition, with links to the others."""
    return _form_page(request, dict(request.query_params), "")


@post("/tournaments")
async def create(request: HttpRequest) -> Response[Any]:
    form = await form_fields(request)
    try:
        guest = guest_of(request)
        plan = _plan(form)
        created = await service_of(request).tournaments.create(guest, plan, origin_of(request))
    except (InvalidInput, InvalidAction) as error:
        return _form_page(request, form, translate(error), status_of(error))
    response = redirect_to(f"/tournaments/{created.id}")
    set_guest_cookie(request, response, guest)
    return response


@get("/tournaments/{tournament_id:str}")
async def show(request: HttpRequest, tournament_id: FromPath[str]) -> Response[bytes]:
    """The page of a tournament, or for a script its content."""
    return await _show(request, await service_of(request).tournaments.find(tournament_id))


@post("/tournaments/{tournament_id:str}/enter")
async def enter(request: HttpRequest, tournament_id: FromPath[str]) -> Response[Any]:
    form = await form_fields(request)
    guest, visitor = guest_of(request), visitor_of(request)
    given = clean_name(form.get("name", ""))
    name = visitor.account or given or visitor.name or tr("Guest")
    tournaments = service_of(request).tournaments
    response = await _respond(request, tournament_id, tournaments.enter(tournament_id, guest, name))
    set_guest_cookie(request, response, guest)
    if given:
        response.set_cookie(long_lived_cookie(NAME_COOKIE, given, is_secure(request)))
    return response


@post("/tournaments/{tournament_id:str}/leave")
async def leave(request: HttpRequest, tournament_id: FromPath[str]) -> Response[Any]:
    """Leave before the start, withdraw after it."""
    work = service_of(request).tournaments.leave(tournament_id, visitor_of(request).guest)
    return await _respond(request, tournament_id, work)


@post("/tournaments/{tournament_id:str}/entrants/{number:int}/remove")
async def remove(
    request: HttpRequest, tournament_id: FromPath[str], number: FromPath[int]
) -> Response[Any]:
    tournaments = service_of(request).tournaments
    work = tournaments.remove(tournament_id, visitor_of(request).guest, number)
    return await _respond(request, tournament_id, work)


@post("/tournaments/{tournament_id:str}/start")
async def start(request: HttpRequest, tournament_id: FromPath[str]) -> Response[Any]:
    work = service_of(request).tournaments.start(tournament_id, visitor_of(request).guest)
    return await _respond(request, tournament_id, work)


@post("/tournaments/{tournament_id:str}/cancel")
async def cancel(request: HttpRequest, tournament_id: FromPath[str]) -> Response[Any]:
    work = service_of(request).tournaments.cancel(tournament_id, visitor_of(request).guest)
    return await _respond(request, tournament_id, work)


@get("/tournaments/{tournament_id:str}/events")
async def events(request: HttpRequest, tournament_id: FromPath[str]) -> Stream:
    return await tournament_stream(request, tournament_id)


@get("/tournaments/{tournament_id:str}/revision", media_type=MediaType.TEXT)
async def revision(request: HttpRequest, tournament_id: FromPath[str]) -> Response[str]:
    """For pages that were refused an event stream."""
    found = await service_of(request).tournaments.find(tournament_id)
    headers = {"cache-control": "no-store"}
    return Response(str(found.revision), media_type=MediaType.TEXT, headers=headers)


async def _respond(
    request: HttpRequest, tournament_id: str, work: Awaitable[Tournament]
) -> Response[Any]:
    changed = await work
    if wants_fragment(request):
        return await _show(request, changed)
    return redirect_to(f"/tournaments/{tournament_id}")


async def _show(request: HttpRequest, tournament: Tournament) -> Response[bytes]:
    visitor, service = visitor_of(request), service_of(request)
    guests = {entrant.guest for entrant in tournament.entrants}
    kind = RatingList(tournament.game, tournament.table_size, PEOPLE)
    return page(
        request,
        "tournament_fragment.html" if wants_fragment(request) else "tournament.html",
        tournament=tournament_page_of(
            tournament,
            visitor.guest,
            bool(visitor.account),
            await service.accounts.in_tournament(tournament),
            await service.ratings.of_guests(kind, guests),
        ),
    )


def _form_page(
    request: HttpRequest, form: dict[str, str], problem: str, status: int = 200
) -> Response[bytes]:
    game, edition = chosen_edition(form)
    sizes = sizes_offered(game.name, edition)
    asked = form.get("table-size", "")
    return page(
        request,
        "new_tournament.html",
        status,
        games=[find_game(name) for name in game_names()],
        game=game,
        edition=edition,
        sizes=sizes,
        table_size=int(asked) if asked in map(str, sizes) else sizes[-1],
        formats=[
            (ROUND_ROBIN, tr("Round robin: everybody meets everybody")),
            (SWISS, tr("Swiss system: winners meet winners")),
        ],
        max_rounds=MAX_ROUNDS,
        default_rounds=DEFAULT_ROUNDS,
        max_entrants=MAX_ENTRANTS,
        default_max_entrants=DEFAULT_MAX_ENTRANTS,
        max_title_length=MAX_TITLE_LENGTH,
        pace_choices=PACE_CHOICES,
        form=form,
        problem=problem,
    )


def _plan(form: dict[str, str]) -> NewTournament:
    game, edition = chosen_edition(form)
    kind = form.get("format", ROUND_ROBIN)
    return NewTournament(
        name=form.get("title", ""),
        game=game.name,
        edition=edition,
        table_size=whole_number(form.get("table-size", "")),
        format=kind,
        rounds=whole_number(form.get("rounds", "")) if kind == SWISS else DEFAULT_ROUNDS,
        pace=read_pace(form),
        rated=form.get("rated") == "yes",
        hints=form.get("hints") == "yes",
        starts=_start(form.get("starts", ""), form.get("zone", "")),
        max_entrants=whole_number(form.get("max-entrants", str(DEFAULT_MAX_ENTRANTS))),
    )


def _start(text: str, zone: str) -> datetime | None:
    """A time of the reader's clock; None if the organiser starts the tournament."""
    if not text:
        return None
    try:
        local = datetime.fromisoformat(text)
        named = ZoneInfo(zone) if zone != UTC_ZONE and is_zone(zone) else UTC
        return local.replace(tzinfo=named).astimezone(UTC)
    except (ValueError, OverflowError):
        raise InvalidAction(tr("Please enter a date and a time.")) from None
