"""Factories that have been triggered or activated (rulebook: Factories)."""

from __future__ import annotations

from mypy_extensions import i64

from smokestack.games.glasgow.rules import answers
from smokestack.games.glasgow.rules.conversions import ask_convert
from smokestack.games.glasgow.rules.stores import gain
from smokestack.games.glasgow.rules.table import Table
from smokestack.games.glasgow.rules.terms import (
    ARCHITECTS,
    ASK_REPLACE,
    ASK_RESOLVE,
    BIT,
    GIVES_CONVERSION,
    GIVES_REPLACEMENT,
    NONE,
)


def fire_next(table: Table) -> bool:
    """Let one factory work, or ask the active player which one if the order matters."""
    if order_matters(table):
        ask_resolve(table)
        return True
    factory: i64 = 0
    while (table.firing >> factory) & 1 == 0:
        factory += 1
    return fire(table, factory)


def order_matters(table: Table) -> bool:
    """Two or more are left, and one asks its owner something or the barrel would change hands."""
    firing = table.firing
    if firing & (firing - 1) == 0:
        return False
    tiles = table.tiles
    if firing & (tiles.convert_factories | tiles.replace_factories) != 0:
        return True
    barrels: i64 = firing & tiles.whisky_factories
    return barrels & table.owned(0) != 0 and barrels & table.owned(1) != 0


def ask_resolve(table: Table) -> None:
    table.count = 0
    left = table.firing
    factory: i64 = 0
    while left != 0:
        if left & 1:
            table.offer(answers.RESOLVE + table.site[factory])
        left >>= 1
        factory += 1
    table.ask(ASK_RESOLVE, table.active)


def fire(table: Table, factory: i64) -> bool:
    """Give a factory's good to its owner, or ask the owner; True if the owner must decide."""
    table.firing &= ~BIT[factory]
    owner = table.owner(factory)
    gift: i64 = table.tiles.gives[factory]
    if gift == GIVES_CONVERSION:
        asked = ask_convert(table, owner, answers.MAX_USES)
    elif gift == GIVES_REPLACEMENT:
        ask_replace(table, owner)
        asked = True
    else:
        gain(table, owner, gift, 1)
        return False
    table.fired = factory if asked else NONE
    return asked


def ask_replace(table: Table, seat: i64) -> None:
    """Ask whose offer to replace; at the contract and for a replace factory alike."""
    table.count = 0
    for architect in range(ARCHITECTS):
        table.offer(answers.REPLACE + architect)
    table.offer(answers.PASS)
    table.ask(ASK_REPLACE, seat)
