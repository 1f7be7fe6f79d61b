"""What a puzzle of Brass is about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from smokestack.games.brass.formats.decoding import BUILDS, Answer, Kind, decode
from smokestack.games.brass.formats.notation import to_text
from smokestack.games.brass.formats.openings import opening_move
from smokestack.games.brass.rules.terms import (
    ASK_SECOND_RAIL,
    COAL,
    COTTON,
    IRON,
    NONE,
    ORDER,
    PERIODS,
    PORT,
    RAIL,
    SHIPYARD,
)
from smokestack.games.brass.rules.turn import Brass

COAL_BEFORE_RAILS: Final = "coal before rails"
DOUBLE_RAILS: Final = "double rails"
OVERBUILDING: Final = "overbuilding"
LAST_SALE: Final = "last sale"
LOAN: Final = "loan"
TURN_ORDER: Final = "turn order"
MONEY: Final = "money"
NETWORK: Final = "network"
DEVELOPMENT: Final = "development"
MILLS_AND_PORTS: Final = "mills and ports"
COAL_MINES: Final = "coal mines"
IRON_WORKS: Final = "iron works"
SHIPYARDS: Final = "shipyards"
CUBES: Final = "cubes"
SALES: Final = "sales"
OTHER: Final = "other"
THEMES: Final = (
    COAL_BEFORE_RAILS,
    DOUBLE_RAILS,
    OVERBUILDING,
    LAST_SALE,
    LOAN,
    TURN_ORDER,
    MONEY,
    NETWORK,
    DEVELOPMENT,
    MILLS_AND_PORTS,
    COAL_MINES,
    IRON_WORKS,
    SHIPYARDS,
    CUBES,
    SALES,
    OTHER,
)

LAST_ROUNDS: Final = 2
"""Of a period, in which a sale may be the last one."""
LOAN_ROUNDS: Final = 3
"""Before the deck is empty in the rail period, after which there are no more loans."""
SCARCE_DEMAND: Final = 3
"""Steps of the distant market that are left."""


INDUSTRY_THEMES: Final = {
    COTTON: MILLS_AND_PORTS,
    COAL: COAL_MINES,
    PORT: MILLS_AND_PORTS,
    IRON: IRON_WORKS,
    SHIPYARD: SHIPYARDS,
}
KIND_THEMES: Final = {
    Kind.LOAN: MONEY,
    Kind.LIQUIDATE: MONEY,
    Kind.LINK: NETWORK,
    Kind.DEVELOP: DEVELOPMENT,
    Kind.COAL: CUBES,
    Kind.IRON: CUBES,
    Kind.SELL: SALES,
    Kind.SALE: SALES,
    Kind.DISTANT_SALE: SALES,
}


def themes_of(state: Brass, line: Sequence[int], wrong: Sequence[int]) -> list[str]:
    """The themes of a position with its best line, and the line of a wrong answer to compare.

    What kind of action it is counts as a theme only if no idea is behind it that has a name.
    """
    best, other = decode(line[0]), decode(wrong[0])
    found = set()
    if _is_coal_before_rails(state, best, line):
        found.add(COAL_BEFORE_RAILS)
    if _is_double_rails(state, best, line):
        found.add(DOUBLE_RAILS)
    if best.kind in BUILDS and state.tile[best.slot] != NONE:
        found.add(OVERBUILDING)
    if best.kind is Kind.SELL and _is_last_sale(state):
        found.add(LAST_SALE)
    if best.kind is Kind.LOAN and other.kind is not Kind.LOAN and _is_loan_deadline_near(state):
        found.add(LOAN)
    if _moves_twice(state, line):
        found.add(TURN_ORDER)
    action = other if best.kind is Kind.DONE else best  # what to stop with
    return [theme for theme in THEMES if theme in found] or [_theme_of_action(action)]


def idea_of(state: Brass, best: int, wrong: int) -> str:
    """Period, round and both answers; a tile counts for its town."""
    period = PERIODS[state.period]
    return f"{period} {state.round}: {_move(state, best)}, not {_move(state, wrong)}"


def _move(state: Brass, answer: int) -> str:
    return opening_move(state, answer) or to_text(answer)


def _theme_of_action(answer: Answer) -> str:
    if answer.kind in BUILDS:
        return INDUSTRY_THEMES.get(answer.industry, OTHER)
    return KIND_THEMES.get(answer.kind, OTHER)


def _is_coal_before_rails(state: Brass, best: Answer, line: Sequence[int]) -> bool:
    """A coal mine in the rail period, or before a link of the same seat in it."""
    if best.kind not in BUILDS or best.industry != COAL:
        return False
    return state.period == RAIL or any(
        period == RAIL and decoded.kind is Kind.LINK
        for period, decoded in _own_answers(state, line)
    )


def _is_double_rails(state: Brass, best: Answer, line: Sequence[int]) -> bool:
    """The question is whether to build a second rail, or the best action builds two."""
    if state.decision == ASK_SECOND_RAIL:
        return True
    if best.kind is not Kind.LINK or state.period != RAIL:
        return False
    action = state.copy()
    for answer in line:
        if not action.offers_answer(answer):
            return False
        if action.decision == ASK_SECOND_RAIL:
            return decode(answer).kind is Kind.LINK
        action.apply(answer)
        if action.actor != state.actor or action.action == NONE:
            return False
    return False


def _is_last_sale(state: Brass) -> bool:
    """The period ends soon, or the demand of the distant market does."""
    rounds_left = int(state.course.rounds) - int(state.round)
    return (
        rounds_left < LAST_ROUNDS
        or int(state.course.last_demand) - int(state.cotton) <= SCARCE_DEMAND
    )


def _is_loan_deadline_near(state: Brass) -> bool:
    return state.period == RAIL and 0 < state.deck_count <= LOAN_ROUNDS * 2 * state.players


def _moves_twice(state: Brass, line: Sequence[int]) -> bool:
    """The last seat of a round becomes the first of the next one."""
    seat, round_number = int(state.actor), int(state.round)
    if state.seats[ORDER + state.players - 1] != seat or state.seat() != seat:
        return False
    after = state.copy()
    for answer in line:
        if after.over or not after.offers_answer(answer):
            return False
        after.apply(answer)
        if after.round != round_number:
            return not after.over and int(after.seats[ORDER]) == seat
    return False


def _own_answers(state: Brass, line: Sequence[int]) -> list[tuple[int, Answer]]:
    """The answers of the seat in a line, each with the period in which it is given."""
    seat, found, state = int(state.actor), [], state.copy()
    for answer in line:
        if state.over or not state.offers_answer(answer):
            break
        if state.actor == seat:
            found.append((int(state.period), decode(answer)))
        state.apply(answer)
    return found
