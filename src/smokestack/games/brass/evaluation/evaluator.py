"""Estimates positions of Brass from money, income, tiles, links and cards, in points."""

from __future__ import annotations

from typing import Final, cast, final

from librt.vecs import vec
from mypy_extensions import i64

from smokestack.engine.core.evaluator import Evaluator
from smokestack.engine.core.state import State
from smokestack.games.brass.evaluation.weights import (
    CANAL_INCOME,
    CANAL_NEIGHBOUR,
    CANAL_SLOT,
    COTTON_CARD,
    ENOUGH_CASH,
    KEPT_TILE,
    MILL_SELLS,
    MILL_WAITS,
    MINE_CUBE,
    MINE_FLIPS,
    MONEY_SPENT,
    NETWORK_PLACE,
    NEXT_COTTON,
    PORT_FLIPS,
    POUND_EARLY,
    POUND_LATE,
    RAIL_INCOME,
    RAIL_LINK,
    RAIL_NEIGHBOUR,
    RAIL_SLOT,
    SECOND_CARD,
    TOWN_CARD,
    WORKS_CUBE,
    WORKS_FLIPS,
)
from smokestack.games.brass.rules.connections import anchors, reach
from smokestack.games.brass.rules.table import Table
from smokestack.games.brass.rules.terms import (
    ASK_ACTION,
    ASK_CARD,
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

INCOME_LEVELS_PER_STEP: Final = 0.4  # on the lower half of the income track


@final
class BrassEvaluator(Evaluator):
    """Adds up what each asset of a seat is worth by the weights."""

    def __init__(self, weights: list[float]) -> None:
        super().__init__(1 << ASK_CARD, 1 << ASK_ACTION)
        self.weights = vec[float](weights)

    def value(self, state: State, seat: i64) -> float:
        """The seat's own expected points; only a deeper search looks at the opponents."""
        return self._points(cast(Table, state), seat)

    def expected_points(self, state: State, seat: i64) -> float:
        return self._points(cast(Table, state), seat)

    def share_left(self, state: State, seat: i64) -> float:
        return share_of_actions_left(cast(Table, state), seat)

    def is_near_end(self, state: State) -> bool:
        return is_last_round(cast(Table, state))

    def _points(self, table: Table, seat: i64) -> float:
        """Points scored and on the board, and what money, income, stacks and cards are worth."""
        total = float(table.seats[SCORE + seat])
        if table.over:
            return total
        weights = self.weights
        rounds = rounds_left(table)
        pound = weights[POUND_LATE] + weights[POUND_EARLY] * at_most_one(rounds / 8.0)
        total += self._cash(table, seat, pound)
        share = weights[CANAL_INCOME] if table.period == CANAL else weights[RAIL_INCOME]
        income_level = share * pound * rounds
        income: i64 = table.course.income[table.seats[MARKER + seat]]
        total += income_level * float(income)
        total -= weights[MONEY_SPENT] * float(table.seats[SPENT + seat])
        income_step = income_level * INCOME_LEVELS_PER_STEP
        total += self._tiles(table, seat, income_step)
        total += self._links(table, seat)
        total += self._stacks(table, seat, income_step, rounds)
        return total + self._cards(table, seat)

    def _cash(self, table: Table, seat: i64, pound: float) -> float:
        money = float(table.seats[CASH + seat])
        if is_last_round(table):
            return float(table.seats[CASH + seat] // POINTS_FOR_MONEY)
        enough = self.weights[ENOUGH_CASH]
        if money <= enough:
            return pound * money
        return pound * enough + self.weights[POUND_LATE] * (money - enough)

    def _tiles(self, table: Table, seat: i64, income_step: float) -> float:
        """The seat's tiles on the board: flipped ones in full, the others in part."""
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
                total += self.weights[KEPT_TILE]
            if table.is_flipped(slot):
                total += points
            else:
                part = self._unflipped_part(table, slot, tile, anchor_places)
                total += part * (points + income_step * float(edition.steps[tile]))
        return total

    def _unflipped_part(self, table: Table, slot: i64, tile: i64, anchor_places: i64) -> float:
        """The part of its value that an unflipped tile counts; less in the last rounds."""
        edition = table.edition
        weights = self.weights
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

    def _links(self, table: Table, seat: i64) -> float:
        """Coins at the ends of the seat's links, now and later, and the size of its network."""
        edition = table.edition
        weights = self.weights
        left = float(table.course.rounds - table.round)
        period_left = left / float(table.course.rounds)
        if table.period == CANAL:
            slot_value = weights[CANAL_SLOT] * at_most_one(left / 3.0)
            tile_value = weights[CANAL_NEIGHBOUR] * at_most_one(left / 3.0)
            link_value = 0.0
        else:
            slot_value = weights[RAIL_SLOT] * period_left
            tile_value = weights[RAIL_NEIGHBOUR] * at_most_one(left / 3.0)
            link_value = weights[RAIL_LINK] * period_left
        total = 0.0
        places: i64 = 0
        for line in range(LINES):
            if table.line_owner[line] == seat:
                a: i64 = edition.line_a[line]
                b: i64 = edition.line_b[line]
                total += link_value
                total += link_end_value(table, a, slot_value, tile_value)
                total += link_end_value(table, b, slot_value, tile_value)
                places |= BIT[a] | BIT[b]
        while places != 0:
            places &= places - 1
            total += weights[NETWORK_PLACE] * period_left
        return total

    def _stacks(self, table: Table, seat: i64, income_step: float, rounds: float) -> float:
        """The next tile of each stack, if it can be built in this period or the next."""
        edition = table.edition
        total = 0.0
        for industry in range(5):
            tile = table.next_tile(seat, industry)
            if tile == NONE or (edition.rail_tiles & BIT[tile] == 0 and table.period == RAIL):
                continue
            points = float(edition.points[tile]) + income_step * float(edition.steps[tile])
            if table.period == CANAL and edition.level[tile] >= 2:
                points += float(edition.points[tile])
            total += self.weights[NEXT_COTTON + industry] * points
        return total * at_most_one(rounds / 6.0)

    def _cards(self, table: Table, seat: i64) -> float:
        """The cards in hand; further cards of the same kind count less."""
        weights = self.weights
        total = 0.0
        for card in range(CARD_KINDS):
            count: i64 = table.hands[seat * CARD_KINDS + card]
            if count > 0:
                weight: i64 = TOWN_CARD
                if card >= FIRST_INDUSTRY_CARD:
                    weight = COTTON_CARD + card - FIRST_INDUSTRY_CARD
                total += weights[weight] * (1.0 + weights[SECOND_CARD] * float(count - 1))
        return total


def share_of_actions_left(table: Table, seat: i64) -> float:
    """The share of the seat's actions that are still to come."""
    if table.over:
        return 0.0
    rounds: i64 = table.course.rounds
    actions: i64 = 2 * (rounds - table.round)
    if table.period == CANAL:
        actions += 2 * rounds
    place: i64 = 0
    while table.seats[ORDER + place] != seat:
        place += 1
    if place == table.place:
        actions += table.actions
    elif place > table.place:
        actions += 2
    return float(actions) / float(4 * rounds)


def is_last_round(table: Table) -> bool:
    return table.period == RAIL and table.round == table.course.rounds


def at_most_one(number: float) -> float:
    return number if number < 1.0 else 1.0


def rounds_left(table: Table) -> float:
    left: i64 = table.course.rounds - table.round
    if table.period == CANAL:
        left += table.course.rounds
    return float(left)


def can_sell(table: Table, slot: i64, anchor_places: i64) -> bool:
    """Whether a mill is connected to an unflipped port or to a distant market with demand."""
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


def link_end_value(table: Table, place: i64, slot_value: float, tile_value: float) -> float:
    value = float(table.edition.coins[place])
    for slot in range(table.edition.first_slot[place], table.edition.first_slot[place + 1]):
        if table.tile[slot] == NONE:
            value += slot_value
        elif table.is_flipped(slot):
            value += 1.0
        else:
            value += tile_value
    return value
