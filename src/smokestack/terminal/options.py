"""Turning what was typed on the command line into what the engine takes."""

from __future__ import annotations

from itertools import pairwise

from smokestack.bots.registry import check_bot, is_bot, is_program
from smokestack.engine.errors import InvalidInput, brief
from smokestack.engine.game import MOST_NAME as MOST_SHOWN
from smokestack.engine.game import Game
from smokestack.engine.language import tr
from smokestack.games import find_game

MOST_NAME = 20
CUT = "…"


def examples(*commands: str) -> str:
    """Examples below a command's help, one a line; \\b keeps the lines."""
    return "\b\nExamples:\n" + "\n".join(f"  {command}" for command in commands)


def parse_options(texts: list[str] | None) -> dict[str, bool | int]:
    """`NAME=VALUE` pairs, a value being true, false or a whole number."""
    options: dict[str, bool | int] = {}
    for text in texts or []:
        name, equals, value = text.partition("=")
        if not equals:
            raise InvalidInput(
                tr("--option {text} must look like turn_limit=300", text=f"{text!r:.40}")
            )
        if value.lower() in ("true", "false"):
            options[name] = value.lower() == "true"
        elif value.isascii() and value.isdigit() and len(value) < 19:
            options[name] = int(value)
        else:
            raise InvalidInput(
                tr(
                    "--option {name}: {value} is neither true, false nor 123",
                    name=name[:40],
                    value=f"{value!r:.40}",
                )
            )
    return options


def parse_seats(text: str) -> list[str]:
    """Who sits where: names of people, and bots with their settings."""
    seats = [seat.strip() for seat in text.split(",")]
    people = [seat for seat in seats if not is_bot(seat)]
    for seat in seats:
        if not seat.isprintable():
            raise InvalidInput(tr("--seats: {seat} can't be shown", seat=brief(seat)))
    for name in people:
        if not 0 < len(name) <= MOST_NAME:
            raise InvalidInput(
                tr(
                    "--seats: {name} is no name of 1 to {most} characters",
                    name=f"{name!r:.40}",
                    most=MOST_NAME,
                )
            )
    if len(set(people)) < len(people):
        raise InvalidInput(tr("--seats: two people need two names"))
    return seats


def seat_names(seats: list[str]) -> list[str]:
    """What the table and the record call them: a long bot is cut short."""
    return [
        seat if len(seat) <= MOST_SHOWN else seat[: MOST_SHOWN - len(CUT)] + CUT for seat in seats
    ]


def recorded_seats(names: list[str]) -> list[str]:
    """Who goes on with a record, by its names alone.

    A record may come from anybody, so it starts no program: that must be asked for.
    """
    for name in names:
        if is_program(name) or (is_bot(name) and name.endswith(CUT)):
            again = f"--seats {','.join(names)}"
            raise InvalidInput(
                tr("say again who plays for {name}: {again}", name=brief(name), again=again)
            )
    return names


def usual_seats(game: str, edition: str | None, players: int | None) -> list[str]:
    """You, and a bot of the second level on every other seat."""
    rules = find_game(game)
    chosen = rules.editions[0] if edition is None else edition
    rules.check_edition(chosen)
    if players is None:
        players = rules.player_counts(chosen)[-1]
    rules.check_player_count(chosen, players)
    return [tr("you"), *["clerk"] * (players - 1)]


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
