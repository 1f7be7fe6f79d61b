"""Dealing: every seat contributes to the deal, then the game starts.

A table waits until all seats are taken and every person has contributed. The secret was committed
to when the table was created, so no player can choose the cards. docs/fair-dealing.md says when the
server can't either.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

import msgspec

from smokestack.engine.deal import ABSENT, BOT, PERSON, is_text
from smokestack.engine.match import Match
from smokestack.presentation.language import tr
from smokestack.server.domain.errors import InvalidAction, NotYourSeat
from smokestack.server.domain.pace import DAYS, LIVE, NO_CLOCK
from smokestack.server.domain.table import RUNNING, WAITING, Table

CONTRIBUTION_TIMEOUT: Final = timedelta(seconds=30)
"""How long the others wait for a seated person's contribution once all seats are taken."""


TOURNAMENT_DELAYS: Final = {
    NO_CLOCK: timedelta(seconds=30),
    LIVE: timedelta(minutes=2),  # people can come before the clock runs
    DAYS: timedelta(hours=12),  # people look at the table once or twice a day
}
"""How long a game of a tournament waits for its players, by its pace."""


def contribute(table: Table, guest: str, text: str, now: datetime) -> None:
    """Contribute to the deal for the guest's seats; has no effect on seats that have already."""
    seats = [table.seats[number] for number in table.seats_of(guest)]
    if not seats:
        raise NotYourSeat(tr("You have no seat at this table."))
    if not is_text(text):
        raise InvalidAction(tr("A contribution is a text of 1 to 64 characters on one line."))
    for seat in seats:
        seat.contribution = seat.contribution or PERSON + text
    start_if_ready(table, now)


def deal_now(table: Table, guest: str, now: datetime) -> None:
    """Start without the contributions of people who have not opened the table for a while."""
    if not table.seats_of(guest) and guest != table.host:
        raise NotYourSeat(tr("You have no seat at this table."))
    if table.status != WAITING:
        return
    if any(seat.free for seat in table.seats):
        raise InvalidAction(tr("The game begins once all seats are taken."))
    if lacks_consent(table):
        raise InvalidAction(consent_rule())
    if now < deal_now_from(table):
        raise InvalidAction(tr("Please give the others a moment to open the table."))
    deal_without_absent(table, now)


def lacks_consent(table: Table) -> bool:
    """Whether somebody has not agreed to a rated game: a rematch gives people their seats unasked.

    People who have taken the seat, opened the table or entered the tournament have agreed.
    """
    return (
        table.rated
        and not table.tournament
        and any(
            not (seat.contribution or seat.used_token_hash or seat.is_of(table.host))
            for seat in table.seats
            if seat.guest
        )
    )


def consent_rule() -> str:
    return tr("A rated rematch begins once all players have opened the table.")


def deal_without_absent(table: Table, now: datetime) -> None:
    """Start without the contributions that are missing."""
    for seat in table.seats:
        seat.contribution = seat.contribution or ABSENT
    start_if_ready(table, now)


def deal_now_from(table: Table) -> datetime:
    """When the game may start without the contributions that are missing."""
    if table.tournament:
        return tournament_deal_at(table)
    return table.decision_since + CONTRIBUTION_TIMEOUT


def tournament_deal_at(table: Table) -> datetime:
    """When a game of a tournament starts, whether or not all have opened the table."""
    return table.created + TOURNAMENT_DELAYS[table.pace.kind]


def start_if_ready(table: Table, now: datetime) -> None:
    """Deal the cards and start, once nobody and nothing is missing."""
    if table.status != WAITING or any(seat.free for seat in table.seats):
        return
    for seat in table.seats:
        if seat.bot:
            seat.contribution = BOT
    deal = table.setup.deal
    assert deal is not None
    contributions = [seat.contribution for seat in table.seats]
    if not all(contributions):
        return
    deal = msgspec.structs.replace(deal, contributions=contributions)
    table.setup = msgspec.structs.replace(table.setup, deal=deal)
    table.dealt = Match(table.game, table.setup)
    table.status = RUNNING
    table.decision_since = now
