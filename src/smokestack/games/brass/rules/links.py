"""Canals and railways."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from smokestack.games.brass.rules import answers
from smokestack.games.brass.rules.markets import coal_price
from smokestack.games.brass.rules.money import spend
from smokestack.games.brass.rules.survey import Survey
from smokestack.games.brass.rules.table import Table
from smokestack.games.brass.rules.terms import (
    ASK_SECOND_RAIL,
    BIT,
    CANAL,
    CANAL_COST,
    CASH,
    LINES,
    PLACES,
    RAIL,
    RAIL_COST,
    SECOND_RAIL_COST,
)

ALL_PLACES: Final = 2**PLACES - 1


def offer_links(table: Table, survey: Survey, cost: i64) -> None:
    """Offer the free lines that touch the network and can be paid, coal for a railway included."""
    edition = table.edition
    network = survey.network
    money: i64 = table.seats[CASH + survey.seat]
    if network == 0 or money < cost or survey.links == table.course.link_markers:
        return
    with_coal: i64 = ALL_PLACES
    if table.period == RAIL:
        with_coal = survey.coal_reach
        if money >= cost + coal_price(table):
            with_coal |= survey.market_reach
    free = table.lines_of_period() & ~table.linked
    bit, ends_a, ends_b = BIT, edition.line_a, edition.line_b
    for line in range(LINES):
        if (free >> line) & 1 == 0:
            continue
        ends: i64 = bit[ends_a[line]] | bit[ends_b[line]]
        if network & ends != 0 and with_coal & ends != 0:
            table.offer(answers.LINK + line)


def link_cost(table: Table) -> i64:
    return CANAL_COST if table.period == CANAL else RAIL_COST


def build_link(table: Table, line: i64, cost: i64) -> None:
    """Pay and place a link; a railway's coal comes next, from either end."""
    seat = table.seat()
    a: i64 = table.edition.line_a[line]
    b: i64 = table.edition.line_b[line]
    spend(table, seat, cost, "link", line)
    table.linked |= BIT[line]
    table.line_owner[line] = seat
    table.adjacent[a] |= BIT[b]
    table.adjacent[b] |= BIT[a]
    if table.period == RAIL:
        table.coal_due = True
        table.coal_from = BIT[a] | BIT[b]


def ask_second_rail(table: Table) -> bool:
    """Ask for a second railway of the same action, if one can be built."""
    if table.period == CANAL or table.repeats > 0:
        return False
    table.count = 0
    offer_links(table, Survey(table, table.seat()), SECOND_RAIL_COST)
    if table.count == 0:
        return False
    table.offer(answers.DONE)
    table.ask(ASK_SECOND_RAIL, table.seat())
    return True
