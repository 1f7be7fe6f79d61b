"""The names of all bots. A name, with settings after colons, becomes a player.

`greedy`, `master`, `search:simulations=500`, `master:seconds=0.2:mistakes=0.1`. Levels are the
entries of `levels.toml`; the other names are kinds of bots. `program:COMMAND` runs an external
program; everything after its first colon is the command.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from smokestack.bots.bot import Bot
from smokestack.bots.external import ExternalBot
from smokestack.bots.greedy import GreedyBot, GreedySettings
from smokestack.bots.mistakes import BotWithMistakes
from smokestack.bots.random import RandomBot, RandomSettings
from smokestack.bots.search_bot import SearchBot, SearchSettings
from smokestack.engine.core.stream import Stream
from smokestack.engine.errors import InvalidInput, brief
from smokestack.engine.game import Game

KINDS: dict[str, tuple[type[msgspec.Struct], Callable[[Game, Any, Stream], Bot]]] = {
    "greedy": (GreedySettings, GreedyBot),
    "random": (RandomSettings, RandomBot),
    "search": (SearchSettings, SearchBot),
}
PROGRAM_PREFIX = "program:"


class BotSpec(msgspec.Struct, frozen=True):
    """What a name with settings stands for."""

    kind: str
    settings: msgspec.Struct
    mistakes: float
    """The probability of a random answer."""


@cache
def levels() -> dict[str, dict[str, Any]]:
    """The levels that people choose from, weakest first."""
    return {name: level for name, level in _named_bots().items() if not level.get("reference")}


@cache
def _named_bots() -> dict[str, dict[str, Any]]:
    """The levels, and earlier ones that remain as a reference for the strength of others."""
    return tomllib.loads(Path(__file__).with_name("levels.toml").read_text("utf-8"))


def bot_names() -> list[str]:
    """Every name that needs no settings, the levels first."""
    return [*_named_bots(), *KINDS]


def is_bot(name: str) -> bool:
    """Whether the name of a player is that of a bot."""
    return is_program(name) or name.partition(":")[0] in bot_names()


def is_program(name: str) -> bool:
    """Whether a bot is a program on this machine; never run one that an untrusted user names."""
    return name.startswith(PROGRAM_PREFIX)


def check_bot(name: str, game: Game) -> None:
    """`InvalidInput` unless `make_bot` can make a bot of this name."""
    make_bot(name, game, 0, 0)


def make_bot(name: str, game: Game, seed: int, seat: int) -> Bot:
    """A bot with its own random stream, which seed and seat determine."""
    stream = Stream(seed)
    for _ in range(seat + 1):
        own_seed = stream.word()
    if is_program(name):
        return ExternalBot(name.removeprefix(PROGRAM_PREFIX), int(own_seed))
    spec = read_spec(name, game)
    stream = Stream(own_seed)
    bot = KINDS[spec.kind][1](game, spec.settings, stream)
    return BotWithMistakes(bot, spec.mistakes, stream) if spec.mistakes > 0.0 else bot


def read_spec(name: str, game: Game) -> BotSpec:
    """Parse a name with settings; a level may differ between games."""
    kind, *given = name.split(":")
    settings: dict[str, Any] = {}
    if kind in _named_bots():
        level = _named_bots()[kind]
        settings = {key: value for key, value in level.items() if not isinstance(value, dict)}
        settings.update(level.get(game.name, {}))
        settings.pop("text")
        settings.pop("reference", None)
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
        parsed = msgspec.convert(settings, KINDS[kind][0], strict=False)
    except msgspec.ValidationError as error:
        raise InvalidInput(f"bot {brief(name)}: {error}") from None
    if not 0.0 <= mistakes <= 1.0:
        raise InvalidInput(f"bot {brief(name)}: mistakes must be from 0 to 1")
    return BotSpec(kind, parsed, mistakes)
