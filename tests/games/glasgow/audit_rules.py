"""Glasgow as one generator: slow and literal, written from the rules without the engine.

It yields each decision and receives the answer in the trace.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeAlias, TypeVar

from tests.games.audit_checks import AuditError, Decision

T = TypeVar("T")
Asking: TypeAlias = Generator[Decision, str, T]
Cell: TypeAlias = tuple[int, int]
Lines: TypeAlias = dict[tuple[str, str], int]

STORE = {"stone": 5, "steel": 4, "gold": 3, "whisky": 1}
START = {"stone": 1, "steel": 1, "gold": 0, "whisky": 0}
PLAIN_GOODS = ("stone", "steel", "gold")
ARCHITECTS = (0, 5, 10, 15)
FULL_CITY = 20
ANY_NUMBER = 99
CONTRACT_LINES: Lines = {("stone", "steel"): ANY_NUMBER, ("steel", "gold"): 1}
FACTORY_LINES: Lines = {("stone", "steel"): ANY_NUMBER, ("steel", "gold"): ANY_NUMBER}
STATE_KEYS = (
    *("ring", "merchants", "goods", "offers", "city", "pile"),
    *("discards", "drawn", "doubled", "behind", "turn"),
)


def score(state: dict[str, Any], tiles: dict[str, Any]) -> list[int]:
    """Both players' points, from the state of a trace alone."""
    scores = [0, 0]
    for owner, _, points in ledger(state, tiles):
        scores[owner] += points
    return scores


def ledger(state: dict[str, Any], tiles: dict[str, Any]) -> Iterator[tuple[int, str, int]]:
    """Everything that scores (rules, End), as owner, reason, points."""
    building = {tile["id"]: tile for tile in tiles["building"]}
    city: dict[Cell, tuple[dict[str, Any], int]] = {}
    for text, (card, owner) in state["city"].items():
        x, y = text.split(",")
        city[int(x), int(y)] = building[card], owner
    owned = [Counter(tile["kind"] for tile, owner in city.values() if owner == p) for p in (0, 1)]
    corners = full_grid_corners(list(city))

    for cell, (tile, owner) in city.items():
        yield owner, "printed", tile["points"]
        if tile["kind"] == "shop" and cell in corners:
            yield owner, "shop in a corner", 5
        elif tile["kind"] == "tenement":
            for beside in neighbours(cell):
                if beside in city and city[beside][0]["kind"] == "tenement":
                    other = city[beside][1] != owner
                    yield owner, "tenement beside the opponent's" if other else "tenement", 3
        elif tile["kind"] == "station":
            if all(owned[owner][k] for k in ("landmark", "factory", "park", "tenement")):
                yield owner, "station", 10
        elif tile["kind"] == "bank":
            per, vp = tile["bonus"]["per"], tile["bonus"]["vp"]
            count = owned[owner][per] if per == "factory" else state["goods"][owner][per]
            yield owner, f"bank per {per}", vp * count
    for player in (0, 1):
        yield player, f"parks {owned[player]['park']}", owned[player]["park"] ** 2


def extent(cells: list[Cell]) -> list[int]:
    """The two sides of the bounding box, the shorter first."""
    xs, ys = zip(*cells, strict=True)
    return sorted((max(xs) - min(xs) + 1, max(ys) - min(ys) + 1))


def full_grid_corners(cells: list[Cell]) -> set[Cell]:
    """The corners of the bounding box, if that is already 5 by 4 or 4 by 5."""
    if not cells or extent(cells) != [4, 5]:
        return set()
    xs, ys = zip(*cells, strict=True)
    return {(x, y) for x in (min(xs), max(xs)) for y in (min(ys), max(ys))}


def neighbours(cell: Cell) -> list[Cell]:
    x, y = cell
    return [(x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)]


