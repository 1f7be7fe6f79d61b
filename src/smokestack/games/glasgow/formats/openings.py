"""Answers as the statistics of openings count them.

Ring and offers differ in every game, so a move is named after its tile, and a building after its
kind. How a building is paid for and where it is placed does not count.
"""

from __future__ import annotations

from typing import Final

from smokestack.games.glasgow.formats.decoding import Kind, decode
from smokestack.games.glasgow.rules.architects import architect_at
from smokestack.games.glasgow.rules.terms import (
    ARCHITECT,
    ASK_BUILD,
    CONTRACT_KINDS,
    GOODS,
    GRANT,
    KINDS,
    NONE,
)
from smokestack.games.glasgow.rules.turn import Glasgow

ARCHITECT_MOVE: Final = "architect"


def opening_move(table: Glasgow, number: int) -> str:
    """`architect`, `stone steel`, `convert`, `take gold`, `build factory` or `pass`."""
    answer = decode(number)
    match answer.kind:
        case Kind.MOVE:
            return _tile_name(table, int(table.ring[answer.index]))
        case Kind.TAKE:
            return f"take {GOODS[answer.good]}"
        case Kind.BUILD:
            return f"build {KINDS[table.tiles.kind[_building(table, answer.place)]]}"
        case Kind.PASS if table.decision == ASK_BUILD:
            return "pass"
        case _:
            return ""


def _tile_name(table: Glasgow, tile: int) -> str:
    if tile == ARCHITECT:
        return ARCHITECT_MOVE
    contract = table.tiles.contracts[tile]
    if contract.kind != GRANT:
        return CONTRACT_KINDS[contract.kind]
    amounts = zip(GOODS, contract.goods, strict=True)
    return " ".join(good for good, amount in amounts for _ in range(amount))


def _building(table: Glasgow, place: int) -> int:
    """The building at a place of the architect, or the one that was drawn."""
    if place == NONE:
        return int(table.drawn)
    return int(table.offers[2 * architect_at(table.position(table.active)) + place])
