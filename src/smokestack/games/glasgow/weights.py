"""The numbers in `weights.toml`: where each stands in a state's `weights`."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from librt.vecs import vec

from smokestack.engine.weights import load_weights, values_of

STONE_VALUE: Final = 0
STEEL_VALUE: Final = 1
GOLD_VALUE: Final = 2
WHISKY_VALUE: Final = 3
CONVERSION_VALUE: Final = 4
REPLACEMENT_VALUE: Final = 5
FULLNESS: Final = 6
FIRING: Final = 7
STEP: Final = 8
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
    "fullness",
    "firing",
    "step",
    "doubled",
    "station_part",
    "victory",
)

SHIPPED: Final = Path(__file__).with_name("weights.toml")
WEIGHTS: Final = vec[float](values_of(load_weights(SHIPPED).evaluation, NAMES, SHIPPED))
