"""The weights of the evaluation in `data/weights.toml`: their names and their order."""

from __future__ import annotations

from pathlib import Path
from typing import Final

POUND_LATE: Final = 0
POUND_EARLY: Final = 1
ENOUGH_CASH: Final = 2
CANAL_INCOME: Final = 3
RAIL_INCOME: Final = 4
MONEY_SPENT: Final = 5
MINE_FLIPS: Final = 6
MINE_CUBE: Final = 7
WORKS_FLIPS: Final = 8
WORKS_CUBE: Final = 9
PORT_FLIPS: Final = 10
MILL_SELLS: Final = 11
MILL_WAITS: Final = 12
KEPT_TILE: Final = 13
CANAL_NEIGHBOUR: Final = 14
CANAL_SLOT: Final = 15
RAIL_NEIGHBOUR: Final = 16
RAIL_SLOT: Final = 17
RAIL_LINK: Final = 18
NETWORK_PLACE: Final = 19
NEXT_COTTON: Final = 20
NEXT_COAL: Final = 21
NEXT_IRON: Final = 22
NEXT_PORT: Final = 23
NEXT_SHIPYARD: Final = 24
TOWN_CARD: Final = 25
COTTON_CARD: Final = 26
COAL_CARD: Final = 27
IRON_CARD: Final = 28
PORT_CARD: Final = 29
SHIPYARD_CARD: Final = 30
SECOND_CARD: Final = 31

NAMES: Final = (
    "pound_late",
    "pound_early",
    "enough_cash",
    "canal_income",
    "rail_income",
    "money_spent",
    "mine_flips",
    "mine_cube",
    "works_flips",
    "works_cube",
    "port_flips",
    "mill_sells",
    "mill_waits",
    "kept_tile",
    "canal_neighbour",
    "canal_slot",
    "rail_neighbour",
    "rail_slot",
    "rail_link",
    "network_place",
    "next_cotton",
    "next_coal",
    "next_iron",
    "next_port",
    "next_shipyard",
    "town_card",
    "cotton_card",
    "coal_card",
    "iron_card",
    "port_card",
    "shipyard_card",
    "second_card",
)

SHIPPED: Final = Path(__file__).parent.parent / "data" / "weights.toml"
