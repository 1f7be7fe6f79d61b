"""Positions of Glasgow in a readable form, each to test one rule."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import smokestack
from smokestack.engine.match import Match
from smokestack.games.glasgow.formats.data import shipped_tiles, tiles_to_data
from smokestack.games.glasgow.rules.scoring import score
from smokestack.games.glasgow.rules.turn import Glasgow

GAME = smokestack.find_game("glasgow")
UI = smokestack.find_ui("glasgow")

# The ring of these positions unless a test passes another one.
RING = (
    "architect", "stone", "steel-1", "gold-1", "whisky",
    "architect", "choice", "convert", "replace", "activate",
    "architect", "draw", "double", "stone-steel", "stone-stone",
    "architect",
)  # fmt: skip

OFFERS = {0: ("F1", "F2"), 5: ("T1", "T2"), 10: ("P1", "P2"), 15: ("L1", "L2")}


class Position(Match):
    """A match that starts in the middle of a game; `answer` plays several answers."""

    state: Glasgow

    def answer(self, *answers: str) -> Position:
        for answer in answers:
            self.play(answer)
        return self

    def goods(self, seat: int) -> str:
        """A store as text, e.g. `2 stone, 1 gold`."""
        store = self.table["goods"][seat]
        return ", ".join(f"{amount} {good}" for good, amount in store.items() if amount)

    def points(self, seat: int) -> int:
        return int(score(self.state, seat))

    @property
    def table(self) -> dict[str, Any]:
        """The state as in a trace."""
        return self.game.audit(self.state)


def position(
    *,
    city: str = "",
    corner: tuple[int, int] = (0, 0),
    goods: tuple[str, str] = ("", ""),
    offers: Mapping[int, tuple[str, str]] | None = None,
    pile: Sequence[str] = (),
    discards: Sequence[str] = (),
    pile_only: bool = False,
    ring: Sequence[str] = RING,
    merchants: tuple[int, int] = (0, 0),
    rear: int = 0,
    doubled: tuple[bool, bool] = (False, False),
    turn: int = 0,
    turn_limit: int = 500,
    whisky_converts: bool = True,
    tiles: dict[str, Any] | None = None,
) -> Position:
    """A position at a `move` decision.

    `city` is a picture: one word per cell, a building with its owner (`F1a` for seat 0, `F1b` for
    seat 1) or `.`; `corner` is the cell of its top left word. `goods` reads `2 stone, 1 whisky`.
    `pile` is drawn first, in this order. Buildings that are not named lie below it, or, with
    `pile_only`, on top of the discards.
    """
    standing = _city(city, corner)
    offered = {str(index): pair for index, pair in {**OFFERS, **(offers or {})}.items()}
    used = [name for name, _ in standing.values()] + [*pile, *discards]
    # A default offer is exchanged if the test uses its building elsewhere.
    spare = [b.id for b in shipped_tiles().buildings if b.id not in used]
    spare = [name for name in spare if all(name not in pair for pair in offered.values())]
    for index, (first, second) in offered.items():
        if offers is None or int(index) not in offers:
            first = spare.pop() if first in used else first
            second = spare.pop() if second in used else second
            offered[index] = (first, second)
    rest = [name for name in spare if name not in used]
    data = {
        "tiles": tiles if tiles is not None else shipped_tiles().name,
        "whisky_converts": whisky_converts,
        "turn_limit": turn_limit,
        "stream": [1, 2],
        "ring": list(ring),
        "merchants": list(merchants),
        "rear": rear,
        "doubled": list(doubled),
        "turn": turn,
        "revealed": 0,
        "goods": [_goods(text) for text in goods],
        "offers": offered,
        "city": standing,
        "pile": [*pile] if pile_only else [*pile, *rest],
        "discards": [*discards, *rest] if pile_only else [*discards],
        "active": 0,
        "decision": "move",
        "actor": _next_mover(merchants, rear),
    }
    setup = smokestack.new_game("glasgow", seed=1, players=["Ann", "Ben"]).setup
    match = Position(GAME, setup)
    state = GAME.load(data)
    assert isinstance(state, Glasgow)
    match.state = state
    return match


def custom_tiles(**changes: Mapping[str, Any]) -> dict[str, Any]:
    """The shipped tiles with some fields of some buildings or contracts changed, by id."""
    data = tiles_to_data(shipped_tiles())
    data["name"] = "custom"
    for entry in data["building"] + data["contract"]:
        entry.update(changes.get(entry["id"].replace("-", "_"), {}))
    return data


def _next_mover(merchants: tuple[int, int], rear: int) -> int:
    if merchants[0] == merchants[1]:
        return rear
    return 0 if merchants[0] < merchants[1] else 1


def _goods(text: str) -> dict[str, int]:
    pairs = (part.split() for part in text.split(",") if part.strip())
    return {good: int(amount) for amount, good in pairs}


def _city(picture: str, corner: tuple[int, int]) -> dict[str, tuple[str, int]]:
    standing = {}
    rows = [line.split() for line in picture.strip().splitlines()]
    for y, row in enumerate(rows, corner[1]):
        for x, word in enumerate(row, corner[0]):
            if word != ".":
                standing[f"{x},{y}"] = (word[:-1], "ab".index(word[-1]))
    return standing
