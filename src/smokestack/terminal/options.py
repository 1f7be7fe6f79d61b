"""Turning what was typed on the command line into what the engine takes."""

from __future__ import annotations

from itertools import pairwise

from smokestack.bots.registry import check_bot, is_bot
from smokestack.engine.errors import InvalidInput
from smokestack.engine.game import Game
from smokestack.games import find_game

MOST_NAME = 20


def parse_options(texts: list[str] | None) -> dict[str, bool | int]:
    """`NAME=VALUE` pairs, a value being true, false or a whole number."""
    options: dict[str, bool | int] = {}
    for text in texts or []:
        name, equals, value = text.partition("=")
        if not equals:
            raise InvalidInput(f"--option {text!r:.40} must look like turn_limit=300")
        if value.lower() in ("true", "false"):
            options[name] = value.lower() == "true"
        elif value.isascii() and value.isdigit() and len(value) < 19:
            options[name] = int(value)
        else:
            raise InvalidInput(f"--option {name:.40}: {value!r:.40} is neither true, false nor 123")
    return options


def parse_seats(text: str) -> list[str]:
    """The names at the table, in the order of their seats."""
    names = [name.strip() for name in text.split(",")]
    for name in names:
        if not name or len(name) > MOST_NAME or not name.isprintable():
            raise InvalidInput(f"--seats: {name!r:.40} is no name of 1 to {MOST_NAME} characters")
    people = [name for name in names if not is_bot(name)]
    if len(set(people)) < len(people):
        raise InvalidInput("--seats: two people need two names")
    return names


def usual_seats(game: str, edition: str | None, players: int | None) -> list[str]:
    """You, and a greedy bot on every other seat."""
    rules = find_game(game)
    chosen = rules.editions[0] if edition is None else edition
    rules.check_edition(chosen)
    if players is None:
        players = rules.player_counts(chosen)[-1]
    rules.check_player_count(chosen, players)
    return ["you", *["greedy"] * (players - 1)]


def parse_bots(text: str, game: Game, seats: int) -> list[str]:
    """A bot for every seat; a single name stands for all."""
    names = [name.strip() for name in text.split(",")]
    for name in names:
        check_bot(name, game)
    if len(names) == 1:
        return names * seats
    if len(names) != seats:
        raise InvalidInput(f"--bots: {len(names)} bots for {seats} seats")
    return names


def parse_pool(text: str) -> list[str]:
    """The bots of an arena; what they are called is checked with the plan."""
    return [name.strip() for name in text.split(",")]


def complete_ray(words: list[str]) -> list[str]:
    """`--ray` without an address is `--ray local`; Typer has no word for optional values."""
    return [
        "--ray=local" if word == "--ray" and following.startswith("-") else word
        for word, following in pairwise([*words, "-"])
    ]
