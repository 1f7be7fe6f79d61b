"""Finished games again: one address for each move, and the score line by line."""

from __future__ import annotations

from typing import Any

from litestar import Response, get, post
from litestar.params import FromPath

from smokestack.bots.registry import levels
from smokestack.engine.language import tr
from smokestack.engine.match import Match
from smokestack.engine.view import SPECTATOR
from smokestack.server.asking import (
    Asked,
    fields,
    go_to,
    house_of,
    known,
    remember,
    stories_of,
    visitor,
    wants_fragment,
    whole_number,
)
from smokestack.server.errors import NoSuchTable, NotPossible
from smokestack.server.eyes import names_of, view_of
from smokestack.server.pages import page
from smokestack.server.table import Table


@get("/tables/{table_id:str}/replay")
async def replay_start(request: Asked, table_id: FromPath[str]) -> Response[Any]:
    await _finished(request, table_id)
    return go_to(f"/tables/{table_id}/replay/0")


@get("/tables/{table_id:str}/replay/{number:int}")
async def replay(request: Asked, table_id: FromPath[str], number: FromPath[int]) -> Response[bytes]:
    """The table after so many answers, through the eyes of one seat or of all who watch."""
    table = await _finished(request, table_id)
    length = len(table.match.history)
    if not 0 <= number <= length:
        raise NoSuchTable(tr("This game has no such move."))
    asked = request.query_params.get("seat", "")
    seat = int(asked) if asked in map(str, range(len(table.seats))) else SPECTATOR
    match = Match(table.match.game, table.match.setup)
    for answer in table.match.history[:number]:
        match.play(answer)
    view = view_of(table, seat, match.state)
    deeds = stories_of(request).of(table, 0)
    deed = deeds[number - 1] if number else None
    game = match.game
    looked_at = view_of(table, SPECTATOR, match.state) if view.answers else view
    picture = game.picture(looked_at, deed.things if deed else [])
    return page(
        request,
        visitor(request),
        "replay_part.html" if wants_fragment(request) else "replay.html",
        table=table,
        game=game,
        number=number,
        length=length,
        seat=seat,
        deed=deed,
        deeds=list(enumerate(deeds, 1)),
        names=names_of(table),
        facts=[tuple(facts) for facts in game.facts(view)],
        picture=picture.markup(),
        sentences=game.describe(view),
        levels=levels(),
        over=match.over,
    )


@post("/tables/{table_id:str}/replay/{number:int}/play-on")
async def play_on(request: Asked, table_id: FromPath[str], number: FromPath[int]) -> Response[Any]:
    asker = visitor(request)
    given = await fields(request)
    guest, is_new = known(request, asker)
    table = await house_of(request).play_on(
        table_id,
        number,
        guest,
        whole_number(given.get("seat", "")),
        given.get("bot", ""),
        asker.name or tr("Guest"),
    )
    response = go_to(f"/tables/{table.id}")
    remember(request, response, guest, is_new)
    return response


@get("/tables/{table_id:str}/score")
async def score(request: Asked, table_id: FromPath[str]) -> Response[bytes]:
    """Every point of a finished game and where it comes from."""
    table = await _finished(request, table_id)
    lines = table.match.score()
    return page(
        request,
        visitor(request),
        "score.html",
        table=table,
        game=table.match.game,
        result=table.match.result,
        names=names_of(table),
        sheets=[
            [line for line in lines if line.seat == number] for number in range(len(table.seats))
        ],
    )


async def _finished(request: Asked, table_id: str) -> Table:
    table = await house_of(request).find(table_id)
    if not table.finished:
        raise NotPossible(tr("This can be seen once the game is over."))
    return table
