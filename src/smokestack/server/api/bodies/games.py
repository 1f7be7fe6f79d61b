"""Bodies about the games and bots of this server."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta


class OptionReply(msgspec.Struct, frozen=True):
    """A rule switch that a table may set."""

    name: str
    text: str
    default: bool | int
    min: Annotated[int | None, Meta(description="For numbers; null for switches.")]
    max: Annotated[int | None, Meta(description="For numbers; null for switches.")]
    editions: Annotated[list[str], Meta(description="The editions in which it makes a difference.")]


class EditionReply(msgspec.Struct, frozen=True):
    """An edition of a game."""

    name: str
    title: str
    text: str
    player_counts: Annotated[
        list[int], Meta(description="Possible numbers of players, the default last.")
    ]
    options: Annotated[
        dict[str, bool | int], Meta(description="The default options of this edition.")
    ]


class GameReply(msgspec.Struct, frozen=True):
    """A game of this server."""

    name: str
    title: str
    summary: str
    rules: Annotated[int, Meta(description="The version of the rules; increases when they change.")]
    editions: Annotated[list[EditionReply], Meta(description="The default first.")]
    options: list[OptionReply]
    decisions: Annotated[list[str], Meta(description="The kinds of decisions that players make.")]
    hidden_hands: Annotated[
        bool, Meta(description="Whether seats have cards that others must not see.")
    ]


class BotReply(msgspec.Struct, frozen=True):
    """A bot that can take a seat."""

    name: str
    title: str
    text: str
