"""The openings explorer: what was chosen in the first moves, and how it went."""

from __future__ import annotations

from litestar import Response, get

from smokestack.analysis.openings import MAX_MOVES
from smokestack.games import DEFAULT_GAME, find_game, game_names
from smokestack.server.domain.openings import kinds_of
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
        edition, usual = kinds_of(find_game(game))[-1]
        players = players or str(usual)
    found = await service_of(request).openings.find(
        game, edition, whole_number(players), query.get("line", "")
    )
    games = [find_game(name) for name in game_names()]
    return page(
        request,
        "openings.html",
        games=games,
        kinds=[(each.name, *kind) for each in games for kind in kinds_of(each)],
        found=found,
        shown=openings_page_of(found),
        max_moves=MAX_MOVES,
    )
