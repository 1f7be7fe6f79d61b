"""The one list of bots: a name, with settings behind colons, becomes a player."""

from __future__ import annotations

from collections.abc import Callable

from smokestack.bots.bot import Bot
from smokestack.bots.greedy import Greedy
from smokestack.bots.random import Random
from smokestack.engine.errors import InvalidInput, brief
from smokestack.engine.game import Game
from smokestack.engine.stream import Stream

BOTS: dict[str, Callable[[Stream], Bot]] = {"greedy": Greedy, "random": Random}


def is_bot(name: str) -> bool:
    """Whether a name at the table is that of a bot."""
    return name in BOTS


def check_bot(name: str) -> None:
    """`InvalidInput` unless a bot of this name could be made."""
    if not is_bot(name):
        raise InvalidInput(f"no bot {brief(name)}; there is {', '.join(BOTS)}")


def make_bot(name: str, game: Game, seed: int, seat: int) -> Bot:
    """A bot with a random stream of its own, the same for the same seed and seat."""
    check_bot(name)
    stream = Stream(seed)
    for _ in range(seat + 1):
        own_seed = stream.word()
    return BOTS[name](Stream(own_seed))
