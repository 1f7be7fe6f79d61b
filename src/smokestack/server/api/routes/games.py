"""Games, bots, guests and problem types."""

from __future__ import annotations

from litestar import get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from smokestack.bots.registry import levels
from smokestack.engine.game import Game
from smokestack.games import find_game, game_names, ui_of
from smokestack.presentation.language import tr
from smokestack.server.api.bodies.accounts import GuestReply
from smokestack.server.api.bodies.games import BotReply, EditionReply, GameReply, OptionReply
from smokestack.server.api.problems import ProblemTypeReply, problem_type_reply
from smokestack.server.http.errors import PROBLEM_TYPES
from smokestack.server.http.requests import HttpRequest, service_of


@get("/games", summary="List the games, with their editions and options", tags=["general"])
async def games() -> list[GameReply]:
    return [_game_reply(find_game(name)) for name in game_names()]


@get("/bots", summary="List the bots, weakest first", tags=["general"])
async def bots() -> list[BotReply]:
    return [
        BotReply(name, tr(name.capitalize()), tr(level["text"])) for name, level in levels().items()
    ]


@post("/guests", summary="Create a guest", tags=["general"])
async def new_guest(request: HttpRequest) -> GuestReply:
    """The token of the response is your only identity, unless you sign in to an account."""
    signer = service_of(request).signer
    return GuestReply(signer.sign(signer.new_guest()))


@get(
    "/problems/{name:str}",
    summary="Describe a problem type",
    tags=["general"],
    opt={"problems": ("not-found",)},
)
async def problem_description(name: FromPath[str]) -> ProblemTypeReply:
    if name not in PROBLEM_TYPES:
        raise NotFoundException
    return problem_type_reply(name)


def _game_reply(game: Game) -> GameReply:
    ui = ui_of(game)
    return GameReply(
        name=game.name,
        title=game.title,
        summary=tr(ui.summary),
        rules=game.rules,
        editions=[
            EditionReply(
                edition,
                tr(ui.edition_titles[edition]),
                tr(ui.edition_texts.get(edition, "")),
                game.player_counts(edition),
                game.complete_options(edition, {}),
            )
            for edition in game.editions
        ],
        options=[
            OptionReply(
                option.name,
                tr(ui.option_texts[option.name]),
                option.default,
                None if isinstance(option.default, bool) else option.minimum,
                None if isinstance(option.default, bool) else option.maximum,
                list(option.editions or game.editions),
            )
            for option in game.options
        ],
        decisions=list(game.decisions),
        hidden_hands=game.hidden_hands,
    )
