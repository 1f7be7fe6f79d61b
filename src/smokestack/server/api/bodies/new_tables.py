"""Bodies of requests that create a table or find one to join."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from smokestack.server.api.bodies.fields import (
    MAX_NUMBER,
    MAX_SEATS,
    Bot,
    EditionName,
    GameName,
    Name,
    RequestBody,
    SeatNumber,
)
from smokestack.server.api.bodies.pace import PaceBody

AbsenceMinutes = Literal[15, 60, 360, 1440, 4320, 10080, 0]  # `leaving.ABSENCE_CHOICES`


class NewTableBody(RequestBody, frozen=True):
    """A table to create."""

    game: GameName
    seats: Annotated[
        list[
            Annotated[
                str,
                Meta(
                    max_length=60,
                    description="`me`; `link`, a free seat that is taken with its token; "
                    "`here:NAME`, another player for whom you answer; or the name of a bot.",
                ),
            ]
        ],
        Meta(
            min_length=1,
            max_length=MAX_SEATS,
            description="The players, as many as the edition allows.",
            examples=[["me", "clerk"]],
        ),
    ]
    name: Name
    edition: EditionName = ""
    options: Annotated[
        dict[
            Annotated[str, Meta(max_length=60)],
            bool | Annotated[int, Meta(ge=-MAX_NUMBER, le=MAX_NUMBER)],
        ],
        Meta(
            max_length=40,
            description="Options that differ from those of the edition, see `/games`.",
        ),
    ] = msgspec.field(default_factory=dict)
    first: Annotated[
        int,
        Meta(
            ge=-1,
            lt=MAX_SEATS,
            description="The index in `seats` of the first player; -1 draws it by lot. Without "
            "effect in editions that draw the whole order.",
        ),
    ] = -1
    open: Annotated[
        bool, Meta(description="List the table, so that anyone may take a `link` seat.")
    ] = False
    hints: Annotated[
        bool | None,
        Meta(
            description="Whether players may ask for hints, which everybody at the table sees. "
            "Null: only if a single person plays."
        ),
    ] = None
    absence_minutes: Annotated[
        AbsenceMinutes,
        Meta(
            description="How long the others wait for an answer before they may let a bot take "
            "over; 0: they never may. Without effect at a table with a clock."
        ),
    ] = 1440
    pace: PaceBody = PaceBody()
    rated: Annotated[
        bool,
        Meta(
            description="The result changes the ratings of the players, who all need an account. "
            "Needs a clock, no hints, the usual options and a first player who is drawn; either "
            "people only, or one person against bots."
        ),
    ] = False


class QuickMatchBody(RequestBody, frozen=True):
    """The game that you want to play with other people."""

    game: Annotated[str, Meta(max_length=40, description="The name of a game.")]
    name: Name
    pace: Literal["none", "live", "days"] = "live"
    rated: bool = False


class PlayOnBody(RequestBody, frozen=True):
    """A finished game to continue against bots."""

    after: Annotated[
        int, Meta(ge=0, le=MAX_NUMBER, description="The number of answers of the game to keep.")
    ]
    seat: SeatNumber
    bot: Bot
    name: Name
