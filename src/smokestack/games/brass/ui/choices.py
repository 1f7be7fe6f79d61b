"""The legal answers as a player sees them: label, cost and effect, and things on the board."""

from __future__ import annotations

from functools import cache
from typing import Final

import msgspec

from smokestack.engine.view import View
from smokestack.games.brass.formats.decoding import Kind, decode, decoded_answers, encode
from smokestack.games.brass.formats.notation import to_text
from smokestack.games.brass.rules.terms import ASK_ACTION, ASK_CARD, CARD_KINDS
from smokestack.games.brass.ui.dry_run import (
    after_action,
    possible_sales,
    second_answers,
    try_answer,
)
from smokestack.games.brass.ui.previews import preview
from smokestack.games.brass.ui.things import (
    card_thing,
    highlights_of,
    table_of,
    thing_of,
    things_of_answers,
)
from smokestack.games.brass.ui.words import Messages, answer_text, money
from smokestack.presentation.language import cached_per_language, mark, tr
from smokestack.presentation.table_text import Action, Choice

# In the order in which the actions are listed; the longest list comes last.
GROUPS: Final = {
    Kind.BUILD: mark("Build"),
    Kind.LINK: mark("Link"),
    Kind.DEVELOP: mark("Develop"),
    Kind.SELL: mark("Sell"),
    Kind.LOAN: mark("Loan"),
    Kind.PASS: mark("Pass"),
    Kind.BUILD2: mark("Build with two cards"),
}
PLACES: Final = {kind: place for place, kind in enumerate(GROUPS)}
# What each is called on a page; a build with two cards is a build.
ACTION_NAMES: Final = {kind: (Kind.BUILD if kind is Kind.BUILD2 else kind).value for kind in GROUPS}
# What the buttons of the actions are called, with their icons.
ACTIONS: Final = {
    Kind.BUILD: "cotton",
    Kind.LINK: "link",
    Kind.DEVELOP: "develop",
    Kind.SELL: "sell",
    Kind.PASS: "pass",
    Kind.LOAN: "loan",
}
# What makes a page list the answers of an action that has few.
LISTED_AFTER: Final = {
    Kind.DEVELOP: ("action", "filter"),
    Kind.SELL: ("action",),
    Kind.LOAN: ("action",),
}
DONE: Final = (Kind.DONE.value,)
LABELS: Final[Messages] = {
    Kind.BUILD: (
        mark("Build a cotton mill (level {level}) in {place}"),
        mark("Build a coal mine (level {level}) in {place}"),
        mark("Build an iron works (level {level}) in {place}"),
        mark("Build a port (level {level}) in {place}"),
        mark("Build a shipyard (level {level}) in {place}"),
    ),
    Kind.BUILD2: (
        mark("Build a cotton mill (level {level}) in {place} with two cards"),
        mark("Build a coal mine (level {level}) in {place} with two cards"),
        mark("Build an iron works (level {level}) in {place} with two cards"),
        mark("Build a port (level {level}) in {place} with two cards"),
        mark("Build a shipyard (level {level}) in {place} with two cards"),
    ),
    Kind.LINK: (mark("Build the canal {line}"), mark("Build the railway {line}")),
    Kind.DEVELOP: (
        mark("Develop: remove a cotton mill (level {level})"),
        mark("Develop: remove a coal mine (level {level})"),
        mark("Develop: remove an iron works (level {level})"),
        mark("Develop: remove a port (level {level})"),
        mark("Develop: remove a shipyard (level {level})"),
    ),
    Kind.SELL: mark("Sell cotton"),
    Kind.LOAN: mark("Take a loan of {amount}"),
    Kind.PASS: mark("Pass"),
    Kind.DISCARD: mark("Discard {card}"),
    Kind.COAL: mark("Take coal from {place}"),
    Kind.IRON: mark("Take iron from {place}"),
    Kind.SALE: mark("Sell cotton from {mill} through the port of {port}"),
    Kind.DISTANT_SALE: mark("Sell cotton from {mill} on the distant market"),
    Kind.LIQUIDATE: mark("Give up {place}"),
    Kind.DONE: mark("End this action"),
}


