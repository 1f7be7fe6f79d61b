"""The seats beside the board of a table."""

from __future__ import annotations

from datetime import datetime, timedelta
from math import ceil

import msgspec
from markupsafe import Markup

from smokestack.presentation.table_text import Fact
from smokestack.server.domain.account import SeatAccount
from smokestack.server.domain.clocks import Intervals
from smokestack.server.domain.leaving import bot_may_take_over_at, is_absent
from smokestack.server.domain.seats import visible_token
from smokestack.server.domain.table import Seat, Table
from smokestack.server.domain.views import name_of
from smokestack.server.pages.fact_markup import fact_list
from smokestack.server.pages.rendering import cached
from smokestack.server.service.table_service import TableService


class SeatPanel(msgspec.Struct, frozen=True):
    """A seat beside the board."""

    number: int
    name: str
    bot: str
    facts: tuple[Fact, ...]
    mine: bool
    acting: bool
    bot_substitutes: bool
    """A bot plays for its guest."""
    has_left: bool
    absent: bool
    """The others may vote for a bot to take over."""
    free: bool
    link: str
    """The path with its token, or empty if the reader may not see it."""
    bot_votes: int
    voters: int
    """Of how many players, if it is absent."""
    can_vote: bool
    devices: int
    """The number of devices on which it is used."""
    hours_left: int
    """Until the others may let a bot take over, if that is near; otherwise 0."""

    def opening(self, account: SeatAccount | None) -> Markup:
        """The beginning of its panel: whose seat it is, and what it has.

        Together in one call, because a template looks up every argument slowly.
        """
        head = cached(
            "panel_head",
            self.number,
            self.name,
            account,
            self.bot if self.bot_substitutes else "",
            self.mine,
            self.devices,
            self.acting,
            self.has_more,
        )
        return Markup(f"{head}\n      {fact_list(self.facts)}")

    @property
    def has_more(self) -> bool:
        """There is more to say or to do than what the board shows of the seat."""
        notes = self.bot_substitutes or self.devices > 1 or self.hours_left > 0
        return self.free or self.absent or notes


def seat_panel(
    service: TableService,
    table: Table,
    guest: str,
    number: int,
    facts: list[Fact],
    actor: int | None,
) -> SeatPanel:
    seat = table.seats[number]
    mine = seat.is_of(guest)
    token = visible_token(service.signer, table, seat, guest)
    now, downtimes = service.now(), service.clocks.downtimes
    absent = is_absent(table, seat, now, downtimes) and (seat.has_left or not mine)
    voters = _voters(table, number) if absent else []
    my_voters = [other for other in voters if table.seats[other].is_of(guest)]
    return SeatPanel(
        number=number,
        name=name_of(seat),
        bot=seat.bot,
        facts=tuple(facts),
        mine=mine,
        acting=not table.finished and actor == number,
        bot_substitutes=bool(seat.guest and seat.bot),
        has_left=seat.has_left,
        absent=absent,
        free=seat.free,
        link=f"/seats/{token}" if token else "",
        bot_votes=len(seat.bot_votes),
        voters=len(voters),
        can_vote=absent and any(other not in seat.bot_votes for other in my_voters),
        devices=len(seat.devices) + bool(seat.guest),
        hours_left=_hours_left(table, seat, now, downtimes),
    )


def _voters(table: Table, number: int) -> list[int]:
    """The seats whose players may vote for a bot to take over another one."""
    return [
        other.number
        for other in table.seats
        if other.number != number and other.guest and not other.has_left and not other.bot
    ]


def _hours_left(table: Table, seat: Seat, now: datetime, downtimes: Intervals) -> int:
    """Hours until a bot may take over, in the second half of the agreed time; otherwise 0."""
    due = bot_may_take_over_at(table, seat, downtimes)
    if due is None or now >= due or 2 * (due - now) > timedelta(minutes=table.absence_minutes):
        return 0
    return ceil((due - now) / timedelta(hours=1))
