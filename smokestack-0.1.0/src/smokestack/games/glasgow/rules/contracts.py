"""What each contract lets its visitor do (rulebook: Landing on a Contract Tile)."""

from __future__ import annotations

from mypy_extensions import i64

from smokestack.games.glasgow.rules import answers
from smokestack.games.glasgow.rules.conversions import ask_convert
from smokestack.games.glasgow.rules.factories import ask_replace
from smokestack.games.glasgow.rules.pile import discard
from smokestack.games.glasgow.rules.stores import can_pay, gain
from smokestack.games.glasgow.rules.table import Table
from smokestack.games.glasgow.rules.terms import (
    ACTIVATE,
    ASK_ACTIVATE,
    ASK_CHOICE,
    ASK_DRAW,
    ASK_DRAWN,
    CHOICE,
    CONVERT,
    DOUBLE,
    GRANT,
    NONE,
    REPLACE,
    STORE,
)


def use_contract(table: Table, contract: i64) -> bool:
    """Use the contract once, or ask how; an action that is impossible ends the tile."""
    if table.uses == 0:
        table.acting = False
        return False
    kind: i64 = table.tiles.contract_kind[contract]
    if kind == GRANT:
        grant(table, contract)
        return False
    if kind == DOUBLE:
        table.doubled |= 1 << table.active
        table.uses = 0
        return False
    asked = True
    if kind == CHOICE:
        asked = ask_choice(table)
    elif kind == CONVERT:
        asked = ask_convert(table, table.active, 1)
    elif kind == REPLACE:
        ask_replace(table, table.active)
    elif kind == ACTIVATE:
        asked = ask_activate(table)
    else:
        ask_draw(table)
    if not asked:
        table.uses = 0
    return asked


def grant(table: Table, contract: i64) -> None:
    for good in range(4):
        gain(table, table.active, good, table.tiles.grants[contract * 4 + good])
    table.uses -= 1


def ask_choice(table: Table) -> bool:
    """Offer the goods that fit; False if none does."""
    table.count = 0
    for good in range(3):
        if table.stores[table.active * 4 + good] < STORE[good]:
            table.offer(answers.TAKE + good)
    if table.count == 0:
        return False
    table.offer(answers.PASS)
    table.ask(ASK_CHOICE, table.active)
    return True


def ask_activate(table: Table) -> bool:
    """Offer every factory in the city, of either owner; False if there is none."""
    table.count = 0
    left: i64 = table.standing & table.tiles.factories
    factory: i64 = 0
    while left != 0:
        if left & 1:
            table.offer(answers.ACTIVATE + table.site[factory])
        left >>= 1
        factory += 1
    if table.count == 0:
        return False
    table.offer(answers.PASS)
    table.ask(ASK_ACTIVATE, table.active)
    return True


def ask_draw(table: Table) -> None:
    table.count = 0
    table.offer(answers.DRAW)
    table.offer(answers.PASS)
    table.ask(ASK_DRAW, table.active)


def ask_drawn(table: Table) -> bool:
    """Build the revealed building or discard it; asked even if only the discard is left."""
    table.count = 0
    if can_pay(table, table.active, table.drawn, 0):
        table.offer(answers.BUILD_DRAWN)
    table.offer(answers.DISCARD)
    table.ask(ASK_DRAWN, table.active)
    return True


def discard_drawn(table: Table) -> None:
    """Discard the revealed building for the leftmost good of its cost."""
    gain(table, table.active, table.tiles.leftmost[table.drawn], 1)
    discard(table, table.drawn)
    table.drawn = NONE
    table.uses -= 1
