"""Tile sets of Glasgow on a server, besides the shipped one."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec

from smokestack.games.glasgow.formats.data import tiles_from_data
from smokestack.games.glasgow.rules.tileset import TileSet
from smokestack.server.domain.tokens import new_id

INSTALLED = ""
"""The owner of a set that the operator has installed for everybody."""


class StoredTileSet(msgspec.Struct, frozen=True):
    """A tile set of a guest, or one that the operator has installed."""

    id: str
    owner: str
    name: str
    tiles: dict[str, Any]
    """As a tile file holds it; checked before it was stored."""
    changed: datetime

    def may_be_used_by(self, guest: str) -> bool:
        return self.owner in (INSTALLED, guest)


def new_tile_set(owner: str, tiles: dict[str, Any], now: datetime) -> StoredTileSet:
    """A set to store; `InvalidInput` names entry and field if it can't be played."""
    checked = check(tiles)
    return StoredTileSet(new_id(), owner, checked.name, tiles, now)


def check(tiles: dict[str, Any]) -> TileSet:
    return tiles_from_data(tiles, "tiles")


def same_set(one: StoredTileSet, other: StoredTileSet) -> bool:
    """Whether two sets have the same owner and name, so that one replaces the other."""
    return (one.owner, one.name) == (other.owner, other.name)
