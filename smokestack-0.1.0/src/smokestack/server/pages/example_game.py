"""The example game on the start page, played once by two bots."""

from __future__ import annotations

from functools import lru_cache

import smokestack
from smokestack.bots.registry import make_bot
from smokestack.engine.view import SPECTATOR
from smokestack.games import ui_of
from smokestack.presentation.language import language
from smokestack.presentation.picture import seat_patterns

SEED = 1845
ANSWERS_PER_PICTURE = 2


@lru_cache(maxsize=1)
def _answers() -> list[int]:
    match = smokestack.new_game("glasgow", seed=SEED, players=["clerk", "clerk"])
    bots = [make_bot("clerk", match.game, SEED, seat) for seat in range(2)]
    while match.actor is not None:
        match.play(bots[match.actor].answer(match.view(match.actor)))
    return match.history


def example_length() -> int:
    return len(_answers()) // ANSWERS_PER_PICTURE


def example_picture(number: int) -> str:
    return _picture(number % (example_length() + 1) * ANSWERS_PER_PICTURE, language())


@lru_cache(maxsize=256)
def _picture(length: int, language: str) -> str:
    match = smokestack.new_game("glasgow", seed=SEED, players=["clerk", "clerk"])
    for answer in _answers()[:length]:
        match.play(answer)
    ui = ui_of(match.game)
    picture = ui.picture(match.view(SPECTATOR))
    return picture.markup(f"<defs>{seat_patterns()}{ui.icons()}</defs>")