def choices(view: View) -> list[Choice]:
    """The legal answers, actions grouped by their kind."""
    return [_choice(view, number) for number in sorted(view.answers, key=_places().__getitem__)]


def page_choices(view: View) -> list[Choice]:
    """As `choices`, but a sale is chosen with its mill, and a card ends the action.

    A second rail or development is chosen before the card, see `additions`.
    """
    table = table_of(view)
    found = choices(view)
    if table.decision == ASK_ACTION and found:
        hand = view.seat * CARD_KINDS
        first = next(card_thing(card) for card in range(CARD_KINDS) if table.hands[hand + card])
        sell = Kind.SELL.value
        return [
            msgspec.structs.replace(choice, completion=_completion(choice, first))
            for each in found
            for choice in (_sales(view, each) if each.kind == sell else (each,))
        ]
    if table.decision == ASK_CARD and after_action(table) is not None:
        return [msgspec.structs.replace(choice, then=DONE) for choice in found]
    return found


def additions(view: View) -> list[Choice]:
    """The second rails or developments that may be chosen together with the card."""
    table = table_of(view)
    if table.decision != ASK_CARD or not view.answers:
        return []
    after = after_action(table)
    if after is None:
        return []
    later = View(view.game, after, view.seat, view.players)
    return [_choice(later, number) for number in second_answers(table)]


def actions(view: View) -> list[Action]:
    """The six actions, at the start of one."""
    if table_of(view).decision != ASK_ACTION or not view.answers:
        return []
    kinds = {ACTION_NAMES[decode(number).kind] for number in view.answers}
    return [
        Action(
            ACTION_NAMES[kind],
            tr(GROUPS[kind]),
            icon,
            ACTION_NAMES[kind] in kinds,
            LISTED_AFTER.get(kind, ()),
            kind is Kind.BUILD,
        )
        for kind, icon in ACTIONS.items()
    ]


def _completion(choice: Choice, first_card: str) -> tuple[str, ...]:
    """A card, and the end of an action that could be repeated."""
    if choice.unusual:
        return ()
    card = next((thing for thing in choice.highlights if thing.startswith("card-")), first_card)
    return (_discard(card), *(choice.then or DONE))


@cache
def _discard(card: str) -> str:
    """The notation of discarding a card, given as a thing."""
    return f"{Kind.DISCARD.value} {card.removeprefix('card-')}"


@cache
def _places() -> tuple[int, ...]:
    """Where each answer comes in the list; kinds without a group come last."""
    numbers = range(len(decoded_answers()))
    listed = sorted(
        numbers, key=lambda number: (PLACES.get(decode(number).kind, len(PLACES)), number)
    )
    return tuple(sorted(numbers, key=listed.__getitem__))


@cached_per_language
def _group(kind: Kind) -> str:
    return tr(GROUPS[kind])


def _choice(view: View, number: int) -> Choice:
    table = table_of(view)
    answer = decode(number)
    outcome = try_answer(table, answer)
    is_action = table.decision == ASK_ACTION
    return Choice(
        answer=number,
        notation=to_text(number),
        group=_group(answer.kind) if is_action else "",
        label=answer_text(LABELS, table, answer),
        detail=preview(view, answer, outcome),
        thing=things_of_answers()[number],
        highlights=tuple(highlights_of(table, answer, outcome)),
        kind=ACTION_NAMES[answer.kind] if is_action else "",
        unusual=answer.kind is Kind.BUILD2,
        needs_card=answer.kind is Kind.BUILD,
        short=money(answer.amount) if answer.kind is Kind.LOAN else "",
    )


def _sales(view: View, selling: Choice) -> list[Choice]:
    """The action of selling once for each sale that it may begin with."""
    table = table_of(view)
    found = []
    for sale in possible_sales(table):
        buyer = tuple(highlights_of(table, sale, None))
        found.append(
            msgspec.structs.replace(
                selling,
                label=answer_text(LABELS, table, sale),
                detail=preview(view, sale, None),
                thing=thing_of(sale),
                highlights=buyer,
                also_at=buyer,
                then=(to_text(encode(sale)),),
            )
        )
    return found
