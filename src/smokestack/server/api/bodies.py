"""What programs send, in addresses and bodies, and the limits within which it is understood."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar.params import FromPath, FromQuery, QueryParameter
from msgspec import Meta

from smokestack.server.names import MOST_NAME, MOST_SAYING

MOST_NUMBER = 2**31 - 1
MOST_SEATS = 4

TableId = FromPath[
    Annotated[
        str,
        Meta(
            description="The id of a table. Whoever knows it may watch.",
            pattern=r"^[A-Za-z0-9_-]{1,32}$",
            examples=["Qm3vZ1f8Jx0aTn2c"],
        ),
    ]
]
SeatNumber = Annotated[
    int, Meta(ge=0, lt=MOST_SEATS, description="A seat; the first to play is 0.")
]
SeatInPath = FromPath[SeatNumber]
AskedSeat = FromQuery[SeatNumber | None]
FirstDeed = Annotated[
    int,
    Meta(ge=1, le=MOST_NUMBER, description="The number of the first to tell of."),
    QueryParameter(ge=1, le=MOST_NUMBER),
]
Version = Annotated[
    int,
    Meta(
        ge=0,
        le=MOST_NUMBER,
        description="The `version` of the table that you have seen. If the game has moved on, "
        "nothing happens and the answer is a `stale` problem with the table as it stands.",
    ),
]
Key = Annotated[
    str,
    Meta(
        pattern=r"^[A-Za-z0-9_-]{8,64}$",
        description="Something that you have not sent to this table before, as a UUID. Sent again "
        "with the same key, a request is answered and does nothing: safe to repeat when no answer "
        "came.",
        examples=["3f8a9c1e-6d2b-4f57-9a0e-1c2d3e4f5a6b"],
    ),
]
Name = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=MOST_NAME,
        description="What the others see; a number is added if somebody at the table has it.",
        examples=["Ann"],
    ),
]
SeatToken = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=100,
        description="The secret of a seat: the last part of an invitation's link.",
    ),
]
Bot = Annotated[str, Meta(max_length=40, description="A bot by name, see `/bots`.")]


class NewTableBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table to be set up."""

    game: Annotated[str, Meta(max_length=40, description="A game by name, see `/games`.")]
    seats: Annotated[
        list[
            Annotated[
                str,
                Meta(
                    max_length=60,
                    description="`me`; `link`, for whoever has the seat's token; `here:NAME`, a "
                    "second person whom you answer for; or a bot by name.",
                ),
            ]
        ],
        Meta(
            min_length=1,
            max_length=MOST_SEATS,
            description="Who plays, as many as the edition allows.",
            examples=[["me", "clerk"]],
        ),
    ]
    name: Name
    edition: Annotated[
        str, Meta(max_length=40, description="An edition by name; empty for the usual one.")
    ] = ""
    options: Annotated[
        dict[
            Annotated[str, Meta(max_length=60)],
            bool | Annotated[int, Meta(ge=-MOST_NUMBER, le=MOST_NUMBER)],
        ],
        Meta(
            max_length=40,
            description="Rulings that differ from the edition's, see `/games`.",
        ),
    ] = {}
    first: Annotated[
        int,
        Meta(
            ge=-1,
            lt=MOST_SEATS,
            description="The index in `seats` of who plays first; -1 leaves it to chance.",
        ),
    ] = -1
    open: Annotated[bool, Meta(description="List it, for anybody to join a `link` seat.")] = False


class AnswerBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An answer to the standing question."""

    version: Version
    key: Key
    answer: Annotated[
        str,
        Meta(
            min_length=1,
            max_length=200,
            description="One of the `choices`, in notation.",
            examples=["move 2"],
        ),
    ]
    seat: Annotated[
        SeatNumber | None,
        Meta(description="For which of your seats; null for whichever must answer."),
    ] = None


class UndoBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Take your last answer back."""

    version: Version
    key: Key


class ChatBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of chat."""

    text: Annotated[str, Meta(min_length=1, max_length=MOST_SAYING)]
    name: Annotated[
        str,
        Meta(
            max_length=MOST_NAME,
            description="For those who only watch; seats speak under their own.",
        ),
    ] = ""


class NameBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What you want to be called."""

    name: Name


class SeatTokenBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An invitation to be looked at."""

    seat_token: SeatToken


class TakeSeatBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An invitation to be taken up."""

    seat_token: SeatToken
    name: Name


class StandInBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bot that you want for a seat that keeps everybody waiting."""

    bot: Bot


class PlayOnBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A finished game to be taken up again, against bots."""

    after: Annotated[
        int, Meta(ge=0, le=MOST_NUMBER, description="How many answers of the game to keep.")
    ]
    seat: SeatNumber
    bot: Bot
    name: Name
