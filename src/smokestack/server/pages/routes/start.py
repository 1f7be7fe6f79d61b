"""The start page, the form for a new table, and the language setting."""

from __future__ import annotations

from typing import Any

from litestar import Response, get, post
from litestar.params import FromPath

from smokestack.bots.registry import levels
from smokestack.engine.errors import InvalidInput
from smokestack.engine.game import Game
from smokestack.games import DEFAULT_GAME, find_game, game_names
from smokestack.presentation.language import LANGUAGES, tr, translate
from smokestack.server.domain.errors import InvalidAction
from smokestack.server.domain.leaving import ABSENCE_CHOICES
from smokestack.server.domain.pace import DAYS, LIVE, NO_CLOCK, pace_sentences, usual_pace
from smokestack.server.domain.status import agreements, duration
from smokestack.server.domain.table import DEFAULT_ABSENCE_MINUTES, NewTable
from smokestack.server.http.errors import status_of
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
from smokestack.server.http.visitor import (
    LANGUAGE_COOKIE,
    NAME_COOKIE,
    clean_name,
    long_lived_cookie,
)
from smokestack.server.pages.chosen_game import chosen_edition
from smokestack.server.pages.example_game import example_length, example_picture
from smokestack.server.pages.pace_form import PACE_CHOICES, read_pace
from smokestack.server.pages.rendering import page
from smokestack.server.pages.routes.own_games import is_turn_of

DEFAULT_BOT = "clerk"
MAX_BACK_LENGTH = 8000  # the address of a study is long


@get("/")
async def start(request: HttpRequest) -> Response[bytes]:
    """The start page, or for a script the lists of tables in it."""
    guest = visitor_of(request).guest
    service = service_of(request)
    lists = await service.lobby.lists(guest)
    open_tables = [table for table in lists.open if not table.seats_of(guest)]
    invitations = [table for table in lists.invitations if not table.seats_of(guest)]
    absence = duration(DEFAULT_ABSENCE_MINUTES)
    usual_absence = tr("A bot may replace an absent player after {time}.", time=absence)
    return page(
        request,
        "lists.html" if wants_fragment(request) else "start.html",
        revision=lists.revision,
        my_tables=lists.own,
        my_count=lists.own_count,
        my_turns=await service.lobby.count_turns(guest),
        is_turn_of=is_turn_of,
        agreements=agreements,
        open_tables=open_tables,
        invitations=invitations,
        ratings=await service.ratings.at_tables([*open_tables, *invitations]),
        games=[find_game(name) for name in game_names()],
        game=find_game(DEFAULT_GAME),
        paces=[
            (kind, title, pace_sentences(usual_pace(kind)) or [usual_absence])
            for kind, title in (
                (LIVE, tr("Live: minutes for each player")),
                (DAYS, tr("Correspondence: hours for each turn")),
                (NO_CLOCK, tr("No clock")),
            )
        ],
        example=example_picture(0),
        example_length=example_length(),
    )


@get("/example/{number:int}")
async def example(request: HttpRequest, number: FromPath[int]) -> Response[bytes]:
    return page(
        request,
        "example.html",
        example=example_picture(number),
        example_length=example_length(),
    )


@get("/new")
async def new_table(request: HttpRequest) -> Response[bytes]:
    """The form for one game, edition and number of players, with links to the others."""
    return await _form_page(request, dict(request.query_params), "")


@post("/tables")
async def create(request: HttpRequest) -> Response[Any]:
    form = await form_fields(request)
    try:
        plan = _plan(form)
        guest = guest_of(request)
        table = await service_of(request).creation.create(guest, plan, origin_of(request))
    except (InvalidInput, InvalidAction) as error:
        return await _form_page(request, form, translate(error), status_of(error))
    response = redirect_to(f"/tables/{table.id}")
    set_guest_cookie(request, response, guest)
    if plan.name and form.get("name"):
        response.set_cookie(long_lived_cookie(NAME_COOKIE, plan.name, is_secure(request)))
    return response


@post("/language")
async def choose_language(request: HttpRequest) -> Response[Any]:
    form = await form_fields(request, max_length=MAX_BACK_LENGTH)
    code = form.get("language", "")
    if code not in LANGUAGES:
        raise InvalidAction(tr("This language is not available."))
    back = form.get("back", "/")
    if not back.startswith("/") or back.startswith("//") or "\\" in back:
        back = "/"
    await service_of(request).notices.set_language(visitor_of(request).guest, code)
    response = redirect_to(back)
    response.set_cookie(long_lived_cookie(LANGUAGE_COOKIE, code, is_secure(request)))
    return response


async def _form_page(
    request: HttpRequest, form: dict[str, str], problem: str, status: int = 200
) -> Response[bytes]:
    game, edition, players = _kind_of_table(form)
    return page(
        request,
        "new.html",
        status,
        games=[find_game(name) for name in game_names()],
        game=game,
        edition=edition,
        players=players,
        options=game.complete_options(edition, {}),
        levels=levels(),
        default_bot=DEFAULT_BOT,
        absence_choices=[
            (minutes, duration(minutes) if minutes else tr("Never")) for minutes in ABSENCE_CHOICES
        ],
        default_absence=DEFAULT_ABSENCE_MINUTES,
        tile_sets=await service_of(request).tile_sets.usable_by(visitor_of(request).guest)
        if game.has_tile_sets
        else [],
        pace_choices=PACE_CHOICES,
        form=form,
        problem=problem,
    )


def _kind_of_table(form: dict[str, str]) -> tuple[Game, str, int]:
    """Game, edition and number of players, with defaults for what is missing."""
    game, edition = chosen_edition(form)
    counts = game.player_counts(edition)
    players = form.get("players", "")
    return game, edition, int(players) if players in map(str, counts) else counts[-1]


def _plan(form: dict[str, str]) -> NewTable:
    """The table that a form describes; without seats, the guest plays against bots."""
    game, edition, players = _kind_of_table(form)
    seats = [form.get(f"seat-{number}", "") for number in range(players)]
    if not any(seats):
        seats = ["me", *[DEFAULT_BOT] * (players - 1)]
    first = form.get("first", "")
    return NewTable(
        game=game.name,
        edition=edition,
        options=_options(game, edition, form),
        seats=[_seat(form, number, seat) for number, seat in enumerate(seats)],
        name=clean_name(form.get("name", "")) or tr("Guest"),
        first=int(first) if first in map(str, range(players)) else -1,
        open=form.get("open") == "yes",
        tile_set=form.get("tiles", "") if game.has_tile_sets else "",
        hints={"yes": True, "no": False}.get(form.get("hints", "")),
        absence_minutes=whole_number(form.get("absence", str(DEFAULT_ABSENCE_MINUTES))),
        pace=read_pace(form),
        rated=form.get("rated") == "yes",
    )


def _seat(form: dict[str, str], number: int, kind: str) -> str:
    if kind != "here":
        return kind or DEFAULT_BOT
    name = clean_name(form.get(f"name-{number}", ""))
    return f"here:{name or tr('Player {number}', number=number + 1)}"


def _options(game: Game, edition: str, form: dict[str, str]) -> dict[str, bool | int]:
    """The chosen options; those of the edition if the form does not show them."""
    if "options" not in form:
        return {}
    options: dict[str, bool | int] = {}
    for option in game.options_of(edition):
        text = form.get(f"option-{option.name}", "")
        if isinstance(option.default, bool):
            options[option.name] = text == "yes"
        else:
            options[option.name] = whole_number(text)
    return options
