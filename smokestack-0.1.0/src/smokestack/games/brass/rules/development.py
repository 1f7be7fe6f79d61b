"""Developing: removing the lowest tiles of a player's stacks for iron."""

from __future__ import annotations

from mypy_extensions import i64

from smokestack.games.brass.rules import answers
from smokestack.games.brass.rules.markets import iron_cost
from smokestack.games.brass.rules.table import Table
from smokestack.games.brass.rules.terms import ASK_SECOND_DEVELOPMENT, CASH, NONE


def offer_developments(table: Table, iron: i64) -> None:
    """Offer every stack that has a tile left, if the player can get the iron."""
    seat = table.seat()
    if iron > table.seats[CASH + seat]:
        return
    for industry in range(5):
        if table.next_tile(seat, industry) != NONE:
            table.offer(answers.DEVELOP + industry)


def develop(table: Table, industry: i64) -> None:
    table.developed[table.seat() * 5 + industry] += 1
    table.iron_due = True


def ask_second_development(table: Table) -> bool:
    """Ask for a second tile of the same action, if one can be developed."""
    if table.repeats > 0:
        return False
    table.count = 0
    offer_developments(table, iron_cost(table))
    if table.count == 0:
        return False
    table.offer(answers.DONE)
    table.ask(ASK_SECOND_DEVELOPMENT, table.seat())
    return True
