"""The games; each is a folder here whose package has a `GAME`."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module

from smokestack.engine.errors import InvalidInput, brief
from smokestack.engine.game import Game


def game_names() -> list[str]:
    return sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg)


@cache
def find_game(name: str) -> Game:
    """The game of this name; its rules are loaded when first asked for."""
    if name not in game_names():
        raise InvalidInput(f"no game {brief(name)}; there is {', '.join(game_names())}")
    game: Game = import_module(f"{__name__}.{name}").GAME
    return game
