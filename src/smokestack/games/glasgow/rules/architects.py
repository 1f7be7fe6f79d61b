"""Building at an architect, or what was drawn: choose, pay, place (rulebook: Landing on an
Architect Tile)."""

from __future__ import annotations

from mypy_extensions import i64

from smokestack.games.glasgow.rules import answers
from smokestack.games.glasgow.rules.city import ask_place
from smokestack.games.glasgow.rules.stores import can_pay, first_missing, missing, pay, price
from smokestack.games.glasgow.rules.table import Table
from smokestack.games.glasgow.rules.terms import ASK_BUILD, ASK_PAY, DRAWN, NONE, WHISKY


def ask_build(table: Table) -> bool:
    """Ask which of the two to build; ends the tile's action when neither can be paid."""
    table.count = 0
    first: i64 = architect_at(table.position(table.active)) * 2
    for place in range(2):
        if can_pay(table, table.active, table.offers[first + place], table.surcharge):
            table.offer(answers.BUILD + place)
    if table.count == 0:
        table.acting = False
        return False
    table.offer(answers.PASS)
    table.ask(ASK_BUILD, table.active)
    return True


def choose_offer(table: Table, place: i64) -> None:
    table.source = architect_at(table.position(table.active)) * 2 + place
    table.building = table.offers[table.source]


def choose_drawn(table: Table) -> None:
    table.source = DRAWN
    table.building = table.drawn
    table.uses -= 1


def go_on_building(table: Table) -> bool:
    """Ask for the payment or the place of the chosen building: what is due next."""
    if not table.paid and ask_payment(table):
        return True
    return ask_place(table)


def ask_payment(table: Table) -> bool:
    """Ask whether and for what to use the barrel, if the goods suffice without it."""
    seat = table.active
    if table.stores[seat * 4 + WHISKY] == 0:
        settle(table, NONE)
        return False
    if missing(table, seat, table.building, table.surcharge) > 0:
        settle(table, first_missing(table, seat, table.building, table.surcharge))
        return False
    table.count = 0
    table.offer(answers.PAY)
    for good in range(3):
        if price(table, table.building, good, table.surcharge) > 0:
            table.offer(answers.PAY_WHISKY + good)
    table.ask(ASK_PAY, seat)
    return True


def settle(table: Table, barrel_for: i64) -> None:
    """Pay; at an architect every build after the free ones costs one gold more than the last."""
    pay(table, table.active, table.building, table.surcharge, barrel_for)
    table.paid = True
    if table.source != DRAWN:
        if table.uses > 1:
            table.uses -= 1
        else:
            table.surcharge += 1


def architect_at(ring_index: i64) -> i64:
    """The architects stand at 0, 5, 10 and 15."""
    return ring_index // 5
