"""Reports to the operator of the server about what happens at a table."""

from __future__ import annotations

from datetime import datetime
from typing import Final

import msgspec

from smokestack.presentation.language import tr
from smokestack.server.domain.chat import find_message
from smokestack.server.domain.errors import NotYourSeat
from smokestack.server.domain.names import read_optional_line
from smokestack.server.domain.seats import find_seat
from smokestack.server.domain.table import NO_SEAT, Table

MAX_REPORT_LENGTH: Final = 500


class Report(msgspec.Struct, frozen=True):
    """What a guest reports. Copied, because the table may be removed or the chat go on."""

    table_id: str
    reporter: str
    """Who has the seat, if a player reports from another device."""
    author: str
    """The guest who is reported, if any."""
    name: str
    """The name under which they played or wrote."""
    message: str
    """The chat message that is reported, if any."""
    text: str
    """What the reporter wrote."""
    at: datetime


def make_report(
    table: Table, guest: str, seat: int, message_number: int | None, text: str, now: datetime
) -> Report:
    """A report about a message, about a seat, or about the table as a whole (`NO_SEAT`)."""
    if not guest:
        raise NotYourSeat(tr("Please allow cookies, so that the server can recognise you."))
    author = name = message = ""
    if message_number is not None:
        found = find_message(table, message_number)
        author, name, message = found.author, found.name, found.text
    elif seat != NO_SEAT:
        reported = find_seat(table, seat)
        author, name = reported.guest, reported.name
    reporter = table.owner_for(guest) or guest
    line = read_optional_line(text, MAX_REPORT_LENGTH)
    return Report(table.id, reporter, author, name, message, line, now)
