"""The model of the page of a table that has not started: seats, invitations and the deal."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

import msgspec

from smokestack.presentation.language import tr, trn
from smokestack.server.domain.announcements import sentence
from smokestack.server.domain.dealing import (
    consent_rule,
    deal_now_from,
    lacks_consent,
    tournament_deal_at,
)
from smokestack.server.domain.hosting import can_remove
from smokestack.server.domain.seats import visible_token
from smokestack.server.domain.status import agreements, status_line
from smokestack.server.domain.table import WAITING, Table
from smokestack.server.domain.views import name_of
from smokestack.server.pages.chat_panel import ShownChat, chat_of
from smokestack.server.pages.deal_seats import deal_seats
from smokestack.server.pages.private_links import PrivateLink, private_links
from smokestack.server.service.table_service import TableService

MAX_SHOWN_ANNOUNCEMENTS: Final = 10
HOURS_SHOWN_AS_DAYS: Final = 36


class WaitingSeat(msgspec.Struct, frozen=True):
    """A seat of a table that has not started."""

    number: int
    name: str
    mine: bool
    bot: bool
    free: bool
    ready: bool
    """It has contributed to the deal."""
    link: str
    """The path with its token, or empty if the reader may not see it."""
    devices: int
    """The number of devices on which it is used."""
    can_remove: bool
    """The reader is the host, and the seat that of another person."""


class WaitingPage(msgspec.Struct, frozen=True):
    """What the page shows to one guest before the start."""

    title: str
    prompt: str
    seats: list[WaitingSeat]
    can_contribute: bool
    """A seat of the reader has not contributed yet."""
    can_deal_in: int | None
    """Seconds until the reader may start without those who are missing; None if nobody may."""
    seats_to_leave: tuple[tuple[int, str], ...]
    can_close: bool
    """The reader is the host."""
    can_invite: bool
    """The reader is the host, and there is a free seat."""
    is_invited: bool
    """The reader was invited by name, and there is a free seat."""
    my_links: tuple[PrivateLink, ...]
    agreements: list[str]
    announcements: list[str]
    """The latest ones, newest first."""
    chat: ShownChat
    expiry: str
    """When the table is deleted, or its game begins automatically; empty if neither happens."""
    commitment: str
    deal_seats: str


def waiting_page_of(
    service: TableService, table: Table, guest: str, is_invited: bool
) -> WaitingPage:
    now = service.now()
    waiting = table.status == WAITING
    seats = [
        WaitingSeat(
            number=seat.number,
            name=name_of(seat),
            mine=seat.is_of(guest),
            bot=bool(seat.bot),
            free=seat.free,
            ready=bool(seat.contribution or seat.bot),
            link=_path(visible_token(service.signer, table, seat, guest)),
            devices=len(seat.devices) + bool(seat.guest),
            can_remove=can_remove(table, seat, guest),
        )
        for seat in table.seats
    ]
    mine = [seat for seat in seats if seat.mine]
    is_host = bool(guest) and table.host == guest
    full = not any(seat.free for seat in seats)
    can_contribute = waiting and any(not seat.ready for seat in mine)
    asks_consent = waiting and lacks_consent(table)
    may_deal = bool(mine or guest == table.host) and not asks_consent
    can_deal = waiting and full and not can_contribute and may_deal
    deal = table.setup.deal
    return WaitingPage(
        title=tr("Waiting – {game}", game=table.game.title),
        prompt=status_line(table, None),
        seats=seats,
        can_contribute=can_contribute,
        can_deal_in=_seconds(deal_now_from(table), now) if can_deal else None,
        # A host who leaves closes the table, for which there is a button.
        seats_to_leave=(
            tuple((seat.number, seat.name) for seat in mine)
            if waiting and not is_host and not table.tournament
            else ()
        ),
        can_close=waiting and is_host,
        can_invite=waiting and is_host and not full,
        is_invited=is_invited,
        my_links=private_links(service.signer, table, guest) if waiting else (),
        agreements=[*agreements(table), *([consent_rule()] if asks_consent else [])],
        announcements=[
            sentence(table, each)
            for each in table.announcements[: -MAX_SHOWN_ANNOUNCEMENTS - 1 : -1]
        ],
        chat=chat_of(table, guest),
        expiry=_expiry(table, service.settings.waiting_table_hours, now),
        commitment=deal.commitment if deal else "",
        deal_seats=deal_seats(table, guest),
    )


def _path(token: str) -> str:
    return f"/seats/{token}" if token else ""


def _seconds(moment: datetime, now: datetime) -> int:
    return max(0, round((moment - now).total_seconds()))


def _expiry(table: Table, hours: float, now: datetime) -> str:
    if table.status == WAITING and table.tournament:
        return trn(
            "The game begins in {n} second at the latest.",
            "The game begins in {n} seconds at the latest.",
            _seconds(tournament_deal_at(table), now),
        )
    if table.status != WAITING or not hours:
        return ""
    left = hours - (now - table.changed) / timedelta(hours=1)
    if left >= HOURS_SHOWN_AS_DAYS:
        return trn(
            "This table is deleted in {n} day, unless the game has begun by then.",
            "This table is deleted in {n} days, unless the game has begun by then.",
            round(left / 24),
        )
    return trn(
        "This table is deleted in {n} hour, unless the game has begun by then.",
        "This table is deleted in {n} hours, unless the game has begun by then.",
        max(1, round(left)),
    )
