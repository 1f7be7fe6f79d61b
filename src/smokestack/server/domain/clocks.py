"""The clocks of a table: how much time each seat has, and whose time runs.

All times are read from what is stored with the table, so every process computes the same. No time
passes in nights and pauses that were agreed on, and while no server ran.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from heapq import merge
from typing import Final

import msgspec
from msgspec.structs import replace

from smokestack.presentation.language import tr
from smokestack.server.domain.announcements import (
    CLOCK_PAUSED,
    CLOCK_RESUMED,
    PAUSE_PROPOSED,
    TIMED_OUT,
    announce,
)
from smokestack.server.domain.errors import InvalidAction, NotYourSeat
from smokestack.server.domain.pace import SEAT_RESIGNS, TIMEOUT_BOT, Pace
from smokestack.server.domain.table import (
    RESIGNED,
    RUNNING,
    ClockState,
    RunningClock,
    Seat,
    Table,
)

MIN_SECONDS_AFTER_UNDO: Final = 10.0

Interval = tuple[datetime, datetime]
Intervals = Sequence[Interval]


class SeatTime(msgspec.Struct, frozen=True):
    """The time of a seat at one moment."""

    left: float
    """Seconds for the rest of the game, or the reserve."""
    turn_left: float
    """Seconds of the current turn that don't come out of `left`."""
    runs: bool
    stops_in: float | None = None
    """Seconds until a night begins, if one begins before the time is over."""
    is_out: bool = False
    """It ran out."""
    starts_in: float | None = None
    """Seconds until a night ends, if the time stands still because of it."""


def new_clock(pace: Pace, seats: int) -> ClockState | None:
    return ClockState((float(pace.seconds),) * seats) if pace.has_clock else None


def settle(table: Table, now: datetime, downtimes: Intervals) -> None:
    """Stop and start clocks after any change of a table; must be called with each."""
    clock = table.clock
    if clock is None:
        return
    actor = _seat_with_time(table)
    running = clock.running
    if running is not None and actor is not None and _is_same_turn(running, table, actor):
        pass
    elif (undone := _undone_turn(clock, table, actor)) is not None:
        resumed = _resume(table.pace, clock, undone, now, downtimes)
        clock = replace(clock, left=undone.left, running=resumed, previous=None)
    else:
        if running is not None:
            used = _used(table.pace, clock, running, now, downtimes)
            left = _left_after(table.pace, clock.left, running.seat, used)
            ended = replace(running, used=used, since=now)
            clock = replace(clock, left=left, running=None, previous=ended)
        if actor is not None:
            answers = len(table.answer_log)
            new = RunningClock(actor.number, _turn(table), answers, now, clock.left)
            clock = replace(clock, running=new)
    if table.finished:
        clock = replace(clock, running=None, previous=None, paused=False, votes=())
    table.clock = replace(clock, due=_due(table.pace, clock, downtimes))


def time_out(table: Table, now: datetime, downtimes: Intervals) -> None:
    """Let a bot play for the seat whose time has run out, or let it resign; else do nothing."""
    clock, actor = table.clock, _seat_with_time(table)
    if clock is None or clock.running is None or actor is None or clock.paused:
        return
    due = _due(table.pace, clock, downtimes)
    if actor.number != clock.running.seat or due is None or now < due:
        return
    table.clock = replace(clock, timed_out=(*clock.timed_out, actor.number))
    others = [seat for seat in table.seats if seat is not actor and _is_playing(seat)]
    announce(table, TIMED_OUT, now, actor.number, detail=table.pace.on_timeout)
    if table.pace.on_timeout == SEAT_RESIGNS and len(others) <= 1:
        table.status = RESIGNED
        table.resigned = actor.number
        table.version += 1
        return
    actor.has_left = table.pace.on_timeout == SEAT_RESIGNS
    actor.bot = TIMEOUT_BOT


def next_due(table: Table, downtimes: Intervals) -> datetime | None:
    """When the time of the running clock will be over; None if none runs."""
    return None if table.clock is None else _due(table.pace, table.clock, downtimes)


def is_timed_out(table: Table, seat: int) -> bool:
    return table.clock is not None and seat in table.clock.timed_out


def seat_times(table: Table, now: datetime, downtimes: Intervals) -> list[SeatTime]:
    """The time of each seat; empty for a table without a clock."""
    clock = table.clock
    if clock is None:
        return []
    times = [
        SeatTime(left, 0.0, False, is_out=number in clock.timed_out)
        for number, left in enumerate(clock.left)
    ]
    running = clock.running
    if running is None:
        return times
    used = _used(table.pace, clock, running, now, downtimes)
    turn_left = max(0.0, table.pace.turn_seconds - used)
    left = max(0.0, clock.left[running.seat] - max(0.0, used - table.pace.turn_seconds))
    stops_in = starts_in = None
    runs = not clock.paused
    if table.pace.night is not None:
        nights = table.pace.night.intervals(now)
        start, end = next(nights)
        if start <= now:
            starts_in = (end - now).total_seconds() if runs else None
            runs = False
            start, _ = next(nights)
        stops_in = (start - now).total_seconds()
    times[running.seat] = SeatTime(left, turn_left, runs, stops_in, starts_in=starts_in)
    return times


