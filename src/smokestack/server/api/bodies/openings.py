"""Bodies about the openings explorer."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar.params import FromQuery
from msgspec import Meta

from smokestack.analysis.openings import MAX_LINE_LENGTH


class OpeningCount(msgspec.Struct, frozen=True):
    """How often a move was chosen, and how these games ended for its player."""

    games: int
    wins: Annotated[float, Meta(description="Shared wins count as shares.")]
    points: Annotated[float, Meta(description="On average.")]


class OpeningChoiceReply(msgspec.Struct, frozen=True):
    """A move that was chosen after a line of openings."""

    move: Annotated[str, Meta(description="To be appended to `line`, after a slash.")]
    text: Annotated[str, Meta(description="The move in words.")]
    bot: Annotated[
        OpeningCount | None, Meta(description="By the strongest bot; null if it never did.")
    ]
    server: Annotated[
        OpeningCount | None,
        Meta(description="In finished games of this server; null if nobody did."),
    ]


class OpeningsReply(msgspec.Struct, frozen=True):
    """What was chosen after the first moves of a player, the most frequent first."""

    game: str
    edition: str
    players: int
    line: str
    choices: list[OpeningChoiceReply]


LineInQuery = FromQuery[
    Annotated[
        str,
        Meta(
            max_length=MAX_LINE_LENGTH,
            description="The player's own moves so far, with slashes between them.",
        ),
    ]
]
