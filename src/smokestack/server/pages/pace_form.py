"""The pace of a table in the form for a new one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from smokestack.server.domain.pace import (
    BOT_PLAYS_ON,
    DAYS,
    DEFAULT_INCREMENT,
    DEFAULT_MINUTES,
    DEFAULT_RESERVE_HOURS,
    DEFAULT_TURN_HOURS,
    INCREMENTS,
    LIVE,
    LIVE_MINUTES,
    RESERVE_HOURS,
    SECONDS_PER_HOUR,
    SECONDS_PER_MINUTE,
    TURN_HOURS,
    UTC_ZONE,
    WITHOUT_CLOCK,
    Night,
    Pace,
    days,
    live,
    make_night,
    time_text,
)
from smokestack.server.http.requests import whole_number

Choices = tuple[tuple[int, ...], int, int, Callable[[float], str]]

PACE_CHOICES: Final[dict[str, Choices]] = {
    "minutes": (LIVE_MINUTES, DEFAULT_MINUTES, SECONDS_PER_MINUTE, time_text),
    "increment": (INCREMENTS, DEFAULT_INCREMENT, 1, time_text),
    "turn-hours": (TURN_HOURS, DEFAULT_TURN_HOURS, SECONDS_PER_HOUR, time_text),
    "reserve-hours": (RESERVE_HOURS, DEFAULT_RESERVE_HOURS, SECONDS_PER_HOUR, time_text),
}
"""For each field: its values, the default, the seconds of its unit, and how to write a time."""


def read_pace(form: Mapping[str, str]) -> Pace:
    """The pace that a form describes; `InvalidAction` if it is not offered."""
    kind = form.get("pace", "")
    on_timeout = form.get("on-timeout", BOT_PLAYS_ON)
    if kind == LIVE:
        return live(_number(form, "minutes"), _number(form, "increment"), on_timeout)
    if kind == DAYS:
        hours, reserve = _number(form, "turn-hours"), _number(form, "reserve-hours")
        return days(hours, reserve, on_timeout, _night(form))
    return WITHOUT_CLOCK


def _number(form: Mapping[str, str], name: str) -> int:
    return whole_number(form.get(name, str(PACE_CHOICES[name][1])))


def _night(form: Mapping[str, str]) -> Night | None:
    start, end = form.get("night-start", ""), form.get("night-end", "")
    if not start or not end:
        return None
    return make_night(whole_number(start), whole_number(end), form.get("zone", "") or UTC_ZONE)
