"""The pace of a table: how much time its players have, agreed before the game."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, time, timedelta
from functools import cache
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

import msgspec

from smokestack.presentation.language import tr, trn
from smokestack.server.domain.errors import InvalidAction

NO_CLOCK: Final = "none"
LIVE: Final = "live"
DAYS: Final = "days"

BOT_PLAYS_ON: Final = "bot"
SEAT_RESIGNS: Final = "resign"
TIMEOUT_BOT: Final = "clerk"
"""The bot that plays for a seat whose time has run out."""

SECONDS_PER_MINUTE: Final = 60
SECONDS_PER_HOUR: Final = 60 * SECONDS_PER_MINUTE
SECONDS_PER_DAY: Final = 24 * SECONDS_PER_HOUR

LIVE_MINUTES: Final = (5, 10, 15, 20, 30, 45, 60, 90, 120, 180)
INCREMENTS: Final = (0, 5, 10, 15, 30, 60)
"""Seconds that a seat gains with each turn."""
TURN_HOURS: Final = (8, 12, 24, 48, 72, 168)
RESERVE_HOURS: Final = (0, 12, 24, 72, 168, 336)
UTC_ZONE: Final = "UTC"

DEFAULT_MINUTES: Final = 30
DEFAULT_INCREMENT: Final = 10
DEFAULT_TURN_HOURS: Final = 24
DEFAULT_RESERVE_HOURS: Final = 72


class Night(msgspec.Struct, frozen=True):
    """Hours of the day in which no clock runs; it may span midnight."""

    start: int
    end: int
    zone: str = UTC_ZONE

    def intervals(self, first: datetime) -> Iterator[tuple[datetime, datetime]]:
        """The nights from `first` on, beginning with one that lasts then; there is no last one.

        In UTC: Python subtracts two times of the same other zone as if no clock was ever changed.
        """
        zone = ZoneInfo(self.zone)
        day = first.astimezone(zone).date() - timedelta(days=1)
        while True:
            next_day = day + timedelta(days=1)
            last_day = day if self.end > self.start else next_day
            begin = datetime.combine(day, time(self.start), zone).astimezone(UTC)
            end = datetime.combine(last_day, time(self.end), zone).astimezone(UTC)
            # A night within the hour that is skipped in spring is empty.
            if end > max(begin, first):
                yield begin, end
            day = next_day


class Pace(msgspec.Struct, frozen=True):
    kind: str = NO_CLOCK
    seconds: int = 0
    """What each seat has for the whole game: all its time if live, else its reserve."""
    increment: int = 0
    """Seconds that a seat gains with each turn."""
    turn_seconds: int = 0
    """Time for each turn that does not come out of `seconds`."""
    on_timeout: str = BOT_PLAYS_ON
    night: Night | None = None

    @property
    def has_clock(self) -> bool:
        return self.kind != NO_CLOCK


WITHOUT_CLOCK: Final = Pace()


def live(minutes: int, increment: int, on_timeout: str = BOT_PLAYS_ON) -> Pace:
    """Minutes for each seat plus an increment; `InvalidAction` if that is not offered."""
    if minutes not in LIVE_MINUTES or increment not in INCREMENTS:
        raise _not_offered()
    return Pace(LIVE, minutes * SECONDS_PER_MINUTE, increment, on_timeout=_checked(on_timeout))


def days(
    turn_hours: int, reserve_hours: int, on_timeout: str = BOT_PLAYS_ON, night: Night | None = None
) -> Pace:
    """Hours for each turn plus a reserve; `InvalidAction` if that is not offered."""
    if turn_hours not in TURN_HOURS or reserve_hours not in RESERVE_HOURS:
        raise _not_offered()
    return Pace(
        DAYS,
        reserve_hours * SECONDS_PER_HOUR,
        turn_seconds=turn_hours * SECONDS_PER_HOUR,
        on_timeout=_checked(on_timeout),
        night=night,
    )


def usual_pace(kind: str) -> Pace:
    """The pace that is offered first for a kind of clock; `InvalidAction` if there is none."""
    if kind == LIVE:
        return live(DEFAULT_MINUTES, DEFAULT_INCREMENT)
    if kind == DAYS:
        return days(DEFAULT_TURN_HOURS, DEFAULT_RESERVE_HOURS)
    if kind == NO_CLOCK:
        return WITHOUT_CLOCK
    raise _not_offered()


def make_night(start: int, end: int, zone: str) -> Night:
    """A night; `InvalidAction` unless it has one to sixteen hours."""
    if not (0 <= start < 24 and 0 <= end < 24 and 1 <= (end - start) % 24 <= 16):
        raise InvalidAction(tr("A night has 1 to 16 hours."))
    if not is_zone(zone):
        raise InvalidAction(tr("There is no such time zone."))
    return Night(start, end, zone)


def is_zone(name: str) -> bool:
    return name == UTC_ZONE or name in _zones()


def pace_sentences(pace: Pace) -> list[str]:
    """What was agreed, for everybody to read before the game."""
    if pace.kind == NO_CLOCK:
        return []
    if pace.kind == LIVE:
        lines = [tr("Clock: {time} for each player.", time=time_text(pace.seconds))]
        if pace.increment:
            lines = [
                tr(
                    "Clock: {time} for each player, and {increment} more with each turn.",
                    time=time_text(pace.seconds),
                    increment=time_text(pace.increment),
                )
            ]
    else:
        lines = [tr("Clock: {time} for each turn.", time=time_text(pace.turn_seconds))]
        if pace.seconds:
            lines = [
                tr(
                    "Clock: {time} for each turn, and a reserve of {reserve} for the game.",
                    time=time_text(pace.turn_seconds),
                    reserve=time_text(pace.seconds),
                )
            ]
    if pace.night is not None:
        lines.append(
            tr(
                "No clock runs from {start}:00 to {end}:00 ({zone}).",
                start=pace.night.start,
                end=pace.night.end,
                zone=pace.night.zone,
            )
        )
    if pace.on_timeout == SEAT_RESIGNS:
        lines.append(tr("A player whose time runs out resigns."))
    else:
        lines.append(tr("If a player's time runs out, a bot plays on."))
    return lines


def time_text(seconds: float) -> str:
    """A length of time in words, in its two largest units."""
    whole = max(0, int(seconds))
    if whole and whole % SECONDS_PER_DAY == 0:
        return trn("{n} day", "{n} days", whole // SECONDS_PER_DAY)
    if whole >= 2 * SECONDS_PER_DAY:
        hours = whole % SECONDS_PER_DAY // SECONDS_PER_HOUR
        text = trn("{n} day", "{n} days", whole // SECONDS_PER_DAY)
        return f"{text} {trn('{n} hour', '{n} hours', hours)}" if hours else text
    if whole >= SECONDS_PER_HOUR:
        minutes = whole % SECONDS_PER_HOUR // SECONDS_PER_MINUTE
        text = trn("{n} hour", "{n} hours", whole // SECONDS_PER_HOUR)
        return f"{text} {trn('{n} minute', '{n} minutes', minutes)}" if minutes else text
    if whole >= SECONDS_PER_MINUTE and whole % SECONDS_PER_MINUTE == 0:
        return trn("{n} minute", "{n} minutes", whole // SECONDS_PER_MINUTE)
    if whole >= SECONDS_PER_MINUTE:
        return f"{whole // SECONDS_PER_MINUTE}:{whole % SECONDS_PER_MINUTE:02}"
    return trn("{n} second", "{n} seconds", whole)


@cache
def _zones() -> frozenset[str]:
    return frozenset(available_timezones())


def _checked(on_timeout: str) -> str:
    if on_timeout not in (BOT_PLAYS_ON, SEAT_RESIGNS):
        raise _not_offered()
    return on_timeout


def _not_offered() -> InvalidAction:
    return InvalidAction(tr("There is no such pace."))
