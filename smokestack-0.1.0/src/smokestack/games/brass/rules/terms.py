"""The rulebook's words as small numbers."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

NONE: Final = -1

# A set of places, slots or lines is a bit mask. The bits come from a table, not from `1 << place`:
# compiled, a literal 1 has 32 bits.
BIT: Final = vec[i64]([1 << number for number in range(62)])

COTTON: Final = 0
COAL: Final = 1
IRON: Final = 2
PORT: Final = 3
SHIPYARD: Final = 4
INDUSTRIES: Final = ("cotton", "coal", "iron", "port", "shipyard")

EDITIONS: Final = ("2007", "2009-duel", "2018")

PLACES: Final = 25
TOWNS: Final = 19
SLOTS: Final = 43
LINES: Final = 36
TILE_KINDS: Final = 19
TILES: Final = 37
CARD_KINDS: Final = 24  # a town for each of the first 19, then an industry
FIRST_INDUSTRY_CARD: Final = 19
MAX_PLAYERS: Final = 4
MAX_CARDS: Final = 66
MAX_STACK: Final = 12

# What each seat has: `table.seats[CASH + seat]`. One array for all, because each further array
# makes copying a state slower.
ORDER: Final = 0  # whose turn is first, second, …
CASH: Final = 4
SPENT: Final = 8
MARKER: Final = 12  # space of the income marker
SCORE: Final = 16
HELD: Final = 20  # cards in hand
SEATS_SIZE: Final = 24

CANAL: Final = 0
RAIL: Final = 1
PERIODS: Final = ("canal", "rail")

CANAL_COST: Final = 3
RAIL_COST: Final = 5
SECOND_RAIL_COST: Final = 10
LOANS: Final = 3  # of 10, 20 and 30
LAST_SPACE: Final = 99
POINTS_FOR_MONEY: Final = 10

DECISIONS: Final = (
    "action",
    "card",
    "coal",
    "iron",
    "second rail",
    "second development",
    "sale",
    "debt",
)
ASK_ACTION: Final = 0
ASK_CARD: Final = 1
ASK_COAL: Final = 2
ASK_IRON: Final = 3
ASK_SECOND_RAIL: Final = 4
ASK_SECOND_DEVELOPMENT: Final = 5
ASK_SALE: Final = 6
ASK_DEBT: Final = 7

# Where the course of the game stands between decisions.
TURNS: Final = 0
DEBTS_BEFORE_TURNS: Final = 1
DEBTS_AFTER_ROUND: Final = 2

BY_POINTS: Final = 0
BY_INCOME: Final = 1
BY_MONEY: Final = 2
BY_TURN_ORDER: Final = 3
SHARED: Final = 4
REASONS: Final = ("points", "income", "money", "turn order", "shared")
