"""A table: its page, answers, talk, and everything that people do at it."""

from __future__ import annotations

from collections.abc import Awaitable
from random import getrandbits
from typing import Any

from litestar import MediaType, Response, get, post
from litestar.params import FromPath

from smokestack.bots.registry import levels
from smokestack.engine.language import tr
from smokestack.engine.view import SPECTATOR
from smokestack.server.asking import (
    Asked,
    address_of_house,
    fields,
    go_to,
    house_of,
    known,
    remember,
    status_of,
    stories_of,
    visitor,
    wants_fragment,
    whole_number,
)
from smokestack.server.errors import HouseError, NoSuchTable, NotPossible
from smokestack.server.eyes import names_of, view_of
from smokestack.server.pages import page
from smokestack.server.showing import show
from smokestack.server.table import Table
from smokestack.server.visitor import MOST_NAME

STAND_IN = "clerk"


def shown(request: Asked, table: Table, notice: str = "", status: int = 200) -> Response[bytes]:
    """The table for whoever asks: the whole page, or what a script puts into it."""
    asker = visitor(request)
    asked = request.query_params.get("seat", "")
    seat = int(asked) if asked in ("0", "1", "2", "3") else None
    showing = show(house_of(request), stories_of(request), table, asker, seat)
    return page(
        request,
        asker,
        "table_part.html" if wants_fragment(request) else "table.html",
        status,
        showing=showing,
        table=table,
        game=table.match.game,
        key=f"{getrandbits(96):024x}",
        notice=notice,
        levels=levels(),
        stand_in=STAND_IN,
        base_url=address_of_house(request),
        most_name=MOST_NAME,
    )


async def done(request: Asked, table_id: str, work: Awaitable[Table]) -> Response[Any]:
    """Do what was asked and show the table; a refusal shows it as it stands, and says why."""
    try:
        table = await work
    except HouseError as error:
        if isinstance(error, NoSuchTable) or not wants_fragment(request):
            raise
        table = await house_of(request).find(table_id)
        return shown(request, table, str(error), status_of(error))
    if wants_fragment(request):
        return shown(request, table)
    query = request.url.query
    return go_to(f"/tables/{table_id}{'?' + query if query else ''}")


@get("/tables/{table_id:str}")
async def table_page(request: Asked, table_id: FromPath[str]) -> Response[bytes]:
    return shown(request, await house_of(request).find(table_id))


@post("/tables/{table_id:str}/answers")
async def give_answer(request: Asked, table_id: FromPath[str]) -> Response[Any]:
    given = await fields(request)
    work = house_of(request).answer(
        table_id,
        visitor(request).guest,
        whole_number(given.get("version", "")),
        given.get("key", ""),
        given.get("answer", ""),
    )
    return await done(request, table_id, work)


@post("/tables/{table_id:str}/undo")
async def take_back(request: Asked, table_id: FromPath[str]) -> Response[Any]:
    given = await fields(request)
    version = whole_number(given.get("version", ""))
    work = house_of(request).undo(table_id, visitor(request).guest, version, given.get("key", ""))
    return await done(request, table_id, work)


@post("/tables/{table_id:str}/chat")
async def say(request: Asked, table_id: FromPath[str]) -> Response[Any]:
    given = await fields(request)
    asker = visitor(request)
    guest, is_new = known(request, asker)
    work = house_of(request).say(table_id, guest, asker.name, given.get("text", ""))
    response = await done(request, table_id, work)
    remember(request, response, guest, is_new)
    return response


@post("/tables/{table_id:str}/seats/{seat:int}/{deed:str}")
async def change_seat(
    request: Asked, table_id: FromPath[str], seat: FromPath[int], deed: FromPath[str]
) -> Response[Any]:
    """Resign, leave, come back, or agree to a bot that stands in."""
    given = await fields(request)
    house, guest = house_of(request), visitor(request).guest
    if deed == "resign":
        work = house.resign(table_id, guest, seat)
    elif deed == "leave":
        work = house.leave(table_id, guest, seat)
    elif deed == "return":
        work = house.come_back(table_id, guest, seat)
    elif deed == "agree":
        work = house.agree(table_id, guest, seat, given.get("bot", STAND_IN))
    else:
        raise NoSuchTable(tr("There is no such page."))
    return await done(request, table_id, work)


@post("/tables/{table_id:str}/join")
async def join(request: Asked, table_id: FromPath[str]) -> Response[Any]:
    asker = visitor(request)
    given = await fields(request)
    guest, is_new = known(request, asker)
    name = given.get("name", "") or asker.name or tr("Guest")
    await house_of(request).join(table_id, guest, name)
    response = go_to(f"/tables/{table_id}")
    remember(request, response, guest, is_new)
    return response


@post("/tables/{table_id:str}/rematch")
async def rematch(request: Asked, table_id: FromPath[str]) -> Response[Any]:
    table = await house_of(request).rematch(table_id, visitor(request).guest)
    return go_to(f"/tables/{table.id}")


@get("/tables/{table_id:str}/hint")
async def give_hint(request: Asked, table_id: FromPath[str]) -> Response[bytes]:
    asker = visitor(request)
    house = house_of(request)
    hints = await house.hint(table_id, asker.guest)
    table = await house.find(table_id)
    game = table.match.game
    seat = table.match.actor
    if seat is None:
        raise NotPossible(tr("The game is over."))
    view = view_of(table, seat)
    choices = {choice.answer: choice for choice in game.choices(view)}
    return page(
        request,
        asker,
        "hint.html",
        hints=[hint for hint in hints if hint.answer in choices],
        choices=choices,
        game=game,
        players=view.players,
    )


@get("/tables/{table_id:str}/about/{thing:str}")
async def about(request: Asked, table_id: FromPath[str], thing: FromPath[str]) -> Response[bytes]:
    table = await house_of(request).find(table_id)
    asker = visitor(request)
    mine = table.seats_of(asker.guest)
    view = view_of(table, mine[0] if len(mine) == 1 else SPECTATOR)
    found = table.match.game.about(view, thing)
    if found is None:
        raise NoSuchTable(tr("There is no such thing on this table."))
    return page(request, asker, "about.html", about=found, game=table.match.game)


@get("/tables/{table_id:str}/log")
async def log(request: Asked, table_id: FromPath[str]) -> Response[bytes]:
    table = await house_of(request).find(table_id)
    deeds = stories_of(request).of(table, 0)
    return page(
        request,
        visitor(request),
        "log.html",
        table=table,
        game=table.match.game,
        deeds=list(enumerate(deeds, 1)),
        names=names_of(table),
    )


@get("/tables/{table_id:str}/record.json", media_type=MediaType.JSON)
async def record(request: Asked, table_id: FromPath[str]) -> Response[str]:
    """The record of a finished game; that of a running one would tell what is hidden."""
    table = await house_of(request).find(table_id)
    if not table.finished:
        raise NotPossible(tr("The record can be had once the game is over."))
    name = f"{table.match.game.name}-{table.id}.json"
    return Response(
        table.match.record().to_json(),
        media_type=MediaType.JSON,
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )
