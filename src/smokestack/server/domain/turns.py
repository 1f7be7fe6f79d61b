"""Answers to the current decision, and undoing them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from smokestack.engine.errors import IllegalAnswer
from smokestack.engine.match import follow_up
from smokestack.presentation.language import tr
from smokestack.server.domain.automatic import answer_automatically
from smokestack.server.domain.errors import InvalidAction, NotYourSeat, NotYourTurn
from smokestack.server.domain.names import MAX_ANSWER_LENGTH
from smokestack.server.domain.seats import own_seat
from smokestack.server.domain.table import OVER, RUNNING, WAITING, AnswerMeta, Seat, Table


def answer_for_guest(table: Table, guest: str, seat: int | None, text: str, now: datetime) -> None:
    """Answer the current decision for one of the guest's seats, in notation."""
    seat_to_answer(table, guest, seat)
    _answer(table, [text], by_bot=False, skip=False, now=now)


def answer_for_person(table: Table, guest: str, answers: Sequence[str], now: datetime) -> None:
    """Answer the current decision and prepare answers for those after it.

    A prepared answer is given if its decision comes up next and allows it. Decisions without a
    choice are answered, too. All of this is undone together.
    """
    seat_to_answer(table, guest, None)
    _answer(table, answers, by_bot=False, skip=True, now=now)


def answer_for_bot(table: Table, text: str, now: datetime) -> None:
    """Answer the current decision with what a bot has chosen."""
    _answer(table, [text], by_bot=True, skip=False, now=now)


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
        raise InvalidAction(tr("You left this table. Return to keep playing."))
    return actor


def check_running(table: Table) -> None:
    if table.status == WAITING:
        raise InvalidAction(tr("The game has not started yet."))
    if table.status != RUNNING:
        raise InvalidAction(tr("The game is over."))


def can_undo(table: Table, guest: str) -> bool:
    """Guests may undo their own last answer if nothing was revealed since.

    Bots may have answered since then, unless another person plays or the game is rated.
    """
    return _kept_by_undo(table, guest) is not None


def can_restart_turn(table: Table, guest: str) -> bool:
    """Whether restarting the turn takes back more than undoing the last answer."""
    kept = _kept_by_undo(table, guest)
    return kept is not None and _kept_by_restart(table, guest) != kept


def undo(table: Table, guest: str, now: datetime) -> None:
    """Undo the guest's last answer with all that was answered together with it or since."""
    _take_back(table, guest, _kept_by_undo(table, guest), now)


def restart_turn(table: Table, guest: str, now: datetime) -> None:
    """Undo the guest's answers of this turn, as far as nothing was revealed."""
    _take_back(table, guest, _kept_by_restart(table, guest), now)


def _take_back(table: Table, guest: str, kept: int | None, now: datetime) -> None:
    if not table.seats_of(guest):
        raise NotYourSeat(tr("You have no seat at this table."))
    if kept is None:
        raise InvalidAction(tr("There is nothing to undo."))
    match = table.match.copy()
    match.go_to(kept)
    table.dealt = match
    del table.answer_log[kept:]
    _next_decision(table, now)


def _kept_by_undo(table: Table, guest: str) -> int | None:
    """The number of answers that are left after undoing; None if that is not possible."""
    if table.status != RUNNING or not guest:
        return None
    kept = len(table.answer_log)
    others = any(seat.guest and not seat.is_of(guest) for seat in table.seats)
    if not others and not table.rated:
        while kept and table.answer_log[kept - 1].by_bot and not table.answer_log[kept - 1].reveals:
            kept -= 1
    return _start_of_request(table, guest, kept)


def _kept_by_restart(table: Table, guest: str) -> int | None:
    kept = _kept_by_undo(table, guest)
    if kept is None:
        return None
    seat, starts = table.answer_log[kept].seat, [kept]
    while (earlier := _start_of_request(table, guest, starts[-1])) is not None:
        if table.answer_log[earlier].seat != seat:
            break
        starts.append(earlier)
    if len(starts) == 1:
        return kept
    turn = table.match.turn_at(kept)
    return min(start for start in starts if table.match.turn_at(start) == turn)


def _start_of_request(table: Table, guest: str, end: int) -> int | None:
    """Where the answers begin that were given together with the one before `end`.

    None if that one is not the guest's or can't be undone.
    """
    start = end
    while start > table.inherited_answers:
        meta = table.answer_log[start - 1]
        if start < end and meta.at != table.answer_log[end - 1].at:
            break
        if meta.by_bot or meta.reveals or not table.seats[meta.seat].is_of(guest):
            return None
        start -= 1
    return start if start < end else None


def _answer(table: Table, texts: Sequence[str], by_bot: bool, skip: bool, now: datetime) -> None:
    """Give the first answer, and those after it as far as they need not be asked."""
    match = table.match.copy()
    seat = match.actor
    assert seat is not None
    log = []
    try:
        if any(len(text) > MAX_ANSWER_LENGTH for text in texts):
            raise IllegalAnswer("too long")
        answer, prepared = match.game.to_answer(texts[0]), list(texts[1:])
        while True:
            log.append(AnswerMeta(seat, by_bot, match.reveals(answer), now))
            match.play(answer)
            next_answer = follow_up(match.game, match.state, seat, prepared, skip)
            if next_answer is None:
                break
            answer = next_answer
    except IllegalAnswer:
        raise InvalidAction(tr("This move is not possible now.")) from None
    log += answer_automatically(match, table.seats, now)
    table.dealt = match
    table.answer_log += log
    if match.over:
        table.status = OVER
    _next_decision(table, now)


def _next_decision(table: Table, now: datetime) -> None:
    table.version += 1
    table.decision_since = now
