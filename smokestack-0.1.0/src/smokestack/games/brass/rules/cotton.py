"""Selling cotton: through a port, or on the distant market until its demand is gone."""

from __future__ import annotations

from mypy_extensions import i64

from smokestack.games.brass.rules import answers
from smokestack.games.brass.rules.connections import anchors, reach
from smokestack.games.brass.rules.money import flip
from smokestack.games.brass.rules.survey import Survey
from smokestack.games.brass.rules.table import Table
from smokestack.games.brass.rules.terms import ASK_SALE, BIT, COTTON, NONE, PORT


def offer_sales(table: Table) -> None:
    """Offer each unflipped mill with each connected unflipped port, and the distant market."""
    seat = table.seat()
    edition = table.edition
    open_market = table.cotton < table.course.last_demand
    anchor_places: i64 = anchors(table) if open_market else 0
    for mill in range(answers.MILL_SLOTS):
        slot: i64 = edition.mill_slot[mill]
        if table.owner[slot] != seat or table.is_flipped(slot):
            continue
        if edition.industry[table.tile[slot]] != COTTON:
            continue
        connected = reach(table, BIT[edition.slot_place[slot]])
        for port in range(answers.PORT_SLOTS):
            at: i64 = edition.port_slot[port]
            if (
                table.tile[at] != NONE
                and edition.industry[table.tile[at]] == PORT
                and not table.is_flipped(at)
                and connected & BIT[edition.slot_place[at]] != 0
            ):
                table.offer(answers.SALE + mill * answers.PORT_SLOTS + port)
        if connected & anchor_places != 0:
            table.offer(answers.DISTANT_SALE + mill)


def can_sell(table: Table, survey: Survey) -> bool:
    """Whether an unflipped mill is connected to an unflipped port, or to a market with demand."""
    if survey.mills == 0:
        return False
    if table.cotton < table.course.last_demand:
        return survey.market_reach & survey.mills != 0  # the market begins at every port
    return reach(table, survey.open_ports) & survey.mills != 0


def ask_sale(table: Table) -> bool:
    """Ask for a sale; the first one of an action can't be declined."""
    table.count = 0
    offer_sales(table)
    if table.count == 0:
        return False
    if table.repeats > 0:
        table.offer(answers.DONE)
    table.ask(ASK_SALE, table.seat())
    return True


def sell_to_port(table: Table, mill: i64, port: i64) -> None:
    """Mill and port flip, and both owners advance."""
    flip(table, table.edition.mill_slot[mill], 0)
    flip(table, table.edition.port_slot[port], 0)


def sell_to_distant_market(table: Table, mill: i64) -> bool:
    """Turn a tile and move the marker; False if there is no more demand."""
    table.distant_count -= 1
    table.revealed += 1
    table.cotton += table.distant[table.distant_count]
    if table.cotton >= table.course.last_demand:
        table.cotton = table.course.last_demand
        return False
    flip(table, table.edition.mill_slot[mill], table.course.cotton_demand[table.cotton])
    return True
