"""The clocks beside the prompt of a table's page."""

from __future__ import annotations

from typing import Final

import msgspec

from smokestack.presentation.language import tr
from smokestack.server.domain.clocks import SeatTime
from smokestack.server.domain.leaving import MINUTES_PER_HOUR
from smokestack.server.domain.pace import (
    LIVE,
    SECONDS_PER_DAY,
    SECONDS_PER_HOUR,
    SECONDS_PER_MINUTE,
    time_text,
)
from smokestack.server.domain.table import RUNNING, Table
from smokestack.server.domain.views import name_of
from smokestack.server.service.table_service import TableService

LOW_SHARE: Final = 0.1  # of the time at the start, or of a turn


class ShownClock(msgspec.Struct, frozen=True):
    """The time of one seat."""

    seat: int
    name: str
    text: str
    """The time until it runs out, or what else there is to say."""
    seconds: float
    reserve: str
    """What of it is reserve; empty if nothing."""
    runs: bool
    stops_in: float | None
    """Seconds until a night begins."""
    starts_in: float | None
    """Seconds until a night ends."""
    low: bool


class ShownClocks(msgspec.Struct, frozen=True):
    """All clocks of a table, and what the reader can do about a pause."""

    clocks: list[ShownClock]
    paused: bool
    can_pause: bool
    can_resume: bool
    proposed_by: list[str]
    """The names of those who have suggested a pause."""


def shown_clocks(service: TableService, table: Table, guest: str) -> ShownClocks | None:
    """None for a table without a clock."""
    clock = table.clock
    if clock is None:
        return None
    present = [
        number
        for number in table.seats_of(guest)
        if not (table.seats[number].bot or table.seats[number].has_left)
    ]
    is_player = bool(present) and table.status == RUNNING
    agrees = bool(set(present) & set(clock.votes))
    return ShownClocks(
        [
            _shown(table, number, time)
            for number, time in enumerate(service.clocks.seat_times(table))
            if table.seats[number].guest
        ],
        clock.paused,
        is_player and not clock.paused and not agrees and table.people > 1,
        is_player and (clock.paused or agrees),
        [name_of(table.seats[vote]) for vote in clock.votes],
    )


def clock_text(seconds: float) -> str:
    """A time that the page counts down, or words if it is longer than a day."""
    if seconds >= SECONDS_PER_DAY:
        return time_text(seconds)
    minutes, rest = divmod(int(seconds), SECONDS_PER_MINUTE)
    if seconds < SECONDS_PER_HOUR:
        return f"{minutes}:{rest:02}"
    hours, minutes = divmod(minutes, MINUTES_PER_HOUR)
    return f"{hours}:{minutes:02}:{rest:02}"


def _shown(table: Table, number: int, time: SeatTime) -> ShownClock:
    pace = table.pace
    seconds = time.left + time.turn_left
    is_actor = table.actor is not None and table.actor.number == number
    text = tr("time is up") if time.is_out else clock_text(seconds)
    reserve = ""
    if pace.kind != LIVE and not time.is_out:
        if is_actor:
            reserve = time_text(time.left) if time.left and time.turn_left else ""
        else:
            text = tr("reserve {time}", time=time_text(time.left)) if time.left else "–"
    share = seconds / max(1, pace.turn_seconds + pace.seconds)
    return ShownClock(
        number,
        name_of(table.seats[number]),
        text,
        round(seconds, 1),
        reserve,
        time.runs,
        time.stops_in,
        time.starts_in,
        is_actor and share < LOW_SHARE,
    )
