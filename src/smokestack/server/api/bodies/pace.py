"""Bodies about the time that players have."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from smokestack.server.api.bodies.fields import RequestBody


class NightReply(msgspec.Struct, frozen=True):
    """Hours of the day in which no clock runs."""

    start: int
    end: int
    zone: str


class PaceReply(msgspec.Struct, frozen=True):
    """How much time players have; see the request to create a table."""

    kind: Literal["none", "live", "days"]
    seconds: Annotated[
        int, Meta(description="What each seat has at the start; if `days`, its reserve.")
    ]
    increment_seconds: int
    turn_seconds: Annotated[int, Meta(description="Time for each turn besides `seconds`.")]
    on_timeout: Literal["bot", "resign"]
    night: NightReply | None


class SeatClockReply(msgspec.Struct, frozen=True):
    """The time of a seat when the response was made."""

    seconds_left: Annotated[
        float, Meta(description="For the rest of the game; if the pace is `days`, the reserve.")
    ]
    turn_seconds_left: Annotated[
        float, Meta(description="Of the current turn, before `seconds_left` is used.")
    ]
    runs: Annotated[
        bool, Meta(description="Time passes: not for others, in a night, or in a pause.")
    ]
    timed_out: bool


class NightBody(RequestBody, frozen=True):
    """Hours of the day in which no clock runs; it may span midnight. At most 16 hours."""

    start: Annotated[int, Meta(ge=0, le=23, description="The hour at which it begins.")]
    end: Annotated[int, Meta(ge=0, le=23, description="The hour at which it ends.")]
    zone: Annotated[
        str,
        Meta(
            max_length=40,
            description="A time zone of the IANA database.",
            examples=["Europe/Berlin"],
        ),
    ] = "UTC"


class PaceBody(RequestBody, frozen=True):
    """How much time players have."""

    kind: Annotated[
        Literal["none", "live", "days"],
        Meta(
            description="`none`: no clock. `live`: minutes for each seat plus an increment. "
            "`days`: hours for each turn plus a reserve."
        ),
    ] = "none"
    minutes: Annotated[
        Literal[5, 10, 15, 20, 30, 45, 60, 90, 120, 180],  # `pace.LIVE_MINUTES`
        Meta(description="If live: for each seat."),
    ] = 30
    increment_seconds: Annotated[
        Literal[0, 5, 10, 15, 30, 60],  # `pace.INCREMENTS`
        Meta(description="If live: what a seat gains with each turn."),
    ] = 0
    turn_hours: Annotated[
        Literal[8, 12, 24, 48, 72, 168],  # `pace.TURN_HOURS`
        Meta(description="If days: for each turn."),
    ] = 24
    reserve_hours: Annotated[
        Literal[0, 12, 24, 72, 168, 336],  # `pace.RESERVE_HOURS`
        Meta(description="If days: for the whole game, used when a turn takes longer."),
    ] = 72
    on_timeout: Annotated[
        Literal["bot", "resign"],
        Meta(
            description="What happens when the time of a seat runs out: a bot plays on for it, or "
            "it resigns. Where others play on, a bot takes over a seat that has resigned."
        ),
    ] = "bot"
    night: Annotated[NightBody | None, Meta(description="If days; null: clocks run all day.")] = (
        None
    )
