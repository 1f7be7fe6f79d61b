"""The rules of a game, as one page."""

from __future__ import annotations

from litestar import Response, get
from litestar.params import FromPath

from smokestack.games import find_game, game_names
from smokestack.presentation.language import language
from smokestack.server.http.requests import HttpRequest
from smokestack.server.pages.chosen_game import chosen_game
from smokestack.server.pages.rendering import page
from smokestack.server.pages.rulebook import rules_of


@get("/rules/{name:str}")
async def rules(request: HttpRequest, name: FromPath[str]) -> Response[bytes]:
    game = chosen_game(name)
    return page(
        request,
        "rules.html",
        game=game,
        games=[find_game(other) for other in game_names()],
        sections=rules_of(game.name, language()),
    )
