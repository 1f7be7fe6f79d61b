"""The game that an address or a form names."""

from __future__ import annotations

from collections.abc import Mapping

from smokestack.engine.game import Game
from smokestack.games import DEFAULT_GAME, find_game, game_names
from smokestack.presentation.language import tr
from smokestack.server.domain.errors import TableNotFound


def chosen_game(name: str) -> Game:
    """The game of this name; `TableNotFound` if there is none."""
    if name not in game_names():
        raise TableNotFound(tr("There is no game with this name."))
    return find_game(name)


def chosen_edition(form: Mapping[str, str]) -> tuple[Game, str]:
    """Game and edition, with defaults for what is missing."""
    game = chosen_game(form.get("game", DEFAULT_GAME))
    edition = form.get("edition", game.editions[0])
    if edition not in game.editions:
        raise TableNotFound(tr("This game has no such edition."))
    return game, edition
