"""Goods: gaining and paying them (rulebook: Storehouse, Whisky)."""

from __future__ import annotations

from mypy_extensions import i64

from smokestack.games.glasgow.rules.table import Table
from smokestack.games.glasgow.rules.terms import GOLD, NONE, STORE, WHISKY


def gain(table: Table, seat: i64, good: i64, amount: i64) -> None:
    """Add goods to a store; what does not fit is lost, the barrel may come from the opponent."""
    if good == WHISKY:
        if amount > 0:
            table.stores[(1 - seat) * 4 + WHISKY] = 0
            table.stores[seat * 4 + WHISKY] = 1
        return
    slot: i64 = seat * 4 + good
    have: i64 = table.stores[slot] + amount
    table.stores[slot] = have if have < STORE[good] else STORE[good]


def price(table: Table, building: i64, good: i64, surcharge: i64) -> i64:
    """How much of a good a building costs, surcharge included."""
    need: i64 = table.tiles.need[building * 3 + good]
    return need + surcharge if good == GOLD else need


def missing(table: Table, seat: i64, building: i64, surcharge: i64) -> i64:
    """How many goods are lacking to pay for a building without the barrel."""
    lacking: i64 = 0
    for good in range(3):
        short: i64 = price(table, building, good, surcharge) - table.stores[seat * 4 + good]
        if short > 0:
            lacking += short
    return lacking


def can_pay(table: Table, seat: i64, building: i64, surcharge: i64) -> bool:
    return missing(table, seat, building, surcharge) <= table.stores[seat * 4 + WHISKY]


def first_missing(table: Table, seat: i64, building: i64, surcharge: i64) -> i64:
    """A good that the store lacks for a building, or NONE."""
    for good in range(3):
        if price(table, building, good, surcharge) > table.stores[seat * 4 + good]:
            return good
    return NONE


def pay(table: Table, seat: i64, building: i64, surcharge: i64, barrel_for: i64) -> None:
    """Pay for a building, the barrel standing for one good (or NONE: without it)."""
    for good in range(3):
        table.stores[seat * 4 + good] -= price(table, building, good, surcharge)
    if barrel_for != NONE:
        table.stores[seat * 4 + barrel_for] += 1
        table.stores[seat * 4 + WHISKY] = 0
