"""The weights of the evaluation in `data/weights.toml`: their names and their order."""

from __future__ import annotations

from pathlib import Path
from typing import Final

STONE_VALUE: Final = 0
STEEL_VALUE: Final = 1
GOLD_VALUE: Final = 2
WHISKY_VALUE: Final = 3
CONVERSION_VALUE: Final = 4
REPLACEMENT_VALUE: Final = 5
FULL_STORE_DISCOUNT: Final = 6
FACTORY_ACTIVATION: Final = 7
STEP_AHEAD: Final = 8
DOUBLED: Final = 9
STATION_PART: Final = 10
VICTORY: Final = 11

NAMES: Final = (
    "stone_value",
    "steel_value",
    "gold_value",
    "whisky_value",
    "conversion_value",
    "replacement_value",
    "full_store_discount",
    "factory_activation",
    "step_ahead",
    "doubled",
    "station_part",
    "victory",
)

SHIPPED: Final = Path(__file__).parent.parent / "data" / "weights.toml"
