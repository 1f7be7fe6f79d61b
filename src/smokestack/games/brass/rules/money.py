"""Paying, earning, and the income marker."""

from __future__ import annotations

from mypy_extensions import i64

from smokestack.games.brass.rules.ledger import INCOME, MONEY, POINTS
from smokestack.games.brass.rules.table import Table
from smokestack.games.brass.rules.terms import BIT, CASH, LAST_SPACE, MARKER, NONE, SCORE, SPENT


def spend(table: Table, seat: i64, amount: i64, cause: str, where: i64) -> None:
    """Pay for an action; the money goes to the Amount Spent."""
    table.seats[CASH + seat] -= amount
    table.seats[SPENT + seat] += amount
    if table.ledger is not None:
        table.ledger.note(MONEY, int(seat), int(-amount), cause, int(where))


def earn(table: Table, seat: i64, amount: i64, cause: str, where: i64) -> None:
    """Money from or to the bank, not set off against the Amount Spent."""
    table.seats[CASH + seat] += amount
    if table.ledger is not None:
        table.ledger.note(MONEY, int(seat), int(amount), cause, int(where))


def advance(table: Table, seat: i64, steps: i64, cause: str, where: i64) -> None:
    """Move the income marker up; it stops at the last space."""
    before: i64 = table.seats[MARKER + seat]
    after: i64 = before + steps
    if after > LAST_SPACE:
        after = LAST_SPACE
    table.seats[MARKER + seat] = after
    if table.ledger is not None:
        table.ledger.note(INCOME, int(seat), int(after - before), cause, int(where))


def fall_to(table: Table, seat: i64, space: i64) -> None:
    """Move the income marker down for a loan."""
    if table.ledger is not None:
        table.ledger.note(INCOME, int(seat), int(space - table.seats[MARKER + seat]), "loan", NONE)
    table.seats[MARKER + seat] = space


def score_points(table: Table, seat: i64, amount: i64, cause: str, where: i64, tile: i64) -> None:
    """Points for a link, for a tile of this kind or, with NONE for both, for something else."""
    table.seats[SCORE + seat] += amount
    if table.ledger is not None:
        table.ledger.note(POINTS, int(seat), int(amount), cause, int(where), int(tile))


def flip(table: Table, slot: i64, extra: i64) -> None:
    """Turn a tile over; its owner's income advances by its steps, and `extra` for cotton."""
    table.flipped |= BIT[slot]
    advance(table, table.owner[slot], table.edition.steps[table.tile[slot]] + extra, "flip", slot)
