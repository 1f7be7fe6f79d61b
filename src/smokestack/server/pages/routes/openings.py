"""The openings explorer: what was chosen in the first moves, and how it went."""

from __future__ import annotations

from litestar import Response, get

from smokestack.analysis.openings import MAX_MOVES
from smokestack.games import DEFAULT_GAME, find_game, game_names
from smokestack.server.domain.openings import usual_kind
from smokestack.server.http.requests import HttpRequest, service_of, whole_number
from smokestack.server.pages.openings_page import openings_page_of
from smokestack.server.pages.rendering import page


@get("/openings")
async def openings(request: HttpRequest) -> Response[bytes]:
    """The first moves of the table that the address names; of Glasgow without one."""
    query = request.query_params
    game = query.get("game", DEFAULT_GAME)
    edition, players = query.get("edition", ""), query.get("players", "")
    if not edition and game in game_names():
        edition, usual = usual_kind(find_game(game))
        players = players or str(usual)
    service = service_of(request).openings
    found = await service.find(game, edition, whole_number(players), query.get("line", ""))
    shown = (found.game.name, found.edition, found.players)
    return page(
        request,
        "openings.html",
        games=[find_game(name) for name in game_names()],
        kinds=sorted({shown, *await service.kinds()}),
        found=found,
        shown=openings_page_of(found),
        max_moves=MAX_MOVES,
    )
