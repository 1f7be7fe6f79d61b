"""The openings explorer."""

from __future__ import annotations

from litestar import get

from smokestack.analysis.openings import Count, to_text
from smokestack.games import ui_of
from smokestack.server.api.bodies.fields import EditionInQuery, GameInQuery, PlayersInQuery
from smokestack.server.api.bodies.openings import (
    LineInQuery,
    OpeningChoiceReply,
    OpeningCount,
    OpeningsReply,
)
from smokestack.server.http.requests import HttpRequest, service_of


@get(
    "/openings",
    summary="Get what was chosen in the first moves, and how the games ended",
    tags=["general"],
    opt={"problems": ("invalid-action",)},
)
async def openings(
    request: HttpRequest,
    game: GameInQuery,
    edition: EditionInQuery,
    players: PlayersInQuery,
    line: LineInQuery = "",
) -> OpeningsReply:
    """Only the moves of one player count, no matter what others do and where the player sits."""
    found = await service_of(request).openings.find(game, edition, players, line)
    text = ui_of(found.game).opening_text
    return OpeningsReply(
        game=game,
        edition=edition,
        players=players,
        line=to_text(found.line),
        choices=[
            OpeningChoiceReply(
                choice.move, text(choice.move), _count(choice.bot), _count(choice.server)
            )
            for choice in found.choices
        ],
    )


def _count(count: Count | None) -> OpeningCount | None:
    if count is None:
        return None
    return OpeningCount(count.games, round(count.wins, 4), round(count.points / count.games, 2))
