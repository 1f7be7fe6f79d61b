"""The one list of bots: a name, with settings behind colons, becomes a player.

`greedy`, `master`, `search:simulations=500`, `master:seconds=0.2:mistakes=0.1`. Levels are entries
of `levels.toml`; everything else is a kind of bot. `program:COMMAND` is a program of its own, and
all behind its first colon is the command.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from smokestack.bots.bot import Bot
from smokestack.bots.careless import Careless
from smokestack.bots.greedy import Greedy, GreedySettings
from smokestack.bots.program import Program
from smokestack.bots.random import Random, RandomSettings
from smokestack.bots.searcher import Searcher, SearchSettings
from smokestack.engine.errors import InvalidInput, brief
from smokestack.engine.game import Game
from smokestack.engine.stream import Stream

KINDS: dict[str, tuple[type[msgspec.Struct], Callable[[Game, Any, Stream], Bot]]] = {
    "greedy": (GreedySettings, Greedy),
    "random": (RandomSettings, Random),
    "search": (SearchSettings, Searcher),
}
PROGRAM = "program:"


class Spec(msgspec.Struct, frozen=True):
    """A kind of bot, its settings, and how often it answers at random."""

    kind: str
    settings: msgspec.Struct
    mistakes: float


@cache
def levels() -> dict[str, dict[str, Any]]:
    return tomllib.loads(Path(__file__).with_name("levels.toml").read_text("utf-8"))


def bot_names() -> list[str]:
    """Every name that needs no settings, the levels first."""
    return [*levels(), *KINDS]


def is_bot(name: str) -> bool:
    """Whether a name at the table is that of a bot."""
    return is_program(name) or name.partition(":")[0] in bot_names()


def is_program(name: str) -> bool:
    """Whether a bot is a program on this machine: never start one that a stranger names."""
    return name.startswith(PROGRAM)


def check_bot(name: str, game: Game) -> None:
    """`InvalidInput` unless a bot of this name could be made."""
    make_bot(name, game, 0, 0)


def make_bot(name: str, game: Game, seed: int, seat: int) -> Bot:
    """A bot with a random stream of its own, the same for the same seed and seat."""
    stream = Stream(seed)
    for _ in range(seat + 1):
        own_seed = stream.word()
    if is_program(name):
        return Program(name.removeprefix(PROGRAM), int(own_seed))
    spec = read_spec(name, game)
    stream = Stream(own_seed)
    bot = KINDS[spec.kind][1](game, spec.settings, stream)
    return Careless(bot, spec.mistakes, stream) if spec.mistakes > 0.0 else bot


def read_spec(name: str, game: Game) -> Spec:
    """What a name with settings means for a game."""
    kind, *given = name.split(":")
    settings: dict[str, Any] = {}
    if kind in levels():
        level = levels()[kind]
        settings = {key: value for key, value in level.items() if not isinstance(value, dict)}
        settings.update(level.get(game.name, {}))
        settings.pop("text")
        kind = settings.pop("bot")
    if kind not in KINDS:
        raise InvalidInput(
            f"no bot {brief(kind)}; there is {', '.join(bot_names())}, program:COMMAND"
        )
    for text in given:
        key, equals, value = text.partition("=")
        if not equals:
            raise InvalidInput(f"{brief(text)} in {brief(name)} must look like simulations=500")
        settings[key] = value
    if "seconds" in settings:
        settings.pop("simulations", None)
    try:
        mistakes = msgspec.convert(settings.pop("mistakes", 0.0), float, strict=False)
        read = msgspec.convert(settings, KINDS[kind][0], strict=False)
    except msgspec.ValidationError as error:
        raise InvalidInput(f"bot {brief(name)}: {error}") from None
    if not 0.0 <= mistakes <= 1.0:
        raise InvalidInput(f"bot {brief(name)}: mistakes are a share, from 0 to 1")
    return Spec(kind, read, mistakes)
