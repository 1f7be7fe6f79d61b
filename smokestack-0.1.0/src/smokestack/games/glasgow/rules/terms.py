"""The rulebook's words as small numbers."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

NONE: Final = -1

# A set of buildings is a bit mask. The bits come from a table, not from `1 << building`: compiled,
# a literal 1 has 32 bits.
BIT: Final = vec[i64]([1 << building for building in range(37)])

STONE: Final = 0
STEEL: Final = 1
GOLD: Final = 2
WHISKY: Final = 3
GOODS: Final = ("stone", "steel", "gold", "whisky")
STORE: Final = vec[i64]([5, 4, 3, 1])

FACTORY: Final = 0
SHOP: Final = 1
PARK: Final = 2
TENEMENT: Final = 3
STATION: Final = 4
BANK: Final = 5
LANDMARK: Final = 6
KINDS: Final = ("factory", "shop", "park", "tenement", "station", "bank", "landmark")
KIND_COUNTS: Final = (8, 3, 6, 6, 3, 4, 7)

GIVES_CONVERSION: Final = 4
GIVES_REPLACEMENT: Final = 5
FACTORY_GIVES: Final = (*GOODS, "convert", "replace")

PER_FACTORY: Final = 3
BANK_COUNTS: Final = ("stone", "steel", "gold", "factory")

GRANT: Final = 0
CHOICE: Final = 1
CONVERT: Final = 2
REPLACE: Final = 3
ACTIVATE: Final = 4
DRAW: Final = 5
DOUBLE: Final = 6
CONTRACT_KINDS: Final = ("goods", "choice", "convert", "replace", "activate", "draw", "double")

# Conversions: two lines, two directions each.
CONVERSIONS: Final = ("stone>steel", "steel>stone", "steel>gold", "gold>steel")
CONVERT_FROM: Final = vec[i64]([STONE, STEEL, STEEL, GOLD])
CONVERT_TO: Final = vec[i64]([STEEL, STONE, GOLD, STEEL])
FIRST_GOLD_CONVERSION: Final = 2

RING_SIZE: Final = 16
ARCHITECT: Final = -1
ARCHITECT_TILES: Final = (0, 5, 10, 15)
ARCHITECTS: Final = 4
BUILDINGS: Final = 37
CONTRACTS: Final = 14
CITY_SIZE: Final = 20
DRAWN: Final = 8

# The city never spans more than five cells either way, so with the first building in the middle
# nine by nine cells suffice, counted row by row. One more row, never built on, lets the neighbours
# of any cell be looked up without a check: a step over an edge ends where nothing can stand.
SIDE: Final = 9
CENTRE: Final = 40
CELLS: Final = 81
PADDED_CELLS: Final = 90

DECISIONS: Final = (
    "move",
    "choice",
    "convert",
    "replace",
    "activate",
    "draw",
    "drawn",
    "build",
    "pay",
    "place",
    "resolve",
)
ASK_MOVE: Final = 0
ASK_CHOICE: Final = 1
ASK_CONVERT: Final = 2
ASK_REPLACE: Final = 3
ASK_ACTIVATE: Final = 4
ASK_DRAW: Final = 5
ASK_DRAWN: Final = 6
ASK_BUILD: Final = 7
ASK_PAY: Final = 8
ASK_PLACE: Final = 9
ASK_RESOLVE: Final = 10

NOT_OVER: Final = 0
CITY_COMPLETE: Final = 1
TURN_LIMIT: Final = 2
REASONS: Final = (None, "city", "turn_limit")
