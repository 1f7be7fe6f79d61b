"""Fields and parameters that several requests have, with their limits."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from litestar.params import FromPath, FromQuery, PathParameter, QueryParameter
from msgspec import Meta

from smokestack.server.domain.names import MAX_NAME_LENGTH


class RequestBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of a request; fields that it does not have are an error."""


Against = Literal["people", "bots"]

MAX_NUMBER = 2**31 - 1
MAX_SEATS = 4

TableId = FromPath[
    Annotated[
        str,
        Meta(
            description="The id of a table. Anyone who knows it may watch.",
            pattern=r"^[A-Za-z0-9_-]{1,32}$",
            examples=["Qm3vZ1f8Jx0aTn2c"],
        ),
    ]
]
SeatNumber = Annotated[
    int, Meta(ge=0, lt=MAX_SEATS, description="The number of a seat; seat 0 plays first.")
]
SeatInPath = FromPath[SeatNumber]
MuteNumber = Annotated[
    int,
    Meta(ge=1, le=MAX_NUMBER, description="The number of a muted author."),
    PathParameter(ge=1, le=MAX_NUMBER),
]
PasskeyNumber = Annotated[
    int,
    Meta(ge=1, le=MAX_NUMBER, description="The number of a passkey."),
    PathParameter(ge=1, le=MAX_NUMBER),
]
MessageNumber = Annotated[
    int, Meta(ge=0, le=MAX_NUMBER, description="The number of a chat message.")
]
SeatInQuery = FromQuery[SeatNumber | None]
FirstEntry = Annotated[
    int,
    Meta(ge=1, le=MAX_NUMBER, description="The number of the first entry to return."),
    QueryParameter(ge=1, le=MAX_NUMBER),
]
Version = Annotated[
    int,
    Meta(
        ge=0,
        le=MAX_NUMBER,
        description="The `version` of the table that your request is based on. If the game has "
        "changed since, the request is declined with a `version-conflict` problem that contains "
        "the current table.",
    ),
]
Key = Annotated[
    str,
    Meta(
        pattern=r"^[A-Za-z0-9_-]{8,64}$",
        description="An idempotency key of your choice, such as a UUID, new for each request to "
        "this table. Repeating a request with the same key has no further effect, so it is safe "
        "to retry when no response arrived.",
        examples=["3f8a9c1e-6d2b-4f57-9a0e-1c2d3e4f5a6b"],
    ),
]
Name = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=MAX_NAME_LENGTH,
        description="The name that others see; a number is added if it is taken at the table.",
        examples=["Ann"],
    ),
]
SeatToken = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=100,
        description="The secret token of a seat: the last part of its invitation link, or of its "
        "private link once it is taken.",
    ),
]
GameName = Annotated[str, Meta(max_length=40, description="The name of a game, see `/games`.")]
EditionName = Annotated[
    str, Meta(max_length=40, description="The name of an edition; empty for the default.")
]
Bot = Annotated[str, Meta(max_length=40, description="The name of a bot, see `/bots`.")]

AccountName = FromPath[
    Annotated[str, Meta(min_length=1, max_length=100, description="The name of an account.")]
]

GameInQuery = FromQuery[Annotated[str, Meta(max_length=40, description="The name of a game.")]]
PlayersInQuery = Annotated[
    int,
    Meta(ge=2, le=MAX_SEATS, description="The number of players."),
    QueryParameter(ge=2, le=MAX_SEATS),
]
EditionInQuery = FromQuery[
    Annotated[str, Meta(max_length=40, description="The name of an edition of the game.")]
]
AgainstInQuery = FromQuery[
    Annotated[
        Literal["people", "bots"],
        Meta(description="The list of games among people, or of one person against bots."),
    ]
]


class NameBody(RequestBody, frozen=True):
    """Your name."""

    name: Name
