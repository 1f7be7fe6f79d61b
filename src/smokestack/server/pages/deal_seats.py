"""Who plays each seat, for the browser to compare with the record of the deal."""

from __future__ import annotations

import msgspec

from smokestack.engine.deal import BOT
from smokestack.server.domain.table import Table


def deal_seats(table: Table, guest: str) -> str:
    """Which seats are the reader's, a bot's or another person's in the deal, as JSON.

    The browser keeps it to compare it with the record. Empty if the game is over, or if the deal
    was made at another table.
    """
    deal = table.setup.deal
    if deal is None or deal.table != table.id or table.finished:
        return ""
    bots = [
        contribution == BOT if table.started else bool(seat.bot)
        for seat, contribution in zip(table.seats, deal.contributions, strict=True)
    ]
    kinds = [
        "bot" if is_bot else "mine" if seat.is_of(guest) else "person"
        for seat, is_bot in zip(table.seats, bots, strict=True)
    ]
    return msgspec.json.encode(kinds).decode()
