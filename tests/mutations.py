"""Random changes to valid data, to test how invalid data is handled."""

from __future__ import annotations

import copy
from typing import Any

from hypothesis import strategies as st


def spoil(draw: st.DrawFn, data: dict[str, Any], values: st.SearchStrategy[Any]) -> None:
    """Replace, delete, repeat or swap values one to three times, at any depth."""
    for _ in range(draw(st.integers(1, 3))):
        if not data:
            return
        parent: Any = data
        keys = list(parent)
        key = draw(st.sampled_from(keys))
        while isinstance(parent[key], dict | list) and parent[key] and draw(st.integers(0, 3)):
            parent = parent[key]
            keys = list(parent) if isinstance(parent, dict) else list(range(len(parent)))
            key = draw(st.sampled_from(keys))
        other = draw(st.sampled_from(keys))
        change = draw(st.sampled_from(["replace", "delete", "repeat", "swap"]))
        if change == "replace":
            parent[key] = draw(values)
        elif change == "delete":
            del parent[key]
        elif change == "swap":
            parent[key], parent[other] = parent[other], parent[key]
        elif isinstance(parent, list):
            parent.insert(key, copy.deepcopy(parent[key]))
        else:
            parent[other] = copy.deepcopy(parent[key])