@dataclass
class Table:
    """Everything on the table, and the line of the trace that is being audited."""

    building: dict[str, dict[str, Any]]
    contract: dict[str, dict[str, Any]]
    whisky_converts: bool
    turn_limit: int
    ring: list[str]
    offers: dict[int, list[str]]
    pile: list[str]
    shown: dict[str, Any]
    line: int = 1
    merchants: list[int] = field(default_factory=lambda: [0, 0])
    goods: list[dict[str, int]] = field(default_factory=lambda: [dict(START), dict(START)])
    city: dict[Cell, tuple[str, int]] = field(default_factory=dict)
    discards: list[str] = field(default_factory=list)
    drawn: str | None = None
    doubled: list[bool] = field(default_factory=lambda: [False, False])
    behind: int | None = 0
    turn: int = 0
    active: int = 0
    reshuffled: list[str] = field(default_factory=list)
    """A shuffled pile whose order the trace has not shown yet."""
    seen: Counter[str] = field(default_factory=Counter)

    @property
    def full(self) -> bool:
        return len(self.city) == FULL_CITY

    def state(self) -> dict[str, Any]:
        """The table in the form of a trace, as `smokestack trace` prints it."""
        state = {key: getattr(self, key) for key in STATE_KEYS}
        state["offers"] = {str(architect): cards for architect, cards in self.offers.items()}
        state["city"] = {f"{x},{y}": [card, owner] for (x, y), (card, owner) in self.city.items()}
        return state

    def gain(self, player: int, good: str) -> None:
        """What does not fit is lost; the one barrel may come from the opponent's store."""
        if self.goods[player][good] == STORE[good]:
            self.seen[f"lost {good}"] += 1
            return
        if good == "whisky" and self.goods[1 - player]["whisky"]:
            self.goods[1 - player]["whisky"] = 0
            self.seen["whisky from the opponent"] += 1
        self.goods[player][good] += 1

    def draw(self, *shown_at: str | int) -> str:
        """Draw a building; after a shuffle, the trace shows which one it was."""
        if not self.pile and not self.reshuffled:
            self.reshuffled, self.discards = self.discards, []
            self.seen["reshuffle"] += 1
        if not self.reshuffled:
            return self.pile.pop(0)
        found: Any = self.shown
        try:
            for key in shown_at:
                found = found[key]
        except (LookupError, TypeError):
            found = None
        if found not in self.reshuffled:
            where = " ".join(map(str, shown_at))
            expected = f"one of the reshuffled {sorted(self.reshuffled)}"
            raise AuditError(f"line {self.line}: {where}: expected {expected}, found {found}")
        self.reshuffled.remove(found)
        return str(found)

    def price(self, card: str, surcharge: int) -> Counter[str]:
        return Counter(self.building[card]["cost"] + ["gold"] * surcharge)

    def can_pay(self, player: int, card: str, surcharge: int) -> bool:
        missing = self.price(card, surcharge) - Counter(self.goods[player])
        return missing.total() <= self.goods[player]["whisky"]

    def gives(self, cell: Cell) -> str | None:
        """What the factory there gives; None if it is no factory."""
        tile = self.building[self.city[cell][0]]
        return str(tile["gives"]) if tile["kind"] == "factory" else None

    def factories(self) -> list[Cell]:
        return [cell for cell in self.city if self.gives(cell)]

    def factories_in_line(self, cell: Cell) -> list[Cell]:
        """Factories in the row or column of a cell, across gaps; not the one in the cell."""
        x, y = cell
        return [(u, v) for u, v in self.factories() if (u == x) != (v == y)]

    def free_cells(self) -> list[Cell]:
        """Edge to edge with a building, the bounding box within 5 by 4; the first at 0,0."""
        if not self.city:
            return [(0, 0)]
        beside = {cell for taken in self.city for cell in neighbours(taken)} - set(self.city)
        grown = {cell: extent([*self.city, cell]) for cell in sorted(beside)}
        return [cell for cell, (short, long) in grown.items() if short <= 4 and long <= 5]


def must(actor: int, kind: str, answers: dict[str, T]) -> Asking[T]:
    """Ask, and return the meaning of the answer. A single answer is not asked for (rules, 6)."""
    if len(answers) > 1 or kind == "drawn":
        return answers[(yield Decision(actor, kind, list(answers)))]
    return next(iter(answers.values()))


def may(actor: int, kind: str, answers: dict[str, T]) -> Asking[T | None]:
    """Ask something that can be declined."""
    return (yield from must(actor, kind, {**answers, "pass": None}))


