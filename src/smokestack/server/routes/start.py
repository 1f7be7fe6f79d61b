"""The start page, new tables, and the choice of a language."""

from __future__ import annotations

from typing import Any

from litestar import Response, get, post
from litestar.params import FromPath

from smokestack.bots.registry import levels
from smokestack.engine.errors import InvalidInput
from smokestack.engine.game import Game
from smokestack.engine.language import LANGUAGES, tr
from smokestack.games import find_game, game_names
from smokestack.server.asking import (
    Asked,
    fields,
    go_to,
    house_of,
    is_secure,
    known,
    remember,
    visitor,
    whole_number,
)
from smokestack.server.errors import NoSuchTable, NotPossible
from smokestack.server.example import example_length, example_picture
from smokestack.server.pages import page
from smokestack.server.table import NewTable
from smokestack.server.visitor import LANGUAGE, NAME, clean_name, keeping

USUAL_GAME = "glasgow"
USUAL_BOT = "clerk"


@get("/")
async def start(request: Asked) -> Response[bytes]:
    asker = visitor(request)
    house = house_of(request)
    return page(
        request,
        asker,
        "start.html",
        mine=await house.tables_of(asker.guest) if asker.guest else [],
        open_tables=[
            table for table in await house.open_tables() if not table.seats_of(asker.guest)
        ],
        game=find_game(USUAL_GAME),
        example=example_picture(0),
        example_length=example_length(),
    )


@get("/example/{number:int}")
async def example(request: Asked, number: FromPath[int]) -> Response[bytes]:
    return page(
        request,
        visitor(request),
        "example.html",
        example=example_picture(number),
        example_length=example_length(),
    )


@get("/new")
async def new(request: Asked) -> Response[bytes]:
    """The form for one game, edition and number of players; links lead to the others."""
    return _form(request, dict(request.query_params), "")


@post("/tables")
async def create(request: Asked) -> Response[Any]:
    asker = visitor(request)
    given = await fields(request)
    try:
        plan = _plan(given)
        guest, is_new = known(request, asker)
        table = await house_of(request).create(guest, plan)
    except (InvalidInput, NotPossible) as error:
        return _form(request, given, str(error), 422)
    response = go_to(f"/tables/{table.id}")
    remember(request, response, guest, is_new)
    if plan.name and given.get("name"):
        response.set_cookie(keeping(NAME, plan.name, is_secure(request)))
    return response


@post("/language")
async def choose_language(request: Asked) -> Response[Any]:
    given = await fields(request)
    code = given.get("language", "")
    if code not in LANGUAGES:
        raise NotPossible(tr("Smokestack does not speak this language."))
    back = given.get("back", "/")
    if not back.startswith("/") or back.startswith("//") or "\\" in back:
        back = "/"
    response = go_to(back)
    response.set_cookie(keeping(LANGUAGE, code, is_secure(request)))
    return response


def _form(
    request: Asked, given: dict[str, str], problem: str, status: int = 200
) -> Response[bytes]:
    game, edition, players = _kind_of_table(given)
    return page(
        request,
        visitor(request),
        "new.html",
        status,
        games=[find_game(name) for name in game_names()],
        game=game,
        edition=edition,
        players=players,
        options=game.complete_options(edition, {}),
        levels=levels(),
        usual_bot=USUAL_BOT,
        given=given,
        problem=problem,
    )


def _kind_of_table(given: dict[str, str]) -> tuple[Game, str, int]:
    """Game, edition and number of players; what is left out is the usual."""
    name = given.get("game", USUAL_GAME)
    if name not in game_names():
        raise NoSuchTable(tr("There is no such game."))
    game = find_game(name)
    edition = given.get("edition", game.editions[0])
    if edition not in game.editions:
        raise NoSuchTable(tr("There is no such edition."))
    counts = game.player_counts(edition)
    players = given.get("players", "")
    return game, edition, int(players) if players in map(str, counts) else counts[-1]


def _plan(given: dict[str, str]) -> NewTable:
    """The table that a form describes; one without seats is me against bots."""
    game, edition, players = _kind_of_table(given)
    seats = [given.get(f"seat-{number}", "") for number in range(players)]
    if not any(seats):
        seats = ["me", *[USUAL_BOT] * (players - 1)]
    first = given.get("first", "")
    return NewTable(
        game=game.name,
        edition=edition,
        options=_options(game, edition, given),
        seats=[_seat(given, number, seat) for number, seat in enumerate(seats)],
        name=clean_name(given.get("name", "")) or tr("Guest"),
        first=int(first) if first in map(str, range(players)) else -1,
        open=given.get("open") == "yes",
    )


def _seat(given: dict[str, str], number: int, kind: str) -> str:
    if kind != "here":
        return kind or USUAL_BOT
    name = clean_name(given.get(f"name-{number}", ""))
    return f"here:{name or tr('Player {number}', number=number + 1)}"


def _options(game: Game, edition: str, given: dict[str, str]) -> dict[str, bool | int]:
    """The rulings chosen; a form that does not show them leaves the edition's."""
    if "options" not in given:
        return {}
    options: dict[str, bool | int] = {}
    for option in game.options_of(edition):
        text = given.get(f"option-{option.name}", "")
        if isinstance(option.default, bool):
            options[option.name] = text == "yes"
        else:
            options[option.name] = whole_number(text)
    return options
