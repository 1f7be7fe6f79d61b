"""The bot that plays at random."""

from __future__ import annotations

import msgspec

from smokestack.engine.core.stream import Stream
from smokestack.engine.game import Game
from smokestack.engine.view import View


class RandomSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`random` has no settings."""


class RandomBot:
    """Gives each legal answer with the same probability."""

    def __init__(self, game: Game, settings: RandomSettings, stream: Stream) -> None:
        self.stream = stream

    def answer(self, view: View) -> int:
        state = view.state
        return int(state.legal[self.stream.below(state.count)])
