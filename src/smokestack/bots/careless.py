"""A bot that makes mistakes on purpose."""

from __future__ import annotations

from smokestack.bots.bot import Bot
from smokestack.engine.stream import Stream
from smokestack.engine.view import View

PRECISION = 10_000


class Careless:
    """Now and then gives any of the offered answers instead of what `bot` thinks best."""

    def __init__(self, bot: Bot, mistakes: float, stream: Stream) -> None:
        self.bot = bot
        self.often = round(mistakes * PRECISION)
        self.stream = stream

    def answer(self, view: View) -> int:
        best = self.bot.answer(view)
        if self.stream.below(PRECISION) >= self.often:
            return best
        return int(view.state.options[self.stream.below(view.state.count)])
