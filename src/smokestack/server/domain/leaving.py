"""Resigning, leaving, letting a bot take over, and returning."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from smokestack.bots.registry import levels
from smokestack.presentation.language import tr
from smokestack.server.domain.announcements import (
    BOT_TOOK_OVER,
    CLOSED_BY_HOST,
    LEFT,
    RETURNED,
    announce,
)
from smokestack.server.domain.clocks import Intervals, is_timed_out, moment_after
from smokestack.server.domain.errors import InvalidAction, NotYourSeat
from smokestack.server.domain.pace import TIMEOUT_BOT
from smokestack.server.domain.seats import find_seat, own_seat, vacate
from smokestack.server.domain.table import CLOSED, RESIGNED, RUNNING, WAITING, Seat, Table
from smokestack.server.domain.tokens import TokenSigner
from smokestack.server.domain.turns import check_running

MINUTES_PER_HOUR: Final = 60
MINUTES_PER_DAY: Final = 24 * MINUTES_PER_HOUR
ABSENCE_CHOICES: Final = (
    15,
    MINUTES_PER_HOUR,
    6 * MINUTES_PER_HOUR,
    MINUTES_PER_DAY,
    3 * MINUTES_PER_DAY,
    7 * MINUTES_PER_DAY,
    0,
)
"""Minutes without an answer after which a bot may take over; 0 for never."""


def resign(table: Table, signer: TokenSigner, guest: str, number: int, now: datetime) -> None:
    """Resign; the game ends if that leaves a single player, otherwise the others play on."""
    seat = own_seat(table, number, guest)
    if table.status == WAITING:
        _leave_before_start(table, signer, seat, now)
        return
    check_running(table)
    others = [other for other in table.seats if other is not seat and _is_playing(other)]
    if len(others) <= 1:
        _end(table, RESIGNED)
    else:
        _leave_running_game(table, seat, now)
        if table.pace.has_clock and not table.finished:  # nobody votes for a bot there
            seat.bot = TIMEOUT_BOT
            announce(table, BOT_TOOK_OVER, now, seat.number, detail=seat.bot)
    if table.finished:
        table.resigned = seat.number


def leave(table: Table, signer: TokenSigner, guest: str, number: int, now: datetime) -> None:
    """Leave a running game, so that the others may let a bot take over, or free the seat."""
    seat = own_seat(table, number, guest)
    if table.status == WAITING:
        _leave_before_start(table, signer, seat, now)
        return
    check_running(table)
    if table.rated:  # nobody escapes a result by leaving
        resign(table, signer, guest, number, now)
    else:
        _leave_running_game(table, seat, now)


def return_to_seat(table: Table, guest: str, number: int, now: datetime) -> None:
    """Return to a seat, even if a bot has taken over."""
    seat = own_seat(table, number, guest)
    if table.finished:
        raise InvalidAction(tr("The game is over."))
    if is_timed_out(table, number):
        raise InvalidAction(tr("Your time has run out. A bot plays this game to its end."))
    _clear_votes(seat)
    if seat.has_left or seat.bot:
        seat.has_left = False
        seat.bot = ""
        announce(table, RETURNED, now, seat.number)


def is_absent(table: Table, seat: Seat, now: datetime, downtimes: Intervals) -> bool:
    """Whether a bot may take over: the guest has left, or has not answered for the agreed time."""
    if not seat.guest or seat.bot or table.status != RUNNING or table.pace.has_clock:
        return False
    if seat.has_left:
        return True
    due = bot_may_take_over_at(table, seat, downtimes)
    return due is not None and now > due


def bot_may_take_over_at(table: Table, seat: Seat, downtimes: Intervals) -> datetime | None:
    """When the others may let a bot take over from the seat that must answer, if they ever may.

    Nobody could answer while no server ran, so that time does not count.
    """
    if not table.absence_minutes or table.actor is not seat or seat.bot or not seat.guest:
        return None
    if table.pace.has_clock:
        return None
    if not any(other.guest not in ("", seat.guest) and not other.bot for other in table.seats):
        return None
    return moment_after(table.decision_since, 60.0 * table.absence_minutes, downtimes)


def vote_for_bot(
    table: Table, guest: str, number: int, bot: str, now: datetime, downtimes: Intervals
) -> None:
    """Vote to let a bot take over an absent seat; it does once all present guests agree."""
    check_running(table)
    seat = find_seat(table, number)
    if bot not in levels():
        raise InvalidAction(tr("There is no such bot."))
    if table.pace.has_clock:
        raise InvalidAction(tr("This table has a clock: it decides when a bot stands in."))
    if not is_absent(table, seat, now, downtimes):
        raise InvalidAction(tr("This seat does not need a bot."))
    voters = _voters(table) - {number}
    own = {other for other in voters if table.seats[other].is_of(guest)}
    if not own:
        raise NotYourSeat(tr("You have no seat at this table."))
    if seat.proposed_bot != bot:
        seat.proposed_bot = bot
        seat.bot_votes = []
    seat.bot_votes = sorted({*seat.bot_votes, *own})
    _count_votes(table, seat, voters, now)


def _is_playing(seat: Seat) -> bool:
    return bool(seat.bot) or not seat.has_left


def _voters(table: Table) -> set[int]:
    """The seats of all who are present: a guest replaced by a bot is not."""
    return {seat.number for seat in table.seats if seat.guest and not (seat.has_left or seat.bot)}


def _leave_running_game(table: Table, seat: Seat, now: datetime) -> None:
    if seat.has_left:
        return
    seat.has_left = True
    announce(table, LEFT, now, seat.number, detail=seat.name)
    _clear_votes(seat)
    if not any(other.guest and not other.has_left for other in table.seats):
        _end(table, RESIGNED)
        return
    voters = _voters(table)
    for other in table.seats:
        other.bot_votes = [voter for voter in other.bot_votes if voter != seat.number]
        # With one voter fewer, the votes so far may be unanimous now.
        if other.has_left and not other.bot and other.bot_votes:
            _count_votes(table, other, voters, now)


def _count_votes(table: Table, seat: Seat, voters: set[int], now: datetime) -> None:
    if voters <= set(seat.bot_votes):
        seat.bot = seat.proposed_bot
        announce(table, BOT_TOOK_OVER, now, seat.number, detail=seat.bot)
        _clear_votes(seat)


def _clear_votes(seat: Seat) -> None:
    seat.bot_votes = []
    seat.proposed_bot = ""


def _leave_before_start(table: Table, signer: TokenSigner, seat: Seat, now: datetime) -> None:
    if table.tournament:
        raise InvalidAction(
            tr("This game belongs to a tournament. You can resign as soon as it has begun.")
        )
    if seat.guest == table.host:
        close(table, CLOSED_BY_HOST, now)
        return
    announce(table, LEFT, now, seat.number, detail=seat.name)
    vacate(table, signer, seat)


def close(table: Table, announcement: str, now: datetime) -> None:
    """End a table without a result, and announce who did."""
    announce(table, announcement, now)
    _end(table, CLOSED)


def _end(table: Table, status: str) -> None:
    table.status = status
    table.version += 1
