"""How a position looks to a sensible entrepreneur, in points."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
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

POUND_LATE: Final = 0
POUND_EARLY: Final = 1
ENOUGH_CASH: Final = 2
INCOME: Final = 3
MINE_FLIPS: Final = 4
MINE_CUBE: Final = 5
WORKS_FLIPS: Final = 6
WORKS_CUBE: Final = 7
PORT_FLIPS: Final = 8
MILL_SELLS: Final = 9
MILL_WAITS: Final = 10
NEIGHBOUR: Final = 11
EMPTY_SLOT: Final = 12
STACKS: Final = 13
TOWN_CARD: Final = 14
INDUSTRY_CARD: Final = 15

# Found by playing: four players with these weights score half as much again as with a first guess.
WEIGHTS: Final = vec[float](
    [
        0.14,  # POUND_LATE: a pound at the end of the game
        0.165,  # POUND_EARLY: what it is worth on top with eight rounds to go
        37.0,  # ENOUGH_CASH: more than this is only worth its points at the end
        0.71,  # INCOME: of the money it will bring
        0.25,  # MINE_FLIPS: what part of its value a mine counts before it flips,
        0.03,  # MINE_CUBE: less this for each of its cubes
        1.4,  # WORKS_FLIPS
        0.09,  # WORKS_CUBE
        0.78,  # PORT_FLIPS
        1.6,  # MILL_SELLS: a mill that could be sold now
        0.35,  # MILL_WAITS: another
        0.16,  # NEIGHBOUR: an unflipped tile at the end of one's link
        0.385,  # EMPTY_SLOT: there
        0.084,  # STACKS: what the next tiles promise
        0.7,  # TOWN_CARD
        0.39,  # INDUSTRY_CARD
    ]
)


def appraise(table: Table, seat: i64) -> float:
    """One's own prospects; what others have is left to a search that looks further."""
    if table.over:
        return float(table.seats[SCORE + seat])
    return prospects(table, seat)


def prospects(table: Table, seat: i64) -> float:
    """Points scored, points on the board, and what money, income, stacks and cards may bring."""
    rounds = rounds_left(table)
    pound = WEIGHTS[POUND_LATE] + WEIGHTS[POUND_EARLY] * min(1.0, rounds / 8.0)
    total = float(table.seats[SCORE + seat])
    total += cash_value(table, seat, pound)
    income: i64 = table.course.income[table.seats[MARKER + seat]]
    step_value = WEIGHTS[INCOME] * pound * rounds * 0.4
    total += WEIGHTS[INCOME] * pound * rounds * float(income)
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
    enough = WEIGHTS[ENOUGH_CASH]
    if money <= enough:
        return pound * money
    return pound * enough + WEIGHTS[POUND_LATE] * (money - enough)


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
        part = WEIGHTS[MINE_FLIPS] - WEIGHTS[MINE_CUBE] * float(table.cubes[slot])
    elif industry == IRON:
        part = WEIGHTS[WORKS_FLIPS] - WEIGHTS[WORKS_CUBE] * float(table.cubes[slot])
    elif industry == PORT:
        part = WEIGHTS[PORT_FLIPS]
    elif can_sell(table, slot, anchor_places):
        part = WEIGHTS[MILL_SELLS]
    else:
        part = WEIGHTS[MILL_WAITS]
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
            value += WEIGHTS[EMPTY_SLOT] * time
        elif not table.is_flipped(slot):
            value += WEIGHTS[NEIGHBOUR] * time
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
    return WEIGHTS[STACKS] * total * min(1.0, rounds / 6.0)


def cards_value(table: Table, seat: i64) -> float:
    """Cards keep doors open; a second of a kind less so."""
    total = 0.0
    for card in range(CARD_KINDS):
        count: i64 = table.hands[seat * CARD_KINDS + card]
        if count > 0:
            weight = INDUSTRY_CARD if card >= FIRST_INDUSTRY_CARD else TOWN_CARD
            total += WEIGHTS[weight] * (1.0 + 0.3 * float(count - 1))
    return total
