"""Giving up, leaving, bots that stand in, and coming back."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from smokestack.bots.registry import levels
from smokestack.engine.language import tr
from smokestack.server.course import check_running
from smokestack.server.errors import NotPossible, NotYourSeat
from smokestack.server.seating import find_seat, own_seat, rename
from smokestack.server.table import RESIGNED, RUNNING, WAITING, Seat, Table

LONG: Final = timedelta(minutes=5)


def resign(table: Table, guest: str, number: int) -> None:
    """Give up; the game ends if that leaves a single seat, otherwise the others go on."""
    seat = own_seat(table, number, guest)
    if table.status == WAITING:
        _leave_before_start(table, seat)
        return
    check_running(table)
    others = [other for other in table.seats if other is not seat and _plays(other)]
    if len(others) <= 1:
        _end(table)
    else:
        _go(table, seat)
    if table.finished:
        table.resigned = seat.number


def leave(table: Table, guest: str, number: int) -> None:
    """Leave a seat to a bot, if the others want one; before the start it is free again."""
    seat = own_seat(table, number, guest)
    if table.status == WAITING:
        _leave_before_start(table, seat)
        return
    check_running(table)
    _go(table, seat)


def is_deserted(table: Table, seat: Seat, now: datetime) -> bool:
    """Whether a bot may stand in: its guest has left, or has kept other people waiting for long."""
    if not seat.guest or seat.bot or table.status != RUNNING:
        return False
    if seat.left:
        return True
    others = any(other.guest not in ("", seat.guest) and not other.bot for other in table.seats)
    return others and table.actor is seat and now - table.asked > LONG


def agree(table: Table, guest: str, number: int, bot: str, now: datetime) -> None:
    """Want a bot on a deserted seat; it plays once all other people who are there want it."""
    check_running(table)
    seat = find_seat(table, number)
    if bot not in levels():
        raise NotPossible(tr("There is no such bot."))
    if not is_deserted(table, seat, now):
        raise NotPossible(tr("Nobody has to stand in for this seat."))
    there = [
        other.number
        for other in table.seats
        if other.guest and not other.left and other.number != number
    ]
    own = [other for other in there if table.seats[other].guest == guest]
    if not own:
        raise NotYourSeat(tr("You have no seat at this table."))
    if seat.stand_in != bot:
        seat.stand_in = bot
        seat.agreed = []
    seat.agreed = sorted({*seat.agreed, *own})
    if set(there) <= set(seat.agreed):
        seat.bot = bot
        _forget_wishes(seat)


def come_back(table: Table, guest: str, number: int) -> None:
    """Take one's seat back, from a bot too."""
    seat = own_seat(table, number, guest)
    if table.finished:
        raise NotPossible(tr("The game is over."))
    seat.left = False
    seat.bot = ""
    _forget_wishes(seat)


def _plays(seat: Seat) -> bool:
    return bool(seat.bot) or not seat.left


def _go(table: Table, seat: Seat) -> None:
    if seat.left:
        return
    seat.left = True
    _forget_wishes(seat)
    if all(other.left for other in table.seats if other.guest):
        _end(table)
        return
    for other in table.seats:
        other.agreed = [voter for voter in other.agreed if voter != seat.number]
        _count_again(table, other)


def _count_again(table: Table, seat: Seat) -> None:
    """With fewer people there, those who want a bot may now be all."""
    there = {other.number for other in table.seats if other.guest and not other.left}
    if seat.left and not seat.bot and seat.agreed and there <= set(seat.agreed):
        seat.bot = seat.stand_in
        _forget_wishes(seat)


def _leave_before_start(table: Table, seat: Seat) -> None:
    if seat.guest == table.host:
        _end(table)
        return
    seat.guest = ""
    seat.name = ""
    rename(table)


def _end(table: Table) -> None:
    table.status = RESIGNED
    table.version += 1


def _forget_wishes(seat: Seat) -> None:
    seat.agreed = []
    seat.stand_in = ""