def play(table: Table) -> Asking[str]:
    """The whole game; returns the reason of its end."""
    while True:
        rear = table.merchants.index(min(table.merchants))
        player = rear if table.behind is None else table.behind
        table.seen["moves again"] += table.turn > 0 and player == table.active
        table.active = player
        yield from take_turn(table, player)
        table.turn += 1
        if table.full:
            return "city"
        if table.turn == table.turn_limit:
            return "turn_limit"


def take_turn(table: Table, player: int) -> Asking[None]:
    here, there = table.merchants[player], table.merchants[1 - player]
    reachable = {
        f"move {steps % 16}": steps
        for steps in range(here + 1, here + 16)
        if steps % 16 in ARCHITECTS or steps % 16 != there % 16
    }
    steps = yield from must(player, "move", reachable)
    table.merchants[player] = steps
    table.behind = player if steps == there else None
    table.seen["shared architect"] += steps == there
    uses = 2 if table.doubled[player] else 1
    table.doubled[player] = False

    tile = table.ring[steps % 16]
    kind = "architect" if tile == "architect" else table.contract[tile]["kind"]
    table.seen[f"landed:{kind}"] += 1
    table.seen[f"doubled:{kind}"] += uses == 2
    if kind == "architect":
        yield from build(table, player, steps % 16, uses)
    elif kind == "double":
        table.doubled[player] = True
    elif kind == "goods":
        for good, number in table.contract[tile]["goods"].items():
            for _ in range(number * uses):
                table.gain(player, good)
    else:
        actions: dict[str, Callable[[Table, int], Asking[bool]]] = {
            "choice": choose,
            "convert": convert,
            "replace": replace,
            "activate": activate,
            "draw": draw,
        }
        for use in range(uses):
            if not (yield from actions[kind](table, player)) or table.full:
                break
            table.seen[f"second use:{kind}"] += use


def choose(table: Table, player: int) -> Asking[bool]:
    """Like the other actions of contracts, False if it was declined or is impossible."""
    store = table.goods[player]
    fitting = {f"take {good}": good for good in PLAIN_GOODS if store[good] < STORE[good]}
    good = yield from may(player, "choice", fitting)
    if good:
        table.gain(player, good)
    return good is not None


def convert(table: Table, player: int, lines: Lines = CONTRACT_LINES) -> Asking[bool]:
    """One line, one direction; the barrel, if used, counts as one of the goods converted."""
    store = table.goods[player]
    answers = {}
    for (left, right), limit in lines.items():
        for source, target in ((left, right), (right, left)):
            for uses in range(1, min(limit, STORE[target] - store[target]) + 1):
                text = f"convert {source}>{target} {uses}"
                if store[source] >= uses:
                    answers[text] = (source, target, uses, 0)
                if table.whisky_converts and store["whisky"] and store[source] >= uses - 1:
                    answers[f"{text} whisky"] = (source, target, uses, 1)
    chosen = yield from may(player, "convert", answers)
    if not chosen:
        table.seen["nothing to convert"] += not answers
        return False
    source, target, uses, barrel = chosen
    store["whisky"] -= barrel
    store[source] -= uses - barrel
    store[target] += uses
    table.seen["whisky converted"] += barrel
    table.seen["whisky converted alone"] += barrel == uses
    return True


def replace(table: Table, player: int) -> Asking[bool]:
    answers = {f"replace {architect}": architect for architect in ARCHITECTS}
    architect = yield from may(player, "replace", answers)
    if architect is None:
        return False
    table.seen["replace on the architect just built from"] += len(table.offers[architect]) == 1
    table.discards += table.offers[architect]
    table.offers[architect] = [table.draw("offers", str(architect), which) for which in (0, 1)]
    return True


def activate(table: Table, player: int) -> Asking[bool]:
    answers = {f"activate {x},{y}": (x, y) for x, y in table.factories()}
    cell = yield from may(player, "activate", answers)
    if cell:
        yield from resolve(table, player, [cell, *table.factories_in_line(cell)])
    return cell is not None


