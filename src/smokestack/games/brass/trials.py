"""What an action would cost and do, found out on a copy of the table by the rules themselves."""

from __future__ import annotations

from smokestack.games.brass import answers
from smokestack.games.brass.building import build, finish_build
from smokestack.games.brass.development import develop
from smokestack.games.brass.ledger import MONEY, Ledger
from smokestack.games.brass.links import build_link, link_cost
from smokestack.games.brass.markets import take_coal, take_coal_from, take_iron, take_iron_from
from smokestack.games.brass.terms import ASK_SECOND_RAIL, NONE, SECOND_RAIL_COST, SLOTS
from smokestack.games.brass.turn import Brass


class Outcome:
    """What became of the copy; of several sources of coal or iron, the first was taken."""

    def __init__(self, before: Brass, after: Brass, coal_from: list[int], iron_from: list[int]):
        self.coal_from = coal_from
        self.iron_from = iron_from
        money: dict[str, int] = {}
        assert after.ledger is not None
        for entry in after.ledger.entries:
            if entry.what == MONEY:
                money[entry.cause] = money.get(entry.cause, 0) + entry.change
        self.price = -money.get("build", 0) - money.get("link", 0)
        self.coal_cost = -money.get("coal", 0)
        self.iron_cost = -money.get("iron", 0)
        self.earned = money.get("cubes sold", 0)
        self.sold = int(after.coal - before.coal) + int(after.iron - before.iron)
        self.sold += int(self.coal_cost > 0 and before.coal > 0)
        self.sold += int(self.iron_cost > 0 and before.iron > 0)
        flipped = int(after.flipped) & ~int(before.flipped)
        self.flipped = [slot for slot in range(SLOTS) if flipped >> slot & 1] if flipped else []

    @property
    def cost(self) -> int:
        """Everything that is paid."""
        return self.price + self.coal_cost + self.iron_cost


def try_answer(table: Brass, answer: int) -> Outcome | None:
    """What an answer that builds or develops would do."""
    if answer < answers.LINK:
        return try_build(table, answer % answers.BUILD2)
    if answer < answers.DEVELOP:
        return try_link(table, answer - answers.LINK)
    if answer < answers.SELL:
        return try_development(table, answer - answers.DEVELOP)
    return None


def try_build(table: Brass, site: int) -> Outcome:
    after = _copy(table)
    build(after, site)
    return _follow(table, after)


def try_link(table: Brass, line: int) -> Outcome:
    after = _copy(table)
    second = table.decision == ASK_SECOND_RAIL
    build_link(after, line, SECOND_RAIL_COST if second else int(link_cost(table)))
    return _follow(table, after)


def try_development(table: Brass, industry: int) -> Outcome:
    after = _copy(table)
    develop(after, industry)
    return _follow(table, after)


def _copy(table: Brass) -> Brass:
    after = table.copy()
    after.ledger = Ledger()
    return after


def _follow(before: Brass, after: Brass) -> Outcome:
    """Fetch what is due and finish what was begun."""
    coal_from: list[int] = []
    iron_from: list[int] = []
    if after.coal_due:
        cubes = list(after.cubes)
        if take_coal(after):
            coal_from = [answer - answers.TAKE_COAL for answer in after.answers()]
            take_coal_from(after, coal_from[0])
        else:
            coal_from = [slot for slot in range(SLOTS) if after.cubes[slot] < cubes[slot]]
    if after.iron_due:
        cubes = list(after.cubes)
        if take_iron(after):
            iron_from = [answer - answers.TAKE_IRON for answer in after.answers()]
            take_iron_from(after, iron_from[0])
        else:
            iron_from = [slot for slot in range(SLOTS) if after.cubes[slot] < cubes[slot]]
    if after.new_slot != NONE:
        finish_build(after)
    return Outcome(before, after, coal_from, iron_from)
