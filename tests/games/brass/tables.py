"""Every edition with every number of players, and games on them."""

from __future__ import annotations

import smokestack
from smokestack.engine.match import Match
from smokestack.games.brass.rules.turn import Brass

GAME = smokestack.find_game("brass")
UI = smokestack.find_ui("brass")
TABLES = [
    (edition, players) for edition in GAME.editions for players in GAME.player_counts(edition)
]


def new_match(edition: str, players: int, seed: int, **options: bool) -> Match:
    return smokestack.new_game(
        "brass", seed=seed, edition=edition, players=players, options=dict(options)
    )


def state_of(match: Match) -> Brass:
    state = match.state
    assert isinstance(state, Brass)
    return state
