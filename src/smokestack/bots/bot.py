"""The one protocol of all bots, and the one list of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from smokestack.bots.greedy import Greedy
from smokestack.bots.random import Random
from smokestack.engine.errors import InvalidInput, brief
from smokestack.engine.stream import Stream
from smokestack.engine.view import View


class Bot(Protocol):
    """Gets what its seat may see and returns one of the answers it offers."""

    def answer(self, view: View) -> int: ...


BOTS: dict[str, Callable[[Stream], Bot]] = {"greedy": Greedy, "random": Random}


def make_bot(name: str, seed: int, seat: int) -> Bot:
    """A bot with a random stream of its own, the same for the same seed and seat."""
    if name not in BOTS:
        raise InvalidInput(f"no bot {brief(name)}; there is {', '.join(BOTS)}")
    stream = Stream(seed)
    for _ in range(seat + 1):
        own_seed = stream.word()
    return BOTS[name](Stream(own_seed))
