"""The pace of a table or tournament in requests and responses."""

from __future__ import annotations

from typing import Any, cast

from smokestack.server.api.bodies.pace import NightReply, PaceBody, PaceReply
from smokestack.server.domain.pace import (
    DAYS,
    LIVE,
    WITHOUT_CLOCK,
    Pace,
    days,
    live,
    make_night,
)


def read_pace(body: PaceBody) -> Pace:
    if body.kind == LIVE:
        return live(body.minutes, body.increment_seconds, body.on_timeout)
    if body.kind == DAYS:
        asked = body.night
        night = None if asked is None else make_night(asked.start, asked.end, asked.zone)
        return days(body.turn_hours, body.reserve_hours, body.on_timeout, night)
    return WITHOUT_CLOCK


def serialize_pace(pace: Pace) -> PaceReply:
    night = pace.night
    return PaceReply(
        cast("Any", pace.kind),
        pace.seconds,
        pace.increment,
        pace.turn_seconds,
        cast("Any", pace.on_timeout),
        None if night is None else NightReply(night.start, night.end, night.zone),
    )
