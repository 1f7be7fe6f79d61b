"""The numbers in `weights.toml`: where each stands in a state's `weights`."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from librt.vecs import vec

from smokestack.engine.weights import load_weights, values_of

POUND_LATE: Final = 0
POUND_EARLY: Final = 1
ENOUGH_CASH: Final = 2
INCOME: Final = 3
MINE_FLIPS: Final = 4
MINE_CUBE: Final = 5
WORKS_FLIPS: Final = 6
WORKS_CUBE: Final = 7
PORT_FLIPS: Final = 8
MILL_SELLS: Final = 9
MILL_WAITS: Final = 10
NEIGHBOUR: Final = 11
EMPTY_SLOT: Final = 12
STACKS: Final = 13
TOWN_CARD: Final = 14
INDUSTRY_CARD: Final = 15

NAMES: Final = (
    "pound_late",
    "pound_early",
    "enough_cash",
    "income",
    "mine_flips",
    "mine_cube",
    "works_flips",
    "works_cube",
    "port_flips",
    "mill_sells",
    "mill_waits",
    "neighbour",
    "empty_slot",
    "stacks",
    "town_card",
    "industry_card",
)

SHIPPED: Final = Path(__file__).with_name("weights.toml")
WEIGHTS: Final = vec[float](values_of(load_weights(SHIPPED).evaluation, NAMES, SHIPPED))
