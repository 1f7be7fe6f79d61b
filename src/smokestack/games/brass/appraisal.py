"""How a position looks to a sensible entrepreneur, in points."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from smokestack.games.brass.connections import anchors, reach
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
    ORDER,
    POINTS_FOR_MONEY,
    PORT,
    RAIL,
    SCORE,
    SLOTS,
    SPENT,
)
from smokestack.games.brass.weights import (
    CANAL_INCOME,
    CANAL_NEIGHBOUR,
    CANAL_SLOT,
    COTTON_CARD,
    ENOUGH_CASH,
    LASTING,
    MILL_SELLS,
    MILL_WAITS,
    MINE_CUBE,
    MINE_FLIPS,
    NEXT_COTTON,
    PLACE,
    PORT_FLIPS,
    POUND_EARLY,
    POUND_LATE,
    RAIL_INCOME,
    RAIL_LINK,
    RAIL_NEIGHBOUR,
    RAIL_SLOT,
    SECOND_CARD,
    THRIFT,
    TOWN_CARD,
    WORKS_CUBE,
    WORKS_FLIPS,
)

LEVELS_PER_STEP: Final = 0.4  # of income, on the lower half of the track


def appraise(table: Table, seat: i64) -> float:
    """One's own prospects; what others have is left to a search that looks further."""
    return prospects(table, seat)


def left(table: Table, seat: i64) -> float:
    """The part of a seat's actions that are still to come."""
    if table.over:
        return 0.0
    rounds: i64 = table.course.rounds
    still: i64 = 2 * (rounds - table.round)
    if table.period == CANAL:
        still += 2 * rounds
    place: i64 = 0
    while table.seats[ORDER + place] != seat:
        place += 1
    if place == table.place:
        still += table.actions
    elif place > table.place:
        still += 2
    return float(still) / float(4 * rounds)


def prospects(table: Table, seat: i64) -> float:
    """Points scored, points on the board, and what money, income, stacks and cards may bring."""
    total = float(table.seats[SCORE + seat])
    if table.over:
        return total
    weights = table.weights
    rounds = rounds_left(table)
    pound = weights[POUND_LATE] + weights[POUND_EARLY] * at_most_one(rounds / 8.0)
    total += cash_value(table, seat, pound)
    share = weights[CANAL_INCOME] if table.period == CANAL else weights[RAIL_INCOME]
    a_level = share * pound * rounds
    income: i64 = table.course.income[table.seats[MARKER + seat]]
    total += a_level * float(income)
    total -= weights[THRIFT] * float(table.seats[SPENT + seat])
    step_value = a_level * LEVELS_PER_STEP
    total += tiles_value(table, seat, step_value)
    total += links_value(table, seat)
    total += stacks_value(table, seat, step_value, rounds)
    return total + cards_value(table, seat)


def at_most_one(number: float) -> float:
    return number if number < 1.0 else 1.0


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
        points = float(edition.points[tile])
        if table.period == CANAL and edition.level[tile] >= 2:
            points *= 2.0
            total += table.weights[LASTING]
        if table.is_flipped(slot):
            total += points
        else:
            part = hope(table, slot, tile, anchor_places)
            total += part * (points + step_value * float(edition.steps[tile]))
    return total


def hope(table: Table, slot: i64, tile: i64, anchor_places: i64) -> float:
    """What part of its value an unflipped tile counts; less when time runs out."""
    edition = table.edition
    weights = table.weights
    industry: i64 = edition.industry[tile]
    rounds = float(table.course.rounds - table.round)
    if table.period == CANAL and edition.level[tile] >= 2:
        rounds += float(table.course.rounds)
    if industry == COAL:
        part = weights[MINE_FLIPS] - weights[MINE_CUBE] * float(table.cubes[slot])
    elif industry == IRON:
        part = weights[WORKS_FLIPS] - weights[WORKS_CUBE] * float(table.cubes[slot])
    elif industry == PORT:
        part = weights[PORT_FLIPS]
    elif can_sell(table, slot, anchor_places):
        part = weights[MILL_SELLS]
    else:
        part = weights[MILL_WAITS]
    if part < 0.0:
        return 0.0
    return part * at_most_one(rounds / 3.0)


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
    """Coins at the ends of one's links, those that may come, and where a network leads."""
    edition = table.edition
    weights = table.weights
    left = float(table.course.rounds - table.round)
    young = left / float(table.course.rounds)
    if table.period == CANAL:
        slot_value = weights[CANAL_SLOT] * at_most_one(left / 3.0)
        tile_value = weights[CANAL_NEIGHBOUR] * at_most_one(left / 3.0)
        link_value = 0.0
    else:
        slot_value = weights[RAIL_SLOT] * young
        tile_value = weights[RAIL_NEIGHBOUR] * at_most_one(left / 3.0)
        link_value = weights[RAIL_LINK] * young
    total = 0.0
    places: i64 = 0
    for line in range(LINES):
        if table.line_owner[line] == seat:
            a: i64 = edition.line_a[line]
            b: i64 = edition.line_b[line]
            total += link_value
            total += end_value(table, a, slot_value, tile_value)
            total += end_value(table, b, slot_value, tile_value)
            places |= BIT[a] | BIT[b]
    while places != 0:
        places &= places - 1
        total += weights[PLACE] * young
    return total


def end_value(table: Table, place: i64, slot_value: float, tile_value: float) -> float:
    value = float(table.edition.coins[place])
    for slot in range(table.edition.first_slot[place], table.edition.first_slot[place + 1]):
        if table.tile[slot] == NONE:
            value += slot_value
        elif table.is_flipped(slot):
            value += 1.0
        else:
            value += tile_value
    return value


def stacks_value(table: Table, seat: i64, step_value: float, rounds: float) -> float:
    """The next tile of each stack, if it can be built in this period or the next."""
    edition = table.edition
    total = 0.0
    for industry in range(5):
        tile = table.next_tile(seat, industry)
        if tile == NONE or (edition.rail_tiles & BIT[tile] == 0 and table.period == RAIL):
            continue
        points = float(edition.points[tile]) + step_value * float(edition.steps[tile])
        if table.period == CANAL and edition.level[tile] >= 2:
            points += float(edition.points[tile])
        total += table.weights[NEXT_COTTON + industry] * points
    return total * at_most_one(rounds / 6.0)


def cards_value(table: Table, seat: i64) -> float:
    """Cards keep doors open; a second of a kind less so."""
    weights = table.weights
    total = 0.0
    for card in range(CARD_KINDS):
        count: i64 = table.hands[seat * CARD_KINDS + card]
        if count > 0:
            weight: i64 = TOWN_CARD
            if card >= FIRST_INDUSTRY_CARD:
                weight = COTTON_CARD + card - FIRST_INDUSTRY_CARD
            total += weights[weight] * (1.0 + weights[SECOND_CARD] * float(count - 1))
    return total
