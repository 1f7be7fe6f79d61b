"""The game on the start page: two bots of ours, played once and shown again and again."""

from __future__ import annotations

from functools import lru_cache

import smokestack
from smokestack.bots.registry import make_bot
from smokestack.engine.language import language
from smokestack.engine.picture import seat_patterns
from smokestack.engine.view import SPECTATOR

SEED = 1845
STEP = 2


@lru_cache(maxsize=1)
def _answers() -> list[int]:
    match = smokestack.new_game("glasgow", seed=SEED, players=["clerk", "clerk"])
    bots = [make_bot("clerk", match.game, SEED, seat) for seat in range(2)]
    while match.actor is not None:
        match.play(bots[match.actor].answer(match.view(match.actor)))
    return match.history


def example_length() -> int:
    return len(_answers()) // STEP


def example_picture(number: int) -> str:
    return _picture(number % (example_length() + 1) * STEP, language())


@lru_cache(maxsize=256)
def _picture(length: int, language: str) -> str:
    match = smokestack.new_game("glasgow", seed=SEED, players=["clerk", "clerk"])
    for answer in _answers()[:length]:
        match.play(answer)
    game = match.game
    picture = game.picture(match.view(SPECTATOR))
    return picture.markup(f"<defs>{seat_patterns()}{game.icons()}</defs>")
