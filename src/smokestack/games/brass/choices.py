"""The answers as a player sees them: what one does, what it costs and brings, and where."""

from __future__ import annotations

from typing import Final

from smokestack.engine.language import mark, tr
from smokestack.engine.table_talk import Choice
from smokestack.engine.view import View
from smokestack.games.brass import answers, words
from smokestack.games.brass.cards import allows
from smokestack.games.brass.cotton import offer_sales
from smokestack.games.brass.details import detail
from smokestack.games.brass.notation import card_names, line_names, slot_names, to_text
from smokestack.games.brass.phrases import table_of
from smokestack.games.brass.terms import (
    ASK_ACTION,
    ASK_SALE,
    BIT,
    CARD_KINDS,
    FIRST_INDUSTRY_CARD,
    INDUSTRIES,
    SLOTS,
)
from smokestack.games.brass.trials import Outcome, try_answer
from smokestack.games.brass.turn import Brass

BUILD: Final = (
    mark("Build a cotton mill (level {level}) in {place}"),
    mark("Build a coal mine (level {level}) in {place}"),
    mark("Build an iron works (level {level}) in {place}"),
    mark("Build a port (level {level}) in {place}"),
    mark("Build a shipyard (level {level}) in {place}"),
)
BUILD_BY_TWO: Final = (
    mark("Build a cotton mill (level {level}) in {place} with two cards"),
    mark("Build a coal mine (level {level}) in {place} with two cards"),
    mark("Build an iron works (level {level}) in {place} with two cards"),
    mark("Build a port (level {level}) in {place} with two cards"),
    mark("Build a shipyard (level {level}) in {place} with two cards"),
)
DEVELOP: Final = (
    mark("Develop: remove a cotton mill (level {level})"),
    mark("Develop: remove a coal mine (level {level})"),
    mark("Develop: remove an iron works (level {level})"),
    mark("Develop: remove a port (level {level})"),
    mark("Develop: remove a shipyard (level {level})"),
)
# Kinds of actions in the order in which they are listed; the longest list comes last.
GROUPS: Final = (
    mark("Build"),
    mark("Link"),
    mark("Develop"),
    mark("Sell"),
    mark("Loan"),
    mark("Pass"),
    mark("Build with two cards"),
)


def choices(view: View) -> list[Choice]:
    table = table_of(view)
    found = sorted(view.answers, key=lambda answer: (_group(answer), answer))
    grouped = table.decision == ASK_ACTION
    return [
        _choice(view, answer, tr(GROUPS[_group(answer)]) if grouped else "") for answer in found
    ]


def _choice(view: View, answer: int, group: str) -> Choice:
    table = table_of(view)
    outcome = try_answer(table, answer)
    return Choice(
        answer,
        to_text(answer),
        group,
        label(view, answer),
        detail(view, answer, outcome),
        thing_of(table, answer),
        tuple(_lights(table, answer, outcome)),
    )


def _group(answer: int) -> int:
    if answer < answers.BUILD2:
        return 0
    if answer < answers.LINK:
        return 6
    if answer < answers.DEVELOP:
        return 1
    if answer < answers.SELL:
        return 2
    if answer == answers.SELL:
        return 3
    if answer < answers.PASS:
        return 4
    return 5


def thing_of(table: Brass, answer: int) -> str:
    """What an answer points at on the board; empty for a button."""
    edition, slots = table.edition, slot_names()
    if answer < answers.LINK:
        return f"slot-{slots[edition.site_slot[answer % answers.BUILD2]]}"
    if answer < answers.DEVELOP:
        return f"line-{line_names()[answer - answers.LINK]}"
    if answer < answers.SELL:
        return f"stack-{INDUSTRIES[answer - answers.DEVELOP]}"
    if answer == answers.SELL:
        return "market-cotton"
    if answer < answers.DISCARD or answer == answers.DONE:
        return ""
    if answer < answers.TAKE_COAL:
        return f"card-{card_names()[answer - answers.DISCARD]}"
    if answer < answers.SALE:
        return f"slot-{slots[(answer - answers.TAKE_COAL) % SLOTS]}"
    if answer < answers.LIQUIDATE:
        return f"slot-{slots[mill_of(table, answer)]}"
    return f"slot-{slots[answer - answers.LIQUIDATE]}"


