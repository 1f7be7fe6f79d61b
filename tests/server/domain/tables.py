"""Tables for tests of the domain: plain objects without a service."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from smokestack.server.domain import announcements, creation, dealing, seats
from smokestack.server.domain.table import Table
from smokestack.server.domain.tokens import TokenSigner
from tests.server.services import ANN, BOB, CONTRIBUTION, EVE, plan

SIGNER = TokenSigner(b"key")
NOW = datetime(2026, 2, 3, 12, 0, tzinfo=UTC)


def new_table(*kinds: str, **chosen: Any) -> Table:
    """A table that Ann has just created and contributed to."""
    table = creation.create(SIGNER, ANN, plan(*kinds, **chosen), NOW)
    if table.seats_of(ANN) and not table.started:
        dealing.contribute(table, ANN, CONTRIBUTION, NOW)
    return table


def three_guests(**chosen: Any) -> Table:
    """A running game of Brass with Ann, Bob and Eve in seats 0 to 2."""
    table = new_table("me", "link", "link", game="brass", **chosen)
    seats.take(table, SIGNER, table.seats[1], BOB, "Bob", NOW)
    seats.take(table, SIGNER, table.seats[2], EVE, "Eve", NOW)
    for guest in (BOB, EVE):
        dealing.contribute(table, guest, CONTRIBUTION, NOW)
    return table


def sentences(table: Table) -> list[str]:
    """What was announced at a table."""
    return [announcements.sentence(table, each) for each in table.announcements]
