"""The ratings of the levels, measured in the arena; see `ratings.toml`."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

import msgspec


class BotRating(msgspec.Struct, frozen=True):
    """An estimate of strength on openskill's scale, where an average player has 25."""

    mu: float
    sigma: float


class Measurement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The levels of one game and number of players, from one run of the arena."""

    game: str
    players: int
    command: str
    ratings: dict[str, BotRating]


@cache
def measurements() -> list[Measurement]:
    text = files("smokestack.bots").joinpath("ratings.toml").read_text("utf-8")
    return msgspec.convert(tomllib.loads(text)["measured"], list[Measurement])


def bot_ratings(game: str, players: int) -> dict[str, BotRating]:
    """The rating of each level in a game; empty if none was measured."""
    for measured in measurements():
        if (measured.game, measured.players) == (game, players):
            return measured.ratings
    return {}
