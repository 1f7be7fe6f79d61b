"""Mistakes on purpose, for bots that are easy to beat."""

from __future__ import annotations

from smokestack.bots.bot import Bot
from smokestack.engine.core.stream import Stream
from smokestack.engine.view import View

RESOLUTION = 10_000


class BotWithMistakes:
    """Gives the answers of `bot`, but a random legal one with the probability `mistakes`."""

    def __init__(self, bot: Bot, mistakes: float, stream: Stream) -> None:
        self.bot = bot
        self.threshold = round(mistakes * RESOLUTION)
        self.stream = stream

    def answer(self, view: View) -> int:
        best = self.bot.answer(view)
        if self.stream.below(RESOLUTION) >= self.threshold:
            return best
        return int(view.state.legal[self.stream.below(view.state.count)])
