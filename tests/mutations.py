"""Spoiling good data at random, to see what bad data does."""

from __future__ import annotations

import copy
from typing import Any

from hypothesis import strategies as st


def spoil(draw: st.DrawFn, data: dict[str, Any], values: st.SearchStrategy[Any]) -> None:
    """Replace, delete, repeat or exchange something, one to three times, at any depth."""
    for _ in range(draw(st.integers(1, 3))):
        if not data:
            return
        spot: Any = data
        keys = list(spot)
        key = draw(st.sampled_from(keys))
        while isinstance(spot[key], dict | list) and spot[key] and draw(st.integers(0, 3)):
            spot = spot[key]
            keys = list(spot) if isinstance(spot, dict) else list(range(len(spot)))
            key = draw(st.sampled_from(keys))
        other = draw(st.sampled_from(keys))
        change = draw(st.sampled_from(["replace", "delete", "repeat", "exchange"]))
        if change == "replace":
            spot[key] = draw(values)
        elif change == "delete":
            del spot[key]
        elif change == "exchange":
            spot[key], spot[other] = spot[other], spot[key]
        elif isinstance(spot, list):
            spot.insert(key, copy.deepcopy(spot[key]))
        else:
            spot[other] = copy.deepcopy(spot[key])
