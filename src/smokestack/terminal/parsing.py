"""Turns values of the command line into those that the engine takes."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import smokestack
from smokestack.bots.registry import check_bot, is_bot, is_program
from smokestack.engine.errors import InvalidInput, brief
from smokestack.engine.game import MAX_NAME_LENGTH as MAX_RECORDED_NAME_LENGTH
from smokestack.engine.game import Game
from smokestack.engine.match import Match
from smokestack.games import find_game
from smokestack.presentation.language import tr

MAX_NAME_LENGTH = 20
CUT = "…"


def parse_options(texts: list[str] | None) -> dict[str, bool | int]:
    """Rule options from `NAME=VALUE` pairs; a value is true, false or a whole number."""
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
    """The players by seat: names of people, and bots with their settings."""
    seats = [seat.strip() for seat in text.split(",")]
    people = [seat for seat in seats if not is_bot(seat)]
    for seat in seats:
        if not seat.isprintable():
            raise InvalidInput(tr("--seats: {seat} can't be shown", seat=brief(seat)))
    for name in people:
        if not 0 < len(name) <= MAX_NAME_LENGTH:
            raise InvalidInput(
                tr(
                    "--seats: {name} must be a name of 1 to {max} characters",
                    name=f"{name!r:.40}",
                    max=MAX_NAME_LENGTH,
                )
            )
    if len(set(people)) < len(people):
        raise InvalidInput(tr("--seats: two people need two names"))
    return seats


def seat_names(seats: list[str]) -> list[str]:
    """The names in the record; long names of bots are cut."""
    longest = MAX_RECORDED_NAME_LENGTH
    return [seat if len(seat) <= longest else seat[: longest - len(CUT)] + CUT for seat in seats]


def recorded_seats(names: list[str]) -> list[str]:
    """The players of a record, to continue it.

    A record can come from anywhere, so it must not start a program; `--seats` can.
    """
    for name in names:
        if is_program(name) or (is_bot(name) and name.endswith(CUT)):
            again = f"--seats {','.join(names)}"
            raise InvalidInput(
                tr(
                    "name the bot or person for {name} again: {again}",
                    name=brief(name),
                    again=again,
                )
            )
    return names


def default_seats(game: str, edition: str | None, players: int | None) -> list[str]:
    """You, and a bot of the second level on every other seat."""
    rules = find_game(game)
    chosen = rules.editions[0] if edition is None else edition
    rules.check_edition(chosen)
    if players is None:
        players = rules.player_counts(chosen)[-1]
    rules.check_player_count(chosen, players)
    return [tr("you"), *["clerk"] * (players - 1)]


def parse_bots(text: str, game: Game, seats: int) -> list[str]:
    """A bot for every seat; a single name fills all seats."""
    names = [name.strip() for name in text.split(",")]
    for name in names:
        check_bot(name, game)
    if len(names) == 1:
        return names * seats
    if len(names) != seats:
        raise InvalidInput(f"--bots: {len(names)} bots for {seats} seats")
    return names


def parse_pool(text: str) -> list[str]:
    """The bots of an arena; the plan checks their names."""
    return [name.strip() for name in text.split(",")]


def complete_ray(words: list[str]) -> list[str]:
    """Turn `--ray` without an address into `--ray=local`; Typer has no optional values."""
    return [
        "--ray=local" if word == "--ray" and following.startswith("-") else word
        for word, following in pairwise([*words, "-"])
    ]


def new_match(
    game: str,
    seed: int,
    players: int | None,
    edition: str | None,
    tiles: Path | None,
    option: list[str] | None,
) -> Match:
    """A new game from the options of a command."""
    if players is not None and players < 1:
        raise InvalidInput("--players must be at least 1")
    return smokestack.new_game(
        game,
        seed=seed,
        players=players,
        edition=edition,
        options=parse_options(option),
        tiles=tiles,
    )
