"""Plays anything legal."""

from __future__ import annotations

import msgspec

from smokestack.engine.game import Game
from smokestack.engine.stream import Stream
from smokestack.engine.view import View


class RandomSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """There is nothing to set."""


class Random:
    """Every offered answer is equally likely."""

    def __init__(self, game: Game, settings: RandomSettings, stream: Stream) -> None:
        self.stream = stream

    def answer(self, view: View) -> int:
        state = view.state
        return int(state.options[self.stream.below(state.count)])
