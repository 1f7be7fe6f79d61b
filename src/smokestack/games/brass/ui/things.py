"""The things on the board that can be pointed at, and those that an answer concerns."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Final

from smokestack.engine.view import View
from smokestack.games.brass.formats.data import facts
from smokestack.games.brass.formats.decoding import (
    Answer,
    Kind,
    decode,
    decoded_answers,
    encode,
)
from smokestack.games.brass.formats.notation import card_names, line_names, slot_names
from smokestack.games.brass.rules.cards import allows
from smokestack.games.brass.rules.terms import (
    ASK_ACTION,
    ASK_CARD,
    BIT,
    CARD_KINDS,
    FIRST_INDUSTRY_CARD,
    INDUSTRIES,
    NONE,
)
from smokestack.games.brass.rules.turn import Brass
from smokestack.games.brass.ui.dry_run import Outcome, possible_sales, second_answers

COAL_MARKET: Final = "market-coal"
IRON_MARKET: Final = "market-iron"
COTTON_MARKET: Final = "market-cotton"
INCOME_TRACK: Final = "track-income"
SCORE_TRACK: Final = "track-score"


def table_of(view: View) -> Brass:
    state = view.state
    assert isinstance(state, Brass)
    return state


def slot_thing(slot: int) -> str:
    return f"slot-{slot_names()[slot]}"


def line_thing(line: int) -> str:
    return f"line-{line_names()[line]}"


def place_thing(place: int) -> str:
    return f"place-{facts().ids[place]}"


def card_thing(card: int) -> str:
    return f"card-{card_names()[card]}"


def stack_thing(industry: int) -> str:
    return f"stack-{INDUSTRIES[industry]}"


def develop_thing(industry: int) -> str:
    """The button at a stack that removes its next tile."""
    return f"develop-{INDUSTRIES[industry]}"


def market_thing(name: str) -> str:
    """A market by the industry that it trades."""
    return f"market-{name}"


def thing_of(answer: Answer) -> str:
    """The thing that an answer points at, or empty for one that is only a button."""
    name = _THINGS.get(answer.kind)
    return name(answer) if name else ""


def open_things(view: View) -> set[str]:
    """The things that can be chosen now."""
    things = things_of_answers()
    return {things[number] for number in view.answers} - {""}


@cache
def things_of_answers() -> tuple[str, ...]:
    """By the number of the answer."""
    return tuple(thing_of(answer) for answer in decoded_answers())


def starting_things(view: View) -> set[str]:
    """The things with which an action may be begun: cards, stacks, and mills and ports that sell.

    While a card is chosen, they are what may be added to the action.
    """
    table = table_of(view)
    if not view.answers:
        return set()
    if table.decision == ASK_CARD:
        things = things_of_answers()
        return {things[number] for number in second_answers(table)}
    if table.decision != ASK_ACTION:
        return set()
    first = view.seat * CARD_KINDS
    found = {card_thing(card) for card in range(CARD_KINDS) if table.hands[first + card]}
    for number in view.answers:
        answer = decode(number)
        if answer.industry != NONE:
            found.add(stack_thing(answer.industry))
        elif answer.kind is Kind.SELL:
            for sale in possible_sales(table):
                found.add(slot_thing(sale.mill))
                found.add(COTTON_MARKET if sale.port == NONE else slot_thing(sale.port))
    return found


def highlights_of(table: Brass, answer: Answer, outcome: Outcome | None) -> list[str]:
    """Other things that an answer concerns: sources and markets, and what its kind adds."""
    supplies = [] if outcome is None else _supplies(outcome)
    more = _HIGHLIGHTS.get(answer.kind)
    return supplies + (more(table, answer) if more else [])


def _supplies(outcome: Outcome) -> list[str]:
    found = _slots([*outcome.coal_from, *outcome.iron_from])
    if outcome.coal_cost > 0:
        found.append(COAL_MARKET)
    if outcome.iron_cost > 0:
        found.append(IRON_MARKET)
    return found


def _slots(slots: Iterable[int]) -> list[str]:
    return [slot_thing(slot) for slot in slots]


def _cards_that_allow(table: Brass, answer: Answer) -> list[str]:
    """The stack of a build with one card, and the actor's cards that allow it."""
    trial = table.copy()
    trial.action = encode(answer)
    return [
        stack_thing(answer.industry),
        *(
            card_thing(card)
            for card in range(CARD_KINDS)
            if table.hands[table.actor * CARD_KINDS + card] and allows(trial, card)
        ),
    ]


def _mills_that_sell(table: Brass, _: Answer) -> list[str]:
    return sorted({slot_thing(sale.mill) for sale in possible_sales(table)})


def _places_of_card(table: Brass, answer: Answer) -> list[str]:
    """The places in which a card lets its holder build."""
    if answer.card < FIRST_INDUSTRY_CARD:
        return [place_thing(answer.card)]
    network = table.network(table.actor)
    industry = answer.card - FIRST_INDUSTRY_CARD
    return [
        place_thing(number)
        for number, place in enumerate(table.edition.places)
        if place.present
        and any(industry in slot for slot in place.slots)
        and (network == 0 or network & BIT[number])
    ]


_THINGS: Final[dict[Kind, Callable[[Answer], str]]] = {
    Kind.BUILD: lambda answer: slot_thing(answer.slot),
    Kind.BUILD2: lambda answer: slot_thing(answer.slot),
    Kind.LINK: lambda answer: line_thing(answer.line),
    Kind.DEVELOP: lambda answer: develop_thing(answer.industry),
    Kind.DISCARD: lambda answer: card_thing(answer.card),
    Kind.COAL: lambda answer: slot_thing(answer.slot),
    Kind.IRON: lambda answer: slot_thing(answer.slot),
    Kind.SALE: lambda answer: slot_thing(answer.mill),
    Kind.DISTANT_SALE: lambda answer: slot_thing(answer.mill),
    Kind.LIQUIDATE: lambda answer: slot_thing(answer.slot),
}

_HIGHLIGHTS: Final[dict[Kind, Callable[[Brass, Answer], list[str]]]] = {
    Kind.BUILD: _cards_that_allow,
    Kind.BUILD2: lambda _, answer: [stack_thing(answer.industry)],
    Kind.DEVELOP: lambda _, answer: [stack_thing(answer.industry)],
    Kind.SELL: _mills_that_sell,
    Kind.DISCARD: _places_of_card,
    Kind.SALE: lambda _, answer: [slot_thing(answer.port)],
    Kind.DISTANT_SALE: lambda _table, _answer: [COTTON_MARKET],
}