def vote_for_pause(table: Table, guest: str, now: datetime, downtimes: Intervals) -> None:
    """Agree to a pause; clocks stop once all present players have."""
    clock = _clock_of_player(table, guest)
    if clock.paused:
        return
    voters = {seat.number for seat in table.seats if seat.guest and not (seat.has_left or seat.bot)}
    own = voters.intersection(table.seats_of(guest))
    if not own:
        raise InvalidAction(tr("You left this table. Return to keep playing."))
    votes = tuple(sorted(voters.intersection({*clock.votes, *own})))
    if set(votes) == voters:
        running = clock.running
        if running is not None:
            used = _used(table.pace, clock, running, now, downtimes)
            running = replace(running, used=used, since=now)
        table.clock = replace(clock, votes=votes, paused=True, running=running)
        announce(table, CLOCK_PAUSED, now)
    elif votes != clock.votes:
        table.clock = replace(clock, votes=votes)
        announce(table, PAUSE_PROPOSED, now, min(own))


def end_pause(table: Table, guest: str, now: datetime) -> None:
    """Let clocks run again, or withdraw an agreement to a pause; any player may."""
    clock = _clock_of_player(table, guest)
    own = table.seats_of(guest)
    if clock.paused:
        running = clock.running and replace(clock.running, since=now)
        table.clock = replace(clock, votes=(), paused=False, running=running)
        announce(table, CLOCK_RESUMED, now, own[0])
    else:
        kept = tuple(vote for vote in clock.votes if vote not in own)
        table.clock = replace(clock, votes=kept)


def elapsed(since: datetime, now: datetime, stops: Iterable[Interval]) -> float:
    """Seconds from `since` to `now` without the time within `stops`, which are sorted."""
    total = max(0.0, (now - since).total_seconds())
    covered = since
    for start, end in stops:
        if start >= now:
            break
        begin, finish = max(start, covered), min(end, now)
        if finish > begin:
            total -= (finish - begin).total_seconds()
            covered = finish
    return max(0.0, total)


def moment_after(since: datetime, seconds: float, stops: Iterable[Interval]) -> datetime:
    """When so many seconds have passed that are not within `stops`, which are sorted."""
    moment = since
    for start, end in stops:
        if end <= moment:
            continue
        free = (start - moment).total_seconds()
        if free >= seconds:
            break
        seconds -= max(0.0, free)
        moment = end
    return moment + timedelta(seconds=max(0.0, seconds))


def _seat_with_time(table: Table) -> Seat | None:
    """The seat whose clock must run: that of a person who must answer."""
    actor = table.actor
    return None if actor is None or actor.bot or not actor.guest else actor


def _is_same_turn(running: RunningClock, table: Table, actor: Seat) -> bool:
    return (
        running.seat == actor.number
        and running.turn == _turn(table)
        and running.answers <= len(table.answer_log)
    )


def _undone_turn(clock: ClockState, table: Table, actor: Seat | None) -> RunningClock | None:
    """The turn before, if answers were taken back so that it goes on."""
    previous = clock.previous
    if previous is None or actor is None or not _is_same_turn(previous, table, actor):
        return None
    return previous


def _resume(
    pace: Pace, clock: ClockState, turn: RunningClock, now: datetime, downtimes: Intervals
) -> RunningClock:
    """The time since the turn ended is charged to the player who goes on with it.

    Some of it is left, so that taking something back does not lose the game.
    """
    allowed = pace.turn_seconds + turn.left[turn.seat]
    spared = max(turn.used, allowed - MIN_SECONDS_AFTER_UNDO)
    return replace(turn, used=min(_used(pace, clock, turn, now, downtimes), spared), since=now)


def _turn(table: Table) -> int:
    return int(table.match.state.turn)


def _is_playing(seat: Seat) -> bool:
    return bool(seat.bot) or not seat.has_left


def _used(
    pace: Pace, clock: ClockState, running: RunningClock, now: datetime, downtimes: Intervals
) -> float:
    """Seconds of a turn that have passed."""
    if clock.paused:
        return running.used
    return running.used + elapsed(running.since, now, _stops(pace, running.since, downtimes))


def _left_after(pace: Pace, left: tuple[float, ...], seat: int, used: float) -> tuple[float, ...]:
    """What all seats have left when a seat ends its turn after `used` seconds."""
    own = max(0.0, left[seat] - max(0.0, used - pace.turn_seconds)) + pace.increment
    return (*left[:seat], own, *left[seat + 1 :])


def _due(pace: Pace, clock: ClockState, downtimes: Intervals) -> datetime | None:
    """When the time of the running clock will be over, as far as is known now."""
    running = clock.running
    if running is None or clock.paused:
        return None
    seconds = max(0.0, pace.turn_seconds + clock.left[running.seat] - running.used)
    return moment_after(running.since, seconds, _stops(pace, running.since, downtimes))


def _stops(pace: Pace, first: datetime, downtimes: Intervals) -> Iterator[Interval]:
    """Downtimes and nights from `first` on, by their begin; the nights never end."""
    known = sorted(interval for interval in downtimes if interval[1] > first)
    nights: Iterable[Interval] = () if pace.night is None else pace.night.intervals(first)
    return merge(known, nights)


def _clock_of_player(table: Table, guest: str) -> ClockState:
    if not table.seats_of(guest):
        raise NotYourSeat(tr("You have no seat at this table."))
    if table.clock is None:
        raise InvalidAction(tr("This table has no clock."))
    if table.status != RUNNING:
        raise InvalidAction(tr("The game is not running."))
    return table.clock
