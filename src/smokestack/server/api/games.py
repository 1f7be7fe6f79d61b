"""What is played here, by whom, and what can go wrong."""

from __future__ import annotations

from litestar import get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from smokestack.bots.registry import levels
from smokestack.engine.game import Game
from smokestack.engine.language import tr
from smokestack.games import find_game, game_names
from smokestack.server.api.problems import KINDS, ProblemKind, problem_kind
from smokestack.server.api.replies import (
    BotReply,
    EditionReply,
    GameReply,
    GuestReply,
    OptionReply,
)
from smokestack.server.asking import Asked, house_of


@get("/games", summary="The games, with their editions and options", tags=["house"])
async def games() -> list[GameReply]:
    return [_tell_game(find_game(name)) for name in game_names()]


@get("/bots", summary="The bots that can take seats, the friendliest first", tags=["house"])
async def bots() -> list[BotReply]:
    return [
        BotReply(name, tr(name.capitalize()), tr(level["text"])) for name, level in levels().items()
    ]


@post("/guests", summary="Become a guest of the house", tags=["house"])
async def new_guest(request: Asked) -> GuestReply:
    """Gives you a token, which is all that tells you from others. There are no accounts."""
    identity = house_of(request).identity
    return GuestReply(identity.sign(identity.new_guest()))


@get(
    "/problems/{slug:str}",
    summary="A kind of problem",
    tags=["house"],
    opt={"problems": ("not-found",)},
)
async def problem_description(slug: FromPath[str]) -> ProblemKind:
    if slug not in KINDS:
        raise NotFoundException
    return problem_kind(slug)


def _tell_game(game: Game) -> GameReply:
    return GameReply(
        name=game.name,
        title=game.title,
        summary=tr(game.summary),
        rules=game.rules,
        editions=[
            EditionReply(
                edition,
                tr(game.edition_titles[edition]),
                tr(game.edition_texts.get(edition, "")),
                game.player_counts(edition),
                game.complete_options(edition, {}),
            )
            for edition in game.editions
        ],
        options=[
            OptionReply(
                option.name,
                tr(option.text),
                option.default,
                None if isinstance(option.default, bool) else option.least,
                None if isinstance(option.default, bool) else option.most,
                list(option.editions or game.editions),
            )
            for option in game.options
        ],
        decisions=list(game.decisions),
        hidden_hands=game.hidden_hands,
    )
