"""Answers to the current decision, and undoing them."""

from __future__ import annotations

from datetime import datetime

from smokestack.engine.errors import IllegalAnswer
from smokestack.presentation.language import tr
from smokestack.server.domain.errors import InvalidAction, NotYourSeat, NotYourTurn
from smokestack.server.domain.seats import own_seat
from smokestack.server.domain.table import OVER, RUNNING, WAITING, AnswerMeta, Seat, Table

MAX_ANSWER_LENGTH = 200  # characters; no notation is nearly as long


def answer_for_guest(table: Table, guest: str, seat: int | None, text: str, now: datetime) -> None:
    """Answer the current decision for one of the guest's seats, in notation."""
    seat_to_answer(table, guest, seat)
    _answer(table, text, by_bot=False, now=now)


def answer_for_bot(table: Table, text: str, now: datetime) -> None:
    """Answer the current decision with what a bot has chosen."""
    _answer(table, text, by_bot=True, now=now)


def seat_to_answer(table: Table, guest: str, number: int | None) -> Seat:
    """The seat for which the guest may answer now; `number` names one of several."""
    if number is not None:
        own_seat(table, number, guest)
    elif not table.seats_of(guest):
        raise NotYourSeat(tr("You have no seat at this table."))
    check_running(table)
    actor = table.actor
    assert actor is not None
    if not actor.is_of(guest) or number not in (None, actor.number):
        raise NotYourTurn(tr("It is not your turn."))
    if actor.bot or actor.has_left:
        raise InvalidAction(tr("You have left this table. Come back to play on."))
    return actor


def check_running(table: Table) -> None:
    if table.status == WAITING:
        raise InvalidAction(tr("The game has not started yet."))
    if table.status != RUNNING:
        raise InvalidAction(tr("The game is over."))


def can_undo(table: Table, guest: str) -> bool:
    """Guests may undo their own last answer if it revealed nothing."""
    if table.status != RUNNING or len(table.answer_log) <= table.inherited_answers:
        return False
    last = table.answer_log[-1]
    seat = table.seats[last.seat]
    return seat.is_of(guest) and not (last.by_bot or last.reveals)


def undo(table: Table, guest: str, now: datetime) -> None:
    if not table.seats_of(guest):
        raise NotYourSeat(tr("You have no seat at this table."))
    if not can_undo(table, guest):
        raise InvalidAction(tr("There is nothing that you can take back."))
    match = table.match.copy()
    match.undo()
    table.dealt = match
    table.answer_log.pop()
    _next_decision(table, now)


def _answer(table: Table, text: str, by_bot: bool, now: datetime) -> None:
    match = table.match.copy()
    seat = match.actor
    assert seat is not None
    try:
        if len(text) > MAX_ANSWER_LENGTH:
            raise IllegalAnswer("too long")
        reveals = match.reveals(text)
        match.play(text)
    except IllegalAnswer:
        raise InvalidAction(tr("This answer is not possible here.")) from None
    table.dealt = match
    table.answer_log.append(AnswerMeta(seat, by_bot, reveals, now))
    if match.over:
        table.status = OVER
    _next_decision(table, now)


def _next_decision(table: Table, now: datetime) -> None:
    table.version += 1
    table.decision_since = now
