"""The games, one folder each.

A folder's package has the rules as `GAME`, its module `ui.game_ui` the user interface as `UI`.
"""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from smokestack.engine.core.state import State
from smokestack.engine.errors import InvalidInput, brief
from smokestack.engine.game import Game

if TYPE_CHECKING:
    from smokestack.presentation.game_ui import GameUI

DEFAULT_GAME = "glasgow"


def game_names() -> list[str]:
    return list(_names())


@cache
def _names() -> tuple[str, ...]:
    """Pages ask often, and this reads a folder."""
    return tuple(sorted(each.name for each in pkgutil.iter_modules(__path__) if each.ispkg))


@cache
def find_game(name: str) -> Game:
    """The rules of a game, imported at the first call."""
    _check_name(name)
    game: Game = import_module(f"{__name__}.{name}").GAME
    return game


@cache
def find_ui(name: str) -> GameUI:
    """The user interface of a game, imported at the first call."""
    _check_name(name)
    ui: GameUI = import_module(f"{__name__}.{name}.ui.game_ui").UI
    return ui


def game_of(state: State) -> Game:
    """The game to which a state belongs, by the folder of its class."""
    return find_game(type(state).__module__.removeprefix(f"{__name__}.").partition(".")[0])


def ui_of(game: Game) -> GameUI:
    return find_ui(game.name)


def _check_name(name: str) -> None:
    if name not in game_names():
        raise InvalidInput(f"no game {brief(name)}; there is {', '.join(game_names())}")
