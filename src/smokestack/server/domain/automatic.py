"""Answers that the server gives for a player who has asked for it.

Only where nothing is lost: the only legal answer, and no more sales after the first of an action.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from smokestack.engine.match import Match
from smokestack.presentation.language import tr
from smokestack.server.domain.errors import InvalidAction
from smokestack.server.domain.seats import own_seat
from smokestack.server.domain.table import AnswerMeta, Seat, Table

ONLY_ANSWER: Final = "only-answer"
NO_MORE_SALES: Final = "no-more-sales"
CHOICES: Final = (ONLY_ANSWER, NO_MORE_SALES)
MAX_ANSWERS: Final = 50  # in a row


def choose(table: Table, guest: str, number: int, chosen: Sequence[str]) -> None:
    """Set what the server answers for a seat."""
    seat = own_seat(table, number, guest)
    if table.finished:
        raise InvalidAction(tr("The game is over."))
    if not set(chosen) <= set(CHOICES):
        raise InvalidAction(tr("This can't be answered automatically."))
    seat.automatic = [choice for choice in CHOICES if choice in chosen]


def answer_automatically(match: Match, seats: Sequence[Seat], now: datetime) -> list[AnswerMeta]:
    """Play the answers that players need not be asked for, as far as they go."""
    log: list[AnswerMeta] = []
    while not match.over and len(log) < MAX_ANSWERS:
        seat = seats[match.state.actor]
        answer = _answer(match, seat)
        if answer is None:
            break
        log.append(AnswerMeta(seat.number, False, match.reveals(answer), now))
        match.play(answer)
    return log


def _answer(match: Match, seat: Seat) -> int | None:
    if seat.bot or seat.has_left or not seat.guest:
        return None
    if ONLY_ANSWER in seat.automatic and match.state.count == 1:
        return int(match.state.legal[0])
    end = match.game.optional_repeats.get(match.decision or "")
    if NO_MORE_SALES in seat.automatic and end is not None:
        number = match.game.to_answer(end)
        return number if match.state.offers_answer(number) else None
    return None
