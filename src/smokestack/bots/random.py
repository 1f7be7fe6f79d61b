"""Plays anything legal."""

from __future__ import annotations

from smokestack.engine.stream import Stream
from smokestack.engine.view import View


class Random:
    """Every offered answer is equally likely."""

    def __init__(self, stream: Stream) -> None:
        self.stream = stream

    def answer(self, view: View) -> int:
        state = view.state
        return state.options[self.stream.below(state.count)]
