"""The rules of the games, as a page that can be searched."""

from __future__ import annotations

from litestar import Response, get
from litestar.params import FromPath

from smokestack.engine.language import language, tr
from smokestack.games import find_game, game_names
from smokestack.server.asking import Asked, visitor
from smokestack.server.errors import NoSuchTable
from smokestack.server.pages import page
from smokestack.server.rules_text import rules_of


@get("/rules/{name:str}")
async def rules(request: Asked, name: FromPath[str]) -> Response[bytes]:
    if name not in game_names():
        raise NoSuchTable(tr("There is no such game."))
    return page(
        request,
        visitor(request),
        "rules.html",
        game=find_game(name),
        games=[find_game(other) for other in game_names()],
        sections=rules_of(name, language()),
    )