def mill_of(table: Brass, answer: int) -> int:
    """The slot of the mill that an answer sells from."""
    if answer < answers.DISTANT_SALE:
        return int(table.edition.mill_slot[(answer - answers.SALE) // answers.PORT_SLOTS])
    return int(table.edition.mill_slot[answer - answers.DISTANT_SALE])


def port_of(table: Brass, answer: int) -> int:
    """The slot of the port that an answer sells through."""
    return int(table.edition.port_slot[(answer - answers.SALE) % answers.PORT_SLOTS])


def label(view: View, answer: int) -> str:
    """What one does, complete without the board."""
    table = table_of(view)
    edition = table.edition
    if answer < answers.LINK:
        site = answer % answers.BUILD2
        industry = int(edition.site_industry[site])
        messages = BUILD if answer < answers.BUILD2 else BUILD_BY_TWO
        return tr(
            messages[industry],
            level=edition.tiles[table.next_tile(table.actor, industry)].level,
            place=words.plot(table.edition, int(edition.site_slot[site])),
        )
    if answer < answers.DEVELOP:
        line = words.line_name(table.edition, answer - answers.LINK)
        if table.period == 0:
            return tr("Build the canal {line}", line=line)
        return tr("Build the railway {line}", line=line)
    if answer < answers.SELL:
        industry = answer - answers.DEVELOP
        level = edition.tiles[table.next_tile(table.actor, industry)].level
        return tr(DEVELOP[industry], level=level)
    if answer == answers.SELL:
        return tr("Sell cotton")
    if answer < answers.PASS:
        amount = words.money(10 * (answer - answers.LOAN + 1))
        return tr("Take a loan of {amount}", amount=amount)
    if answer == answers.PASS:
        return tr("Pass")
    if answer < answers.TAKE_COAL:
        return tr("Discard {card}", card=words.card_name(table.edition, answer - answers.DISCARD))
    if answer < answers.TAKE_IRON:
        return tr(
            "Take coal from {place}", place=words.plot(table.edition, answer - answers.TAKE_COAL)
        )
    if answer < answers.SALE:
        return tr(
            "Take iron from {place}", place=words.plot(table.edition, answer - answers.TAKE_IRON)
        )
    if answer < answers.DISTANT_SALE:
        return tr(
            "Sell cotton of {mill} through the port of {port}",
            mill=words.plot(table.edition, mill_of(table, answer)),
            port=words.plot(table.edition, port_of(table, answer)),
        )
    if answer < answers.LIQUIDATE:
        mill = words.plot(table.edition, mill_of(table, answer))
        return tr("Sell cotton of {mill} on the distant market", mill=mill)
    if answer < answers.DONE:
        return tr("Give up {place}", place=words.plot(table.edition, answer - answers.LIQUIDATE))
    return tr("Enough, end this action")


def _lights(table: Brass, answer: int, outcome: Outcome | None) -> list[str]:
    """Sources of coal and iron, cards that allow it, ports, places that a card opens."""
    if outcome is not None:
        lit = _sources(outcome.coal_from + outcome.iron_from)
        lit += ["market-coal"] * (outcome.coal_cost > 0) + ["market-iron"] * (outcome.iron_cost > 0)
        return lit + (_cards_for(table, answer) if answer < answers.BUILD2 else [])
    if answer == answers.SELL:
        return sorted({f"slot-{slot_names()[mill_of(table, sale)]}" for sale in sales(table)})
    if answers.DISCARD <= answer < answers.TAKE_COAL:
        return _opened_by(table, answer - answers.DISCARD)
    if answers.SALE <= answer < answers.DISTANT_SALE:
        return _sources([port_of(table, answer)])
    if answers.DISTANT_SALE <= answer < answers.LIQUIDATE:
        return ["market-cotton"]
    return []


def sales(table: Brass) -> list[int]:
    """Every sale that an action of selling could begin with."""
    if table.decision == ASK_SALE:
        return [answer for answer in table.answers() if answer != answers.DONE]
    trial = table.copy()
    trial.count = 0
    offer_sales(trial)
    return trial.answers()


def _sources(slots: list[int]) -> list[str]:
    return [f"slot-{slot_names()[slot]}" for slot in slots]


def _cards_for(table: Brass, answer: int) -> list[str]:
    """The own cards that allow to build by one of them."""
    trial = table.copy()
    trial.action = answer
    return [
        f"card-{name}"
        for card, name in enumerate(card_names())
        if table.hands[table.actor * CARD_KINDS + card] and allows(trial, card)
    ]


def _opened_by(table: Brass, card: int) -> list[str]:
    """The places in which a card lets one build."""
    places = table.edition.places
    if card < FIRST_INDUSTRY_CARD:
        return [f"place-{places[card].id}"]
    network = table.network(table.actor)
    industry = card - FIRST_INDUSTRY_CARD
    return [
        f"place-{place.id}"
        for number, place in enumerate(places)
        if place.present
        and any(industry in slot for slot in place.slots)
        and (network == 0 or network & BIT[number])
    ]
