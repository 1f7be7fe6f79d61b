"""Resigning, leaving, letting a bot take over, and returning."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from smokestack.bots.registry import levels
from smokestack.presentation.language import tr
from smokestack.server.domain.errors import InvalidAction, NotYourSeat
from smokestack.server.domain.seats import find_seat, own_seat, update_player_names
from smokestack.server.domain.table import RESIGNED, RUNNING, WAITING, Seat, Table
from smokestack.server.domain.turns import check_running

ABSENCE_TIMEOUT: Final = timedelta(minutes=5)


def resign(table: Table, guest: str, number: int) -> None:
    """Resign; the game ends if that leaves a single player, otherwise the others play on."""
    seat = own_seat(table, number, guest)
    if table.status == WAITING:
        _leave_before_start(table, seat)
        return
    check_running(table)
    others = [other for other in table.seats if other is not seat and _is_playing(other)]
    if len(others) <= 1:
        _end(table)
    else:
        _leave_running_game(table, seat)
    if table.finished:
        table.resigned = seat.number


def leave(table: Table, guest: str, number: int) -> None:
    """Leave a running game, so that the others may let a bot take over, or free the seat."""
    seat = own_seat(table, number, guest)
    if table.status == WAITING:
        _leave_before_start(table, seat)
        return
    check_running(table)
    _leave_running_game(table, seat)


def return_to_seat(table: Table, guest: str, number: int) -> None:
    """Return to one's seat, also if a bot has taken over."""
    seat = own_seat(table, number, guest)
    if table.finished:
        raise InvalidAction(tr("The game is over."))
    seat.has_left = False
    seat.bot = ""
    _clear_votes(seat)


def is_absent(table: Table, seat: Seat, now: datetime) -> bool:
    """Whether a bot may take over: the guest has left, or has not answered for a long time."""
    if not seat.guest or seat.bot or table.status != RUNNING:
        return False
    if seat.has_left:
        return True
    others = any(other.guest not in ("", seat.guest) and not other.bot for other in table.seats)
    return others and table.actor is seat and now - table.decision_since > ABSENCE_TIMEOUT


def vote_for_bot(table: Table, guest: str, number: int, bot: str, now: datetime) -> None:
    """Vote to let a bot take over an absent seat; it does once all present guests agree."""
    check_running(table)
    seat = find_seat(table, number)
    if bot not in levels():
        raise InvalidAction(tr("There is no such bot."))
    if not is_absent(table, seat, now):
        raise InvalidAction(tr("Nobody has to stand in for this seat."))
    voters = _present_seats(table) - {number}
    own = {other for other in voters if table.seats[other].guest == guest}
    if not own:
        raise NotYourSeat(tr("You have no seat at this table."))
    if seat.proposed_bot != bot:
        seat.proposed_bot = bot
        seat.bot_votes = []
    seat.bot_votes = sorted({*seat.bot_votes, *own})
    _count_votes(seat, voters)


def _is_playing(seat: Seat) -> bool:
    return bool(seat.bot) or not seat.has_left


def _present_seats(table: Table) -> set[int]:
    return {seat.number for seat in table.seats if seat.guest and not seat.has_left}


def _leave_running_game(table: Table, seat: Seat) -> None:
    if seat.has_left:
        return
    seat.has_left = True
    _clear_votes(seat)
    voters = _present_seats(table)
    if not voters:
        _end(table)
        return
    for other in table.seats:
        other.bot_votes = [voter for voter in other.bot_votes if voter != seat.number]
        # With one voter fewer, the votes so far may be unanimous now.
        if other.has_left and not other.bot and other.bot_votes:
            _count_votes(other, voters)


def _count_votes(seat: Seat, voters: set[int]) -> None:
    if voters <= set(seat.bot_votes):
        seat.bot = seat.proposed_bot
        _clear_votes(seat)


def _clear_votes(seat: Seat) -> None:
    seat.bot_votes = []
    seat.proposed_bot = ""


def _leave_before_start(table: Table, seat: Seat) -> None:
    if seat.guest == table.host:
        _end(table)
        return
    seat.guest = ""
    seat.name = ""
    seat.contribution = ""
    update_player_names(table)


def _end(table: Table) -> None:
    table.status = RESIGNED
    table.version += 1
