"""Loans, income and debt."""

from __future__ import annotations

from mypy_extensions import i64

from smokestack.games.brass.rules import answers
from smokestack.games.brass.rules.money import earn, fall_to, score_points
from smokestack.games.brass.rules.table import Table
from smokestack.games.brass.rules.terms import (
    ASK_DEBT,
    BIT,
    CASH,
    LOANS,
    MARKER,
    NONE,
    ORDER,
    RAIL,
    SCORE,
    SLOTS,
)


def offer_loans(table: Table) -> None:
    """10, 20 or 30, as far down as the income track goes; not late in the rail period."""
    if table.period == RAIL and table.deck_count == 0:
        return
    space: i64 = table.seats[MARKER + table.seat()]
    for loan in range(LOANS):
        space = table.course.lower_space[space]
        if space == NONE:
            return
        table.offer(answers.LOAN + loan)


def take_loan(table: Table, loan: i64) -> None:
    """The income marker falls a level for each 10; borrowed money is not spent."""
    seat = table.seat()
    space: i64 = table.seats[MARKER + seat]
    for _ in range(loan + 1):
        space = table.course.lower_space[space]
    fall_to(table, seat, space)
    earn(table, seat, 10 * (loan + 1), "loan", NONE)


def pay_income(table: Table) -> None:
    """Everybody's income, from the bank or to it; debts are settled after."""
    for i in range(table.players):
        seat: i64 = table.seats[ORDER + i]
        earn(table, seat, table.course.income[table.seats[MARKER + seat]], "income", NONE)


def settle_debts(table: Table) -> bool:
    """Let debtors sell tiles in turn order; True if one must choose."""
    for i in range(table.players):
        seat: i64 = table.seats[ORDER + i]
        if table.seats[CASH + seat] >= 0:
            continue
        table.count = 0
        for slot in range(SLOTS):
            if table.owner[slot] == seat:
                table.offer(answers.LIQUIDATE + slot)
        if table.count > 0:
            table.ask(ASK_DEBT, seat)
            return True
        pay_with_points(table, seat)
    return False


def liquidate(table: Table, slot: i64) -> None:
    """Remove an own tile for half its cost, rounded down; cubes on it are lost."""
    earn(table, table.owner[slot], table.edition.cost[table.tile[slot]] // 2, "liquidation", slot)
    remove_tile(table, slot)


def remove_tile(table: Table, slot: i64) -> None:
    table.occupied &= ~BIT[slot]
    table.tile[slot] = NONE
    table.owner[slot] = NONE
    table.cubes[slot] = 0
    table.flipped &= ~BIT[slot]


def pay_with_points(table: Table, seat: i64) -> None:
    """A point for each pound that is still owed, as far as they go; the rest is forgiven."""
    owed: i64 = -table.seats[CASH + seat]
    score_points(table, seat, -min(owed, table.seats[SCORE + seat]), "debt", NONE, NONE)
    earn(table, seat, owed, "debt forgiven", NONE)
