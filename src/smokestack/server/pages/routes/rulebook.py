"""The rules of a game, as one page."""

from __future__ import annotations

from litestar import Response, get
from litestar.params import FromPath

from smokestack.games import find_game, game_names
from smokestack.presentation.language import language, tr
from smokestack.server.domain.errors import TableNotFound
from smokestack.server.http.requests import HttpRequest
from smokestack.server.pages.rendering import page
from smokestack.server.pages.rulebook import rules_of


@get("/rules/{name:str}")
async def rules(request: HttpRequest, name: FromPath[str]) -> Response[bytes]:
    if name not in game_names():
        raise TableNotFound(tr("There is no game with this name."))
    return page(
        request,
        "rules.html",
        game=find_game(name),
        games=[find_game(other) for other in game_names()],
        sections=rules_of(name, language()),
    )
