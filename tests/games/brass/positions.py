"""Positions of Brass in a readable form, to test one rule at a time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import smokestack
from smokestack.engine.match import Match
from smokestack.games.brass.formats.data import facts
from smokestack.games.brass.rules.turn import Brass

GAME = smokestack.find_game("brass")
INDUSTRIES = ("cotton", "coal", "iron", "port", "shipyard")
OWNERS = "abcd"

# How many tiles are gone from a stack when its next one is of this level.
COTTON_2, COTTON_3 = {"cotton": 3}, {"cotton": 6}
COAL_2, COAL_3 = {"coal": 1}, {"coal": 3}
IRON_2 = {"iron": 1}
PORT_2, PORT_3 = {"port": 2}, {"port": 4}
SHIPYARD_1, SHIPYARD_2 = {"shipyard": 2}, {"shipyard": 4}

# From Manchester, over links of other players.
TO_MIDLANDS = {
    "manchester-stockport": "c",
    "macclesfield-stockport": "d",
    "macclesfield-the_midlands": "d",
}


class Position(Match):
    """A match that starts in the middle; `answer` plays several answers in a row."""

    state: Brass

    def answer(self, *answers: str) -> Position:
        for answer in answers:
            self.play(answer)
        return self

    def pass_turns(self, count: int = 1) -> Position:
        """Pass until this many turns are over, discarding any cards."""
        for _ in range(count):
            turn = self.state.turn
            while self.state.turn == turn:
                self.answer("pass")
                self.play(self.answers[0])
        return self

    def pass_round(self) -> Position:
        """Pass until the round is over or a player must settle a debt."""
        before = self._round()
        while not self.over and self.decision == "action" and self._round() == before:
            self.pass_turns()
        return self

    def _round(self) -> tuple[Any, Any]:
        table = self.table
        return table["period"], table["round"]

    @property
    def table(self) -> dict[str, Any]:
        """The table as traces show it."""
        return self.game.audit(self.state)

    def money(self, seat: int) -> int:
        return int(self.table["money"][seat])

    def spent(self, seat: int) -> int:
        return int(self.table["spent"][seat])

    def income(self, seat: int) -> int:
        """The space of the income marker."""
        return int(self.table["income"][seat])

    def vp(self, seat: int) -> int:
        return int(self.table["vp"][seat])

    def stack(self, seat: int, industry: str) -> list[int]:
        """The levels left in a stack, the next one first."""
        return list(self.table["stacks"][seat][industry])

    def tile(self, slot: str) -> str:
        """A tile as `position` writes it, `coal 2 b 3` or `cotton 1 a flipped`; empty if none."""
        tile = self.table["board"].get(slot)
        if tile is None:
            return ""
        words = [tile["industry"], str(tile["level"]), OWNERS[tile["owner"]]]
        if tile["flipped"]:
            words.append("flipped")
        elif tile["industry"] in ("coal", "iron"):
            words.append(str(tile["cubes"]))
        return " ".join(words)

    def offered(self, action: str) -> set[str]:
        """What is offered of an action: `offered("link")` gives the lines."""
        words = (answer.partition(" ") for answer in self.answers)
        return {rest for first, _, rest in words if first == action}


def position(
    *,
    players: int = 4,
    edition: str = "2007",
    period: str = "canal",
    round_number: int = 2,
    order: Sequence[int] | None = None,
    place: int = 0,
    actions: int = 2,
    money: int | Mapping[int, int] = 30,
    spent: int | Mapping[int, int] = 0,
    income: int | Mapping[int, int] = 10,
    vp: int | Mapping[int, int] = 0,
    hands: Mapping[int, str] | None = None,
    hand_size: int = 8,
    draw: str = "",
    deck: int | None = None,
    board: Mapping[str, str] | None = None,
    links: Mapping[str, str] | None = None,
    developed: Mapping[int, Mapping[str, int]] | None = None,
    coal: int | None = None,
    iron: int | None = None,
    cotton: int = 0,
    distant: Sequence[int] = (),
    **options: bool,
) -> Position:
    """A position at an `action` decision of the seat at `place` in the turn order.

    A number for each seat is one for all or a mapping of those that differ from the usual. `hands`
    names whole hands (`manchester cotton`); the others hold any `hand_size` cards. `draw` lies on
    top of the deck, of which `deck` cards are left; the rest is discarded. A tile on the board
    reads `cotton 1 a`, `cotton 1 a flipped` or, with its cubes, `coal 2 b 3`; without a number it
    has all its cubes. Tiles on the board and all below them are gone from the stacks; `developed`
    overrides how many. `distant` lies on top of the distant tiles.
    """
    setup = smokestack.new_game(
        "brass", seed=1, players=players, edition=edition, options=dict(options)
    ).setup
    course = facts().editions[edition][str(players)]
    track = len(facts().editions[edition]["track"])
    order = list(range(players)) if order is None else list(order)
    tiles = {slot: _tile(text) for slot, text in (board or {}).items()}
    data = {
        **setup.options,
        "edition": edition,
        "stream": [1, 2],
        "period": period,
        "round": round_number,
        "order": order,
        "place": place,
        "actions": actions,
        "money": _of_each(players, money, 30),
        "spent": _of_each(players, spent, 0),
        "income": _of_each(players, income, 10),
        "vp": _of_each(players, vp, 0),
        **_cards(course, players, period, hands or {}, hand_size, draw.split(), deck),
        "stacks": [
            _stacks(seat, tiles, (developed or {}).get(seat, {})) for seat in range(players)
        ],
        "board": tiles,
        "links": {line: OWNERS.index(owner) for line, owner in (links or {}).items()},
        "coal": track if coal is None else coal,
        "iron": track if iron is None else iron,
        "cotton": cotton,
        "distant": [*distant, *(Counter(course["distant"]) - Counter(distant)).elements()],
        "turned": [],
        "decision": "action",
        "actor": order[place],
    }
    match = Position(GAME, setup)
    state = GAME.load(data)
    assert isinstance(state, Brass)
    match.state = state
    return match


def _of_each(players: int, values: int | Mapping[int, int], usual: int) -> list[int]:
    if isinstance(values, int):
        return [values] * players
    return [values.get(seat, usual) for seat in range(players)]


def _cards(
    course: Mapping[str, Any],
    players: int,
    period: str,
    hands: Mapping[int, str],
    hand_size: int,
    draw: list[str],
    deck: int | None,
) -> dict[str, Any]:
    """Every card of the edition in a hand, in the deck, set aside or discarded."""
    left = Counter(course["deck"])
    for named in [*(hand.split() for hand in hands.values()), draw]:
        left -= Counter(named)
    rest = list(left.elements())
    dealt = []
    for seat in range(players):
        if seat in hands:
            dealt.append(hands[seat].split())
        else:
            dealt.append(rest[:hand_size])
            rest = rest[hand_size:]
    aside = course[f"aside_{period}"]
    rest, aside_cards = rest[: len(rest) - aside], rest[len(rest) - aside :]
    below = len(rest) if deck is None else deck - len(draw)
    return {
        "hands": dealt,
        "deck": [*draw, *rest[:below]],
        "aside": aside_cards,
        "discards": rest[below:],
    }


def _tile(text: str) -> dict[str, Any]:
    industry, level, owner, *more = text.split()
    entry = _entry(industry, int(level))
    flipped = more == ["flipped"]
    cubes = int(more[0]) if more and not flipped else entry.get("cubes", 0)
    return {
        "industry": industry,
        "level": int(level),
        "owner": OWNERS.index(owner),
        "flipped": flipped,
        "cubes": 0 if flipped else cubes,
    }


def _entry(industry: str, level: int) -> dict[str, Any]:
    for entry in facts().tiles:
        if (entry["industry"], entry["level"]) == (industry, level):
            return entry
    raise AssertionError(f"no tile {industry} {level}")


def _stacks(
    seat: int, tiles: Mapping[str, Mapping[str, Any]], developed: Mapping[str, int]
) -> dict[str, list[int]]:
    """What is left of each stack."""
    stacks = {}
    for industry in INDUSTRIES:
        whole = [
            entry["level"]
            for entry in facts().tiles
            if entry["industry"] == industry
            for _ in range(entry["count"])
        ]
        built = [
            tile["level"]
            for tile in tiles.values()
            if (tile["industry"], tile["owner"]) == (industry, seat)
        ]
        top = max(built, default=0)
        gone = sum(level < top for level in whole) + built.count(top)
        stacks[industry] = whole[developed.get(industry, gone if built else 0) :]
    return stacks
