"""The course of a game: answers, and answers taken back."""

from __future__ import annotations

from datetime import datetime

from smokestack.engine.errors import IllegalAnswer
from smokestack.engine.language import tr
from smokestack.server.errors import NotPossible, NotYourSeat, NotYourTurn
from smokestack.server.seating import own_seat
from smokestack.server.table import OVER, RUNNING, WAITING, Given, Seat, Table

LONGEST_ANSWER = 200  # characters; no notation is nearly as long


def check_running(table: Table) -> None:
    if table.status == WAITING:
        raise NotPossible(tr("The game begins once all seats are taken."))
    if table.status != RUNNING:
        raise NotPossible(tr("The game is over."))


def answering_seat(table: Table, guest: str, number: int | None) -> Seat:
    """The seat for which a guest may answer now."""
    if number is not None:
        own_seat(table, number, guest)
    elif not table.seats_of(guest):
        raise NotYourSeat(tr("You have no seat at this table."))
    check_running(table)
    actor = table.actor
    assert actor is not None
    if actor.guest != guest or number not in (None, actor.number):
        raise NotYourTurn(tr("It is not your turn."))
    if actor.bot or actor.left:
        raise NotPossible(tr("You have left this table. Come back to play on."))
    return actor


def answer(table: Table, text: str, by_bot: bool, now: datetime) -> None:
    """Give the standing question an answer in notation."""
    match = table.match.copy()
    seat = match.actor
    assert seat is not None
    revealed = int(match.state.revealed)
    try:
        if len(text) > LONGEST_ANSWER:
            raise IllegalAnswer("too long")
        match.play(text)
    except IllegalAnswer:
        raise NotPossible(tr("This answer is not possible here.")) from None
    table.match = match
    table.given.append(Given(seat, by_bot, int(match.state.revealed) != revealed, now))
    if match.over:
        table.status = OVER
    _moved(table, now)


def can_undo(table: Table, guest: str) -> bool:
    """Only one's own last answer, and only if it brought nothing hidden to light."""
    if table.status != RUNNING or len(table.given) <= table.rewound:
        return False
    last = table.given[-1]
    seat = table.seats[last.seat]
    return bool(guest) and seat.guest == guest and not (last.by_bot or last.reveals)


def undo(table: Table, guest: str, now: datetime) -> None:
    if not table.seats_of(guest):
        raise NotYourSeat(tr("You have no seat at this table."))
    if not can_undo(table, guest):
        raise NotPossible(tr("There is nothing that you can take back."))
    match = table.match.copy()
    match.undo()
    table.match = match
    table.given.pop()
    _moved(table, now)


def _moved(table: Table, now: datetime) -> None:
    table.version += 1
    table.asked = now
