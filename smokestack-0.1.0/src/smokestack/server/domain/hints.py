"""Hints: an option of the table; everybody at the table sees who uses them."""

from __future__ import annotations

from datetime import datetime

from smokestack.presentation.language import tr
from smokestack.server.domain.announcements import HINT_USED, announce
from smokestack.server.domain.errors import InvalidAction
from smokestack.server.domain.table import Seat, Table
from smokestack.server.domain.turns import seat_to_answer


def seat_for_hint(table: Table, guest: str) -> Seat:
    """The seat for which the guest may get a hint now."""
    seat = seat_to_answer(table, guest, None)
    if not table.hints:
        raise InvalidAction(tr("This table plays without hints."))
    return seat


def announce_hint(table: Table, guest: str, now: datetime) -> None:
    """Tell everybody that the guest gets a hint, once for each decision."""
    seat = seat_for_hint(table, guest)
    decision = str(table.version)
    if not any(
        (known.kind, known.seat, known.detail) == (HINT_USED, seat.number, decision)
        for known in table.announcements
    ):
        announce(table, HINT_USED, now, seat.number, detail=decision)
