"""The table of the audit of Brass: what lies on it, and what follows from that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

from tests.games.audit_checks import check, check_type

HAND = 8
EMPTY_TRACK_PRICE = 5
LAST_INCOME_SPACE = 99
INDUSTRIES = ("cotton", "coal", "iron", "port", "shipyard")
STATE_KEYS = (
    *("period", "round", "order", "money", "spent", "income", "vp", "hands", "deck", "aside"),
    *("discards", "stacks", "board", "links", "coal", "iron", "cotton", "distant", "turned"),
)


@dataclass
class Facts:
    """The data for an edition, a number of players and the options."""

    players: int
    locations: dict[str, dict[str, Any]]
    lines: dict[str, dict[str, Any]]
    tiles: dict[tuple[str, int], dict[str, Any]]
    deck: Counter[str]
    rounds: int
    set_aside: dict[str, int]
    money: int
    distant: list[int]
    track: dict[str, list[int]]
    demand: list[int | None]
    income: list[int]
    slot_priority: list[dict[str, Any]]
    income_ends_round: bool
    refill_each_turn: bool
    virtual_link: bool
    virtual_link_reverse: bool
    shared_victory: bool

    def town_slots(self) -> list[str]:
        towns = self.locations.items()
        return [f"{town}.{slot['slot']}" for town, place in towns for slot in place["slots"]]

    def shown_on(self, slot: str) -> list[str]:
        """The industries a slot shows."""
        town, number = slot.split(".")
        return list(self.locations[town]["slots"][int(number)]["allowed"])

    def stack(self, industry: str) -> list[int]:
        levels = sorted(level for kind, level in self.tiles if kind == industry)
        return [lv for lv in levels for _ in range(self.tiles[industry, lv]["count"])]


@dataclass
class Tile:
    industry: str
    level: int
    owner: int
    flipped: bool = False
    cubes: int = 0


@dataclass
class Table:
    """Everything on the table, and the line of the trace that is being audited."""

    facts: Facts
    shown: dict[str, Any]
    order: list[int]
    line: int = 1
    period: str = "canal"
    round: int = 1
    money: list[int] = field(default_factory=list)
    spent: list[int] = field(default_factory=list)
    income: list[int] = field(default_factory=list)
    vp: list[int] = field(default_factory=list)
    hands: list[list[str]] = field(default_factory=list)
    deck: list[str] = field(default_factory=list)
    aside: list[str] = field(default_factory=list)
    discards: list[str] = field(default_factory=list)
    stacks: list[dict[str, list[int]]] = field(default_factory=list)
    board: dict[str, Tile] = field(default_factory=dict)
    links: dict[str, int] = field(default_factory=dict)
    track: dict[str, int] = field(default_factory=dict)
    cotton: int = 0
    distant: list[int] = field(default_factory=list)
    turned: list[int] = field(default_factory=list)
    scored: list[dict[str, Any]] = field(default_factory=list)
    """The state at the moment of each scoring, before its points."""
    forfeited: list[int] = field(default_factory=list)
    """Victory points paid for debts."""
    seen: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        facts, seats = self.facts, range(self.facts.players)
        self.money = [facts.money for _ in seats]
        self.spent, self.vp, self.forfeited = ([0 for _ in seats] for _ in range(3))
        self.income = [10 for _ in seats]
        self.stacks = [{kind: facts.stack(kind) for kind in INDUSTRIES} for _ in seats]
        self.track = {cube: len(spaces) for cube, spaces in facts.track.items()}

    def state(self) -> dict[str, Any]:
        """The table in the form of a trace, as `smokestack trace` prints it."""
        own = {key: getattr(self, key) for key in STATE_KEYS if key not in self.track}
        board = {slot: dict(vars(tile)) for slot, tile in self.board.items()}
        return {**own, **self.track, "board": board}

    def deal(self) -> None:
        """All cards and distant tiles are shuffled; the trace says how."""
        shown, facts = self.shown, self.facts
        for key in ("hands", "deck", "aside", "distant"):
            check_type(self.line, key, list, shown[key])
        hands, deck, aside = shown["hands"], shown["deck"], shown["aside"]
        for seat, hand in enumerate(hands):
            check_type(self.line, f"hand of {seat}", list, hand)
        check(self.line, "hands dealt", [HAND] * facts.players, [len(hand) for hand in hands])
        check(self.line, "cards set aside", facts.set_aside[self.period], len(aside))
        dealt = [card for cards in (*hands, deck, aside) for card in cards]
        check(self.line, "cards", sorted(facts.deck.elements()), sorted(dealt, key=str))
        found = sorted(shown["distant"], key=str)
        check(self.line, "shuffled distant tiles", sorted(facts.distant), found)
        self.hands, self.deck, self.aside = [list(hand) for hand in hands], list(deck), list(aside)
        self.distant, self.turned, self.cotton = list(shown["distant"]), [], 0
        self.discards = []

    def refill(self, player: int) -> None:
        while len(self.hands[player]) < HAND and self.deck:
            self.hands[player].append(self.deck.pop(0))

    def pay(self, player: int, price: int) -> None:
        self.money[player] -= price
        self.spent[player] += price

    def ends(self, line: str) -> set[str]:
        return {self.facts.lines[line]["a"], self.facts.lines[line]["b"]}

    def tiles_of(self, player: int) -> list[str]:
        return [slot for slot, tile in self.board.items() if tile.owner == player]

    def links_of(self, player: int) -> list[str]:
        return [line for line, owner in self.links.items() if owner == player]

    def network(self, player: int) -> set[str]:
        """Every location with a tile of the player or touched by a link of the player."""
        towns = {slot.split(".")[0] for slot in self.tiles_of(player)}
        return towns.union(*(self.ends(line) for line in self.links_of(player)))

    def distances(self, starts: Collection[str]) -> dict[str, int]:
        """Every connected location, with the number of links to the nearest start."""
        found = dict.fromkeys(starts, 0)
        edge, steps = set(found), 0
        joined = [self.ends(line) for line in self.links]
        while edge:
            steps += 1
            edge = {place for pair in joined if pair & edge for place in pair} - set(found)
            found |= dict.fromkeys(edge, steps)
        return found

    def anchored(self, starts: Collection[str]) -> bool:
        """Connected to Scotland, Yorkshire, The Midlands or a port tile, flipped or not."""
        ports = {slot.split(".")[0] for slot, tile in self.board.items() if tile.industry == "port"}
        return any(
            place in ports or self.facts.locations[place]["anchor"]
            for place in self.distances(starts)
        )

    def with_cubes(self, industry: str) -> list[str]:
        board = self.board.items()
        return [slot for slot, tile in board if tile.industry == industry and tile.cubes]

    def nearest_mines(self, starts: Collection[str]) -> list[str]:
        distance = self.distances(starts)
        towns = {slot: slot.split(".")[0] for slot in self.with_cubes("coal")}
        far = {slot: distance[town] for slot, town in towns.items() if town in distance}
        return [slot for slot in far if far[slot] == min(far.values())]

    def track_price(self, cube: str) -> int:
        """The cheapest cube goes first, so the cubes left lie on the dearest spaces."""
        spaces, cubes = self.facts.track[cube], self.track[cube]
        return spaces[len(spaces) - cubes] if cubes else EMPTY_TRACK_PRICE

    def coal_price(self, starts: Collection[str]) -> int | None:
        """What one coal costs there; None if there is none."""
        if self.nearest_mines(starts):
            return 0
        return self.track_price("coal") if self.anchored(starts) else None

    def iron_price(self) -> int:
        return 0 if self.with_cubes("iron") else self.track_price("iron")

    def buy(self, player: int, cube: str) -> None:
        self.seen[f"{cube} from track"] += 1
        self.seen[f"{cube} from empty track"] += self.track[cube] == 0
        self.pay(player, self.track_price(cube))
        self.track[cube] = max(0, self.track[cube] - 1)

    def flip(self, slot: str, bonus: int = 0) -> None:
        tile = self.board[slot]
        tile.flipped = True
        steps = self.facts.tiles[tile.industry, tile.level]["income_steps"] + bonus
        reached = self.income[tile.owner] + steps
        self.seen["end of the income track"] += reached > LAST_INCOME_SPACE
        self.income[tile.owner] = min(LAST_INCOME_SPACE, reached)

    def take_cube(self, slot: str) -> None:
        self.board[slot].cubes -= 1
        if not self.board[slot].cubes:
            self.flip(slot)

    def coins(self, place: str) -> int:
        """What one end of a link scores there."""
        location = self.facts.locations[place]
        here = [tile for slot, tile in self.board.items() if slot.split(".")[0] == place]
        return sum(tile.flipped for tile in here) + (0 if location["slots"] else 2)
