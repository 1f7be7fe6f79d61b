"""How a position looks to a sensible entrepreneur, in points."""

from __future__ import annotations

from mypy_extensions import i64

from smokestack.games.brass.connections import anchors, reach
from smokestack.games.brass.scoring import coins_at
from smokestack.games.brass.table import Table
from smokestack.games.brass.terms import (
    BIT,
    CANAL,
    CARD_KINDS,
    CASH,
    COAL,
    FIRST_INDUSTRY_CARD,
    IRON,
    LINES,
    MARKER,
    NONE,
    POINTS_FOR_MONEY,
    PORT,
    RAIL,
    SCORE,
    SLOTS,
)
from smokestack.games.brass.weights import (
    EMPTY_SLOT,
    ENOUGH_CASH,
    INCOME,
    INDUSTRY_CARD,
    MILL_SELLS,
    MILL_WAITS,
    MINE_CUBE,
    MINE_FLIPS,
    NEIGHBOUR,
    PORT_FLIPS,
    POUND_EARLY,
    POUND_LATE,
    STACKS,
    TOWN_CARD,
    WORKS_CUBE,
    WORKS_FLIPS,
)


def appraise(table: Table, seat: i64) -> float:
    """One's own prospects; what others have is left to a search that looks further."""
    return prospects(table, seat)


def prospects(table: Table, seat: i64) -> float:
    """Points scored, points on the board, and what money, income, stacks and cards may bring."""
    if table.over:
        return float(table.seats[SCORE + seat])
    rounds = rounds_left(table)
    pound = table.weights[POUND_LATE] + table.weights[POUND_EARLY] * min(1.0, rounds / 8.0)
    total = float(table.seats[SCORE + seat])
    total += cash_value(table, seat, pound)
    income: i64 = table.course.income[table.seats[MARKER + seat]]
    step_value = table.weights[INCOME] * pound * rounds * 0.4
    total += table.weights[INCOME] * pound * rounds * float(income)
    total += tiles_value(table, seat, step_value)
    total += links_value(table, seat)
    total += stacks_value(table, seat, step_value, rounds)
    return total + cards_value(table, seat)


def rounds_left(table: Table) -> float:
    left: i64 = table.course.rounds - table.round
    if table.period == CANAL:
        left += table.course.rounds
    return float(left)


def cash_value(table: Table, seat: i64, pound: float) -> float:
    money = float(table.seats[CASH + seat])
    if table.period == RAIL and table.round == table.course.rounds:
        return float(table.seats[CASH + seat] // POINTS_FOR_MONEY)
    enough = table.weights[ENOUGH_CASH]
    if money <= enough:
        return pound * money
    return pound * enough + table.weights[POUND_LATE] * (money - enough)


def tiles_value(table: Table, seat: i64, step_value: float) -> float:
    """Tiles of one's own: flipped for certain, others in part."""
    edition = table.edition
    total = 0.0
    anchor_places = anchors(table)
    for slot in range(SLOTS):
        if table.owner[slot] != seat:
            continue
        tile: i64 = table.tile[slot]
        scorings = 1.0
        if table.period == CANAL and edition.level[tile] >= 2:
            scorings = 2.0
        points = float(edition.points[tile]) * scorings
        if table.is_flipped(slot):
            total += points
        else:
            part = hope(table, slot, tile, anchor_places)
            total += part * (points + step_value * float(edition.steps[tile]))
    return total


def hope(table: Table, slot: i64, tile: i64, anchor_places: i64) -> float:
    """What part of its value an unflipped tile counts; less when time runs out."""
    edition = table.edition
    industry: i64 = edition.industry[tile]
    rounds = float(table.course.rounds - table.round)
    if table.period == CANAL and edition.level[tile] >= 2:
        rounds += float(table.course.rounds)
    time = min(1.0, rounds / 3.0)
    if industry == COAL:
        part = table.weights[MINE_FLIPS] - table.weights[MINE_CUBE] * float(table.cubes[slot])
    elif industry == IRON:
        part = table.weights[WORKS_FLIPS] - table.weights[WORKS_CUBE] * float(table.cubes[slot])
    elif industry == PORT:
        part = table.weights[PORT_FLIPS]
    elif can_sell(table, slot, anchor_places):
        part = table.weights[MILL_SELLS]
    else:
        part = table.weights[MILL_WAITS]
    if part < 0.0:
        return 0.0
    return part * time


def can_sell(table: Table, slot: i64, anchor_places: i64) -> bool:
    """Whether a mill is connected to a port that waits, or to a market with demand."""
    edition = table.edition
    connected = reach(table, BIT[edition.slot_place[slot]])
    if connected & anchor_places == 0:
        return False
    if table.cotton < 4:
        return True
    for other in range(SLOTS):
        tile: i64 = table.tile[other]
        if (
            tile != NONE
            and edition.industry[tile] == PORT
            and not table.is_flipped(other)
            and connected & BIT[edition.slot_place[other]] != 0
        ):
            return True
    return False


def links_value(table: Table, seat: i64) -> float:
    """Coins at the ends of one's links, and those that may come."""
    edition = table.edition
    time = min(1.0, float(table.course.rounds - table.round) / 3.0)
    total = 0.0
    for line in range(LINES):
        if table.line_owner[line] == seat:
            total += end_value(table, edition.line_a[line], time)
            total += end_value(table, edition.line_b[line], time)
    return total


def end_value(table: Table, place: i64, time: float) -> float:
    value = float(coins_at(table, place))
    for slot in range(table.edition.first_slot[place], table.edition.first_slot[place + 1]):
        if table.tile[slot] == NONE:
            value += table.weights[EMPTY_SLOT] * time
        elif not table.is_flipped(slot):
            value += table.weights[NEIGHBOUR] * time
    return value


def stacks_value(table: Table, seat: i64, step_value: float, rounds: float) -> float:
    """The next tile of each stack, if it can still be built."""
    edition = table.edition
    buildable = edition.canal_tiles if table.period == CANAL else edition.rail_tiles
    total = 0.0
    for industry in range(5):
        tile = table.next_tile(seat, industry)
        if tile != NONE and buildable & BIT[tile] != 0:
            scorings = 1.0
            if table.period == CANAL and edition.level[tile] >= 2:
                scorings = 2.0
            total += float(edition.points[tile]) * scorings
            total += step_value * float(edition.steps[tile])
    return table.weights[STACKS] * total * min(1.0, rounds / 6.0)


def cards_value(table: Table, seat: i64) -> float:
    """Cards keep doors open; a second of a kind less so."""
    total = 0.0
    for card in range(CARD_KINDS):
        count: i64 = table.hands[seat * CARD_KINDS + card]
        if count > 0:
            weight = INDUSTRY_CARD if card >= FIRST_INDUSTRY_CARD else TOWN_CARD
            total += table.weights[weight] * (1.0 + 0.3 * float(count - 1))
    return total
