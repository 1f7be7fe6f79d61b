"""Leaderboards."""

from __future__ import annotations

from litestar import Response, get

from smokestack.games import find_game
from smokestack.presentation.language import tr, trn
from smokestack.server.domain.errors import TableNotFound
from smokestack.server.domain.ratings import BOTS, RatingList
from smokestack.server.http.requests import HttpRequest, service_of
from smokestack.server.pages.rendering import page


@get("/ratings")
async def ratings(request: HttpRequest) -> Response[bytes]:
    """The best players of the list that the address names; of the first one without a name."""
    service = service_of(request)
    lists = {list_name(kind): kind for kind in service.ratings.lists()}
    chosen = request.query_params.get("list", next(iter(lists)))
    if chosen not in lists:
        raise TableNotFound(tr("There is no such list."))
    return page(
        request,
        "ratings.html",
        lists=[(name, list_title(kind)) for name, kind in lists.items()],
        chosen=chosen,
        title=list_title(lists[chosen]),
        ranked=await service.ratings.leaderboard(lists[chosen]),
    )


def list_name(kind: RatingList) -> str:
    """The name of a list in addresses."""
    return f"{kind.game}-{kind.players}-{kind.against}"


def list_title(kind: RatingList) -> str:
    game = find_game(kind.game)
    title = game.title
    if any(game.player_counts(edition) != [kind.players] for edition in game.editions):
        title += ", " + trn("{n} player", "{n} players", kind.players)
    return tr("{list}, against bots", list=title) if kind.against == BOTS else title
