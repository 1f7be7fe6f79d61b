"""Bots from the registry as opponents in a batch."""

from __future__ import annotations

from smokestack.bots.bot import Bot
from smokestack.bots.registry import check_bot, make_bot
from smokestack.engine.core.opponents import Opponents, RandomOpponents
from smokestack.engine.core.state import State
from smokestack.engine.view import View
from smokestack.envs.setup import EnvSetup


class BotOpponents(Opponents):
    """A bot of the same name at every other seat; it gets its view and nothing else."""

    def __init__(self, rules: EnvSetup, bot: str) -> None:
        self.rules = rules
        self.bot = bot
        self._seeds: dict[int, int] = {}
        self._bots: dict[tuple[int, int], Bot] = {}

    def begin(self, game: int, seed: int) -> None:
        self._seeds[game] = seed
        for seat in range(self.rules.players):
            self._bots.pop((game, seat), None)

    def answer(self, game: int, state: State) -> int:
        seat = int(state.actor)
        bot = self._bots.get((game, seat))
        if bot is None:
            bot = make_bot(self.bot, self.rules.game, self._seeds[game], seat)
            self._bots[game, seat] = bot
        return bot.answer(View(self.rules.game, state, seat, self.rules.setup.players))


def make_opponents(rules: EnvSetup, bot: str, games: int) -> Opponents:
    """The opponents of a name; `random` is compiled, so it costs hardly any time."""
    if bot == "random":
        return RandomOpponents(games)
    check_bot(bot, rules.game)
    return BotOpponents(rules, bot)
