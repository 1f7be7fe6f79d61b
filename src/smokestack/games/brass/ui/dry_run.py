"""What an answer would cost and do: the rules play it on a copy of the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from smokestack.games.brass.formats.decoding import Answer, Kind, decode, site_of
from smokestack.games.brass.rules.building import build, finish_build
from smokestack.games.brass.rules.cotton import offer_sales
from smokestack.games.brass.rules.development import ask_second_development, develop
from smokestack.games.brass.rules.ledger import MONEY, Ledger
from smokestack.games.brass.rules.links import ask_second_rail, build_link, link_cost
from smokestack.games.brass.rules.markets import (
    take_coal,
    take_coal_from,
    take_iron,
    take_iron_from,
)
from smokestack.games.brass.rules.terms import ASK_SECOND_RAIL, NONE, SECOND_RAIL_COST, SLOTS
from smokestack.games.brass.rules.turn import Brass


class Outcome:
    """What changed on the copy; of several sources of coal or iron, the first was used."""

    def __init__(self, before: Brass, after: Brass, coal_from: list[int], iron_from: list[int]):
        self.after = after
        self.coal_from = coal_from
        self.iron_from = iron_from
        self.price = self.coal_cost = self.iron_cost = self.earned = 0
        assert after.ledger is not None
        for entry in after.ledger.entries:
            if entry.what != MONEY:
                continue
            if entry.cause in ("build", "link"):
                self.price -= entry.change
            elif entry.cause == "coal":
                self.coal_cost -= entry.change
            elif entry.cause == "iron":
                self.iron_cost -= entry.change
            elif entry.cause == "cubes sold":
                self.earned += entry.change
        self.sold = int(after.coal - before.coal) + int(after.iron - before.iron)
        self.sold += int(self.coal_cost > 0 and before.coal > 0)
        self.sold += int(self.iron_cost > 0 and before.iron > 0)
        flipped = int(after.flipped) & ~int(before.flipped)
        self.flipped = [slot for slot in range(SLOTS) if flipped >> slot & 1] if flipped else []

    @property
    def cost(self) -> int:
        """The price with the coal and iron from the markets."""
        return self.price + self.coal_cost + self.iron_cost


def try_answer(table: Brass, answer: Answer) -> Outcome | None:
    """The outcome of an answer that builds or develops; None for other answers."""
    begin = _BEGIN.get(answer.kind)
    if begin is None:
        return None
    after = table.copy()
    after.ledger = Ledger()
    begin(after, answer)
    return _finish(table, after)


def possible_sales(table: Brass) -> list[Answer]:
    """Every sale that the actor can make now."""
    trial = table.copy()
    trial.count = 0
    offer_sales(trial)
    return [decode(number) for number in trial.answers()]


def after_action(table: Brass) -> Brass | None:
    """The pending action carried out as far as its second rail or development.

    None if it can't be repeated, or if the player will have to choose where a cube comes from.
    """
    if table.action == NONE:
        return None
    action = decode(int(table.action))
    if action.kind not in (Kind.LINK, Kind.DEVELOP):
        return None
    after = table.copy()
    after.cards_due = 0
    after.repeats = 0
    _BEGIN[action.kind](after, action)
    if (after.coal_due and take_coal(after)) or (after.iron_due and take_iron(after)):
        return None
    again = ask_second_rail if action.kind is Kind.LINK else ask_second_development
    return after if again(after) else None


def second_answers(table: Brass) -> list[int]:
    """The second rails or developments that could follow the pending action."""
    after = after_action(table)
    if after is None:
        return []
    return [number for number in after.answers() if decode(number).kind is not Kind.DONE]


def _begin_build(after: Brass, answer: Answer) -> None:
    build(after, site_of(answer))


def _begin_link(after: Brass, answer: Answer) -> None:
    second = after.decision == ASK_SECOND_RAIL
    build_link(after, answer.line, SECOND_RAIL_COST if second else int(link_cost(after)))


def _begin_development(after: Brass, answer: Answer) -> None:
    develop(after, answer.industry)


def _finish(before: Brass, after: Brass) -> Outcome:
    """Take the coal and iron that are due and finish the build."""
    coal_from: list[int] = []
    iron_from: list[int] = []
    if after.coal_due:
        cubes = list(after.cubes)
        if take_coal(after):
            coal_from = [decode(number).slot for number in after.answers()]
            take_coal_from(after, coal_from[0])
        else:
            coal_from = [slot for slot in range(SLOTS) if after.cubes[slot] < cubes[slot]]
    if after.iron_due:
        cubes = list(after.cubes)
        if take_iron(after):
            iron_from = [decode(number).slot for number in after.answers()]
            take_iron_from(after, iron_from[0])
        else:
            iron_from = [slot for slot in range(SLOTS) if after.cubes[slot] < cubes[slot]]
    if after.new_slot != NONE:
        finish_build(after)
    return Outcome(before, after, coal_from, iron_from)


_BEGIN: Final[dict[Kind, Callable[[Brass, Answer], None]]] = {
    Kind.BUILD: _begin_build,
    Kind.BUILD2: _begin_build,
    Kind.LINK: _begin_link,
    Kind.DEVELOP: _begin_development,
}
