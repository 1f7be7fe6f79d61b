"""The observation and the mask of one game, in arrays that are written again and again."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i16, i64, u8

from smokestack.engine.core.encoder import Encoder
from smokestack.engine.core.state import State


class Observer:
    """Writes what a seat sees and may answer to `observation` and `mask`."""

    def __init__(self, encoder: Encoder, answers: int) -> None:
        self.encoder = encoder
        self.observation = vec[i16]([0] * encoder.size)
        self.mask = vec[u8]([0] * answers)

    def begin(self, state: State) -> None:
        """Call this at the start of every game."""
        self.encoder.begin(state, self.observation, 0)

    def observe(self, state: State, seat: i64) -> None:
        """Write the observation of `seat`, and its legal answers if it must answer."""
        self.encoder.write(state, seat, self.observation, 0)
        mask = self.mask
        for answer in range(len(mask)):
            mask[answer] = 0
        if state.actor == seat and not state.over:
            legal = state.legal
            for i in range(state.count):
                mask[legal[i]] = 1
