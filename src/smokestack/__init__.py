"""Smokestack: board games of the industrial age, for people and for programs.

    >>> import smokestack
    >>> match = smokestack.new_game("glasgow", seed=7)
    >>> while not match.over:
    ...     match.play(match.answers[0])
    >>> match.result.reason
    'city'

A `Match` knows whose decision it is (`actor`, `decision`), the legal `answers`, takes one with
`play` and takes it back with `undo`; it shows what a seat may see (`view`), explains every point
(`score`) and writes a `record` that `load_game` continues.
"""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from smokestack import pure

if os.environ.get("SMOKESTACK_PURE", "0") not in ("", "0"):
    pure.prefer_source(__name__)

from smokestack.engine.errors import IllegalAnswer, InvalidInput, SmokestackError
from smokestack.engine.game import Game, ScoreLine
from smokestack.engine.match import Match, replay
from smokestack.engine.record import Record, Result, Setup, check_seed, load_record
from smokestack.engine.stream import Stream
from smokestack.engine.view import SPECTATOR, View
from smokestack.games import find_game, game_names

__version__ = "0.1.0"

__all__ = [
    "SPECTATOR",
    "Game",
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
    "find_game",
    "game_names",
    "load_game",
    "new_game",
    "replay",
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
    """Set up a game; without a seed it is a new one every time.

    `players` is their number or their names, `tiles` a file with an owner's tile set.
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
        players = [f"Player {seat + 1}" for seat in range(players)]
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
    """Replay a record from a file and go on from where it ends."""
    record = load_record(Path(path))
    return replay(find_game(record.setup.game), record)
