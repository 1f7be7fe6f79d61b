"""The course of rounds and periods."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from smokestack.games.brass.rules.cards import deal, refill
from smokestack.games.brass.rules.loans import pay_income, remove_tile
from smokestack.games.brass.rules.scoring import score_period
from smokestack.games.brass.rules.table import Table
from smokestack.games.brass.rules.terms import (
    CANAL,
    DEBTS_AFTER_ROUND,
    DEBTS_BEFORE_TURNS,
    LINES,
    NONE,
    ORDER,
    PLACES,
    RAIL,
    SLOTS,
    SPENT,
    TURNS,
)


def begin_round(table: Table) -> None:
    """Income, in the editions that pay it first; then debts, then turns."""
    table.place = 0
    table.phase = TURNS
    if table.course.income_at_start:
        pay_income(table)
        table.phase = DEBTS_BEFORE_TURNS
    begin_turn(table)


def begin_turn(table: Table) -> None:
    first = table.period == CANAL and table.round == 1
    table.actions = 1 if first else 2


def end_turn(table: Table) -> None:
    """Refill, in the editions that do it now; then the next player's turn or the round's end."""
    table.turn += 1
    if table.refill_each_turn:
        refill(table, table.seat())
    table.place += 1
    if table.place < table.players:
        begin_turn(table)
    else:
        end_round(table)


def end_round(table: Table) -> None:
    """New turn order; income, in the editions that pay it last."""
    table.place = 0
    set_turn_order(table)
    last_of_all = table.period == RAIL and table.round == table.course.rounds
    if not table.course.income_at_start and not last_of_all:
        pay_income(table)
    table.phase = DEBTS_AFTER_ROUND


def after_round(table: Table) -> bool:
    """Refill, next round or next period; False once the game is over."""
    if not table.refill_each_turn:
        for i in range(table.players):
            refill(table, table.seats[ORDER + i])
    if table.round < table.course.rounds:
        table.round += 1
    else:
        score_period(table)
        if table.period == RAIL:
            return False
        clean_up(table)
        table.period = RAIL
        table.round = 1
        lay_distant_tiles(table)
        deal(table)
    begin_round(table)
    return True


def set_turn_order(table: Table) -> None:
    """Least spent first, ties keep their order; spent money goes to the bank."""
    for i in range(1, table.players):
        seat: i64 = table.seats[ORDER + i]
        j: i64 = i
        while j > 0 and table.seats[SPENT + table.seats[ORDER + j - 1]] > table.seats[SPENT + seat]:
            table.seats[ORDER + j] = table.seats[ORDER + j - 1]
            j -= 1
        table.seats[ORDER + j] = seat
    for i in range(table.players):
        table.seats[SPENT + i] = 0


def clean_up(table: Table) -> None:
    """After the canal period all links and level-1 tiles leave the board."""
    table.linked = 0
    for line in range(LINES):
        table.line_owner[line] = NONE
    for place in range(PLACES):
        table.adjacent[place] = 0
    for slot in range(SLOTS):
        if table.tile[slot] != NONE and table.edition.level[table.tile[slot]] == 1:
            remove_tile(table, slot)


def lay_distant_tiles(table: Table) -> None:
    """Shuffle all tiles of the distant market; demand is back at the top."""
    count: i64 = len(table.course.distant)
    tiles = vec[i64]([0] * count)
    for i in range(count):
        tiles[i] = table.course.distant[i]
    table.stream.shuffle(tiles, count, "distant market")
    table.distant = tiles
    table.distant_count = count
    table.cotton = 0