def draw(table: Table, player: int) -> Asking[bool]:
    if not (yield from may(player, "draw", {"draw": True})):
        return False
    card = table.drawn = table.draw("drawn")
    answers = {"discard": False}
    if table.can_pay(player, card, 0):
        answers["build"] = True
    table.seen["forced discard"] += len(answers) == 1
    if (yield from must(player, "drawn", answers)):
        cell = yield from pay_and_choose_cell(table, player, card, 0)
        table.drawn = None
        yield from place(table, player, card, cell)
        table.seen["built from the pile"] += 1
        table.seen["20th building from the pile"] += table.full
    else:
        table.drawn = None
        table.discards.append(card)
        table.gain(player, table.building[card]["cost"][0])
    return True


def build(table: Table, player: int, architect: int, free: int) -> Asking[None]:
    """Build at an architect, without surcharge as often as the tile is used, then 1, 2, … gold."""
    built = 0
    while True:
        surcharge = max(0, built + 1 - free)
        offer = table.offers[architect]
        payable = [which for which in (0, 1) if table.can_pay(player, offer[which], surcharge)]
        which = yield from may(player, "build", {f"build {which}": which for which in payable})
        if which is None:
            table.seen["nothing to build"] += not payable
            return
        card = offer[which]
        cell = yield from pay_and_choose_cell(table, player, card, surcharge)
        offer.remove(card)
        yield from place(table, player, card, cell)
        built += 1
        table.seen["second build without gold"] += built == free == 2
        if table.full:
            return
        # A replace factory may have filled this architect already.
        if len(table.offers[architect]) == 1:
            new = table.draw("offers", str(architect), which)
            table.offers[architect].insert(which, new)


def pay_and_choose_cell(table: Table, player: int, card: str, surcharge: int) -> Asking[Cell]:
    """One payment for building and surcharge, then the cell; the building is not yet moved."""
    price = table.price(card, surcharge)
    store = table.goods[player]
    missing = price - Counter(store)
    ways: dict[str, str | None] = {} if missing else {"pay": None}
    if store["whisky"]:
        ways |= {f"pay whisky={good}": good for good in missing or price}
    stands_for = yield from must(player, "pay", ways)
    if stands_for:
        price[stands_for] -= 1
        store["whisky"] = 0
        table.seen["whisky had to pay" if missing else "whisky chosen to pay"] += 1
        table.seen["whisky paid surcharge"] += stands_for == "gold" and surcharge > 0
    for good, number in price.items():
        store[good] -= number
    table.seen[f"surcharge {surcharge}"] += surcharge > 0

    cells = {f"place {x},{y}": (x, y) for x, y in table.free_cells()}
    table.seen["only one cell"] += len(cells) == 1 and len(table.city) > 0
    return (yield from must(player, "place", cells))


def place(table: Table, player: int, card: str, cell: Cell) -> Asking[None]:
    """Place the building and fire the factories; after the 20th building nothing is replaced."""
    table.city[cell] = (card, player)
    triggered = table.factories_in_line(cell)
    if table.full:
        replacing = [factory for factory in triggered if table.gives(factory) == "replace"]
        table.seen["replace factory dropped at the end"] += len(replacing)
        triggered = [factory for factory in triggered if factory not in replacing]
    yield from resolve(table, player, triggered)


def resolve(table: Table, player: int, left: list[Cell]) -> Asking[None]:
    """Fire factories in the order of the active player, who is asked only while it matters."""
    while left:
        cell = left[0]
        if len(left) > 1 and order_matters(table, left):
            cell = yield from must(player, "resolve", {f"resolve {x},{y}": (x, y) for x, y in left})
        left.remove(cell)
        owner, gives = table.city[cell][1], table.gives(cell) or ""
        table.seen[f"fired:{gives}"] += 1
        if gives == "convert":
            yield from convert(table, owner, FACTORY_LINES)
        elif gives == "replace":
            yield from replace(table, owner)
        else:
            table.gain(owner, gives)


def order_matters(table: Table, left: list[Cell]) -> bool:
    if any(table.gives(cell) in ("convert", "replace") for cell in left):
        return True
    whisky_owners = {table.city[cell][1] for cell in left if table.gives(cell) == "whisky"}
    table.seen["order of whisky"] += len(whisky_owners) == 2
    return len(whisky_owners) == 2
