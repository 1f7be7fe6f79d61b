"""Points at the end of a period, and who has won."""

from __future__ import annotations

from mypy_extensions import i64

from smokestack.games.brass.rules.money import score_points
from smokestack.games.brass.rules.table import Table
from smokestack.games.brass.rules.terms import (
    BY_INCOME,
    BY_MONEY,
    BY_POINTS,
    BY_TURN_ORDER,
    CASH,
    LINES,
    MARKER,
    NONE,
    ORDER,
    POINTS_FOR_MONEY,
    RAIL,
    SCORE,
    SHARED,
    SLOTS,
)


def score_period(table: Table) -> None:
    """Links first, then tiles; at the end of the game also money."""
    rail = table.period == RAIL
    link_cause = "rail link" if rail else "canal link"
    tile_cause = "rail tile" if rail else "canal tile"
    for line in range(LINES):
        if table.line_owner[line] != NONE:
            points: i64 = link_value(table, line)
            score_points(table, table.line_owner[line], points, link_cause, line, NONE)
    for slot in range(SLOTS):
        if table.is_flipped(slot):
            points = table.edition.points[table.tile[slot]]
            score_points(table, table.owner[slot], points, tile_cause, slot, table.tile[slot])
    if rail:
        for seat in range(table.players):
            money: i64 = table.seats[CASH + seat] // POINTS_FOR_MONEY
            score_points(table, seat, money, "money", NONE, NONE)


def link_value(table: Table, line: i64) -> i64:
    """The coins at both ends of a link."""
    a: i64 = table.edition.line_a[line]
    b: i64 = table.edition.line_b[line]
    return coins_at(table, a) + coins_at(table, b)


def coins_at(table: Table, place: i64) -> i64:
    """Flipped tiles of anybody, one each, or what the map shows at a place without slots."""
    edition = table.edition
    coins: i64 = edition.coins[place]
    flipped = table.flipped
    for slot in range(edition.first_slot[place], edition.first_slot[place + 1]):
        coins += (flipped >> slot) & 1
    return coins


def standing_points(table: Table, seat: i64) -> i64:
    """Points so far, and what the table would score if the period ended now."""
    total: i64 = table.seats[SCORE + seat]
    if table.over:
        return total
    linked, line_owners = table.linked, table.line_owner
    for line in range(LINES):
        if (linked >> line) & 1 == 1 and line_owners[line] == seat:
            total += link_value(table, line)
    flipped, owners = table.flipped, table.owner
    for slot in range(SLOTS):
        if (flipped >> slot) & 1 == 1 and owners[slot] == seat:
            total += table.edition.points[table.tile[slot]]
    if table.period == RAIL and table.seats[CASH + seat] > 0:
        total += table.seats[CASH + seat] // POINTS_FOR_MONEY
    return total


def winners(table: Table) -> i64:
    """The winning seats, one bit each."""
    best: i64 = 0
    for seat in range(1, table.players):
        if compare(table, seat, best) > 0:
            best = seat
    won: i64 = 0
    for seat in range(table.players):
        if seat == best or (table.course.shared_victory and compare(table, seat, best) == 0):
            won |= 1 << seat
    return won


def compare(table: Table, seat: i64, other: i64) -> i64:
    """Above 0 if `seat` ranks before `other` by points, income and money (and turn order)."""
    difference: i64 = table.seats[SCORE + seat] - table.seats[SCORE + other]
    if difference == 0:
        difference = table.seats[MARKER + seat] - table.seats[MARKER + other]
    if difference == 0:
        difference = table.seats[CASH + seat] - table.seats[CASH + other]
    if difference == 0 and not table.course.shared_victory:
        difference = turn_position(table, other) - turn_position(table, seat)
    return difference


def turn_position(table: Table, seat: i64) -> i64:
    place: i64 = 0
    while table.seats[ORDER + place] != seat:
        place += 1
    return place


def deciding_tie_break(table: Table) -> i64:
    """What decided between the winner and the next best."""
    won = winners(table)
    winner: i64 = 0
    while (won >> winner) & 1 == 0:
        winner += 1
    if won & (won - 1) != 0:
        return SHARED
    reason: i64 = BY_POINTS
    for seat in range(table.players):
        if seat == winner or table.seats[SCORE + seat] != table.seats[SCORE + winner]:
            continue
        needed: i64 = BY_INCOME
        if table.seats[MARKER + seat] == table.seats[MARKER + winner]:
            needed = BY_MONEY
            if table.seats[CASH + seat] == table.seats[CASH + winner]:
                needed = BY_TURN_ORDER
        if needed > reason:
            reason = needed
    return reason
