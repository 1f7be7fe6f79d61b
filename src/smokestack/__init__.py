"""Smokestack: board games of the industrial age, for people and for programs.

    >>> import smokestack
    >>> match = smokestack.new_game("glasgow", seed=7)
    >>> while not match.over:
    ...     match.play(match.answers[0])
    >>> match.result.reason
    'city'

A `Match` has the `actor`, the `decision` and the legal `answers`; `play` gives an answer and `undo`
takes it back. `view` is what a seat may know, and `record` is what `load_game` continues from.
`score_sheet` explains every point of a match, `to_svg` draws a view, and `analyse` grades the
answers of a finished game.
"""

from __future__ import annotations

import os
import secrets
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from smokestack import pure

if os.environ.get("SMOKESTACK_PURE", "0") not in ("", "0"):
    pure.prefer_source(__name__)

from smokestack.engine.core.state import RENDERERS as STATE_RENDERERS
from smokestack.engine.core.state import State
from smokestack.engine.core.stream import Stream
from smokestack.engine.errors import IllegalAnswer, InvalidInput, SmokestackError
from smokestack.engine.game import Game
from smokestack.engine.match import Match, replay
from smokestack.engine.record import Record, Result, Setup, check_seed, load_record
from smokestack.engine.view import RENDERERS, SPECTATOR, View
from smokestack.games import find_game, find_ui, game_names, game_of, ui_of

if TYPE_CHECKING:
    from smokestack.analysis.report import Analysis
    from smokestack.presentation.game_ui import GameUI
    from smokestack.presentation.table_text import ScoreLine
else:

    def __getattr__(name: str) -> type:
        """The types of user interfaces, imported at their first use; bots never need them."""
        if name not in _UI_TYPES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(_UI_TYPES[name]), name)


__version__ = "0.1.0"

_UI_TYPES = {
    "GameUI": "smokestack.presentation.game_ui",
    "ScoreLine": "smokestack.presentation.table_text",
}

__all__ = [
    "SPECTATOR",
    "Game",
    "GameUI",
    "IllegalAnswer",
    "InvalidInput",
    "Match",
    "Record",
    "Result",
    "ScoreLine",
    "Setup",
    "SmokestackError",
    "Stream",
    "View",
    "analyse",
    "find_game",
    "find_ui",
    "game_names",
    "load_game",
    "new_game",
    "replay",
    "score_sheet",
    "to_svg",
]


def new_game(
    game: str,
    *,
    seed: int | None = None,
    players: int | list[str] | None = None,
    edition: str | None = None,
    options: dict[str, bool | int] | None = None,
    tiles: Path | str | None = None,
) -> Match:
    """Start a game; without a seed, a random one.

    `players` is their number or their names, `tiles` is a file with a tile set.
    """
    rules = find_game(game)
    if seed is None:
        seed = secrets.randbits(48)
    check_seed(seed)
    if edition is None:
        edition = rules.editions[0]
    rules.check_edition(edition)
    if players is None:
        players = rules.player_counts(edition)[-1]
    if isinstance(players, int):
        rules.check_player_count(edition, players)
        players = _player_names(players)
    setup = Setup(
        game=game,
        seed=seed,
        players=players,
        edition=edition,
        options=rules.complete_options(edition, options or {}),
        rules=rules.rules,
        tiles=rules.tile_set(None if tiles is None else Path(tiles)),
    )
    return Match(rules, setup)


def load_game(path: Path | str) -> Match:
    """Replay a record from a file; play on from its end."""
    record = load_record(Path(path))
    return replay(find_game(record.setup.game), record)


def score_sheet(match: Match) -> list[ScoreLine]:
    """Every point that each seat would score if the game ended now, in words."""
    return ui_of(match.game).score_sheet(match)


def to_svg(view: View) -> str:
    """The board as a picture that needs no other file; a notebook shows it for a view."""
    return ui_of(view.game).to_svg(view)


def analyse(game: Match | Record, *, deep: bool = False, seed: int = 0) -> Analysis:
    """Grade every answer of a game that is over, and measure the luck of each seat."""
    from smokestack.analysis.analyser import analyse_match

    match = game if isinstance(game, Match) else replay(find_game(game.setup.game), game)
    return analyse_match(match, "deep" if deep else "quick", seed)


def _state_to_svg(state: State) -> str:
    """The board as the seat sees it that must answer, or after the end as everyone sees it."""
    game = game_of(state)
    seat = SPECTATOR if state.over else int(state.actor)
    return to_svg(View(game, state, seat, _player_names(len(game.points(state)))))


def _player_names(players: int) -> list[str]:
    return [f"Player {seat + 1}" for seat in range(players)]


RENDERERS["image/svg+xml"] = to_svg
STATE_RENDERERS["image/svg+xml"] = _state_to_svg
