"""The shipped tile file, whole and with some fields changed."""

from __future__ import annotations

import copy
import tomllib
from importlib import resources
from typing import Any

TEXT = resources.files("smokestack.games.glasgow").joinpath("data", "tiles.toml").read_text("utf-8")
SHIPPED: dict[str, Any] = tomllib.loads(TEXT)


def corrected(entry: str, **fields: Any) -> dict[str, Any]:
    """The shipped tile file with some fields of one entry changed, or deleted by `...`."""
    data = copy.deepcopy(SHIPPED)
    (found,) = [tile for tile in data["building"] + data["contract"] if tile["id"] == entry]
    for field, value in fields.items():
        if value is ...:
            del found[field]
        else:
            found[field] = value
    return data
