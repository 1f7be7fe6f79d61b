"""Tile sets in the database."""

from __future__ import annotations

from typing import Final

import msgspec
from sqlalchemy import Connection, delete, func, insert, select, update

from smokestack.server.domain.tile_sets import INSTALLED, StoredTileSet
from smokestack.server.storage.schema import tile_sets

MAX_OF_GUEST: Final = 20
MAX_OF_GUESTS: Final = 20_000


def usable_by(connection: Connection, guest: str) -> list[StoredTileSet]:
    """The installed sets and those of a guest, by name."""
    owners = {INSTALLED, guest}
    query = select(tile_sets).where(tile_sets.c.owner.in_(owners)).order_by(tile_sets.c.name)
    return [StoredTileSet(**row._mapping) for row in connection.execute(query)]


def find(connection: Connection, tile_set_id: str) -> StoredTileSet | None:
    row = connection.execute(select(tile_sets).where(tile_sets.c.id == tile_set_id)).first()
    return None if row is None else StoredTileSet(**row._mapping)


def save(connection: Connection, tile_set: StoredTileSet) -> bool:
    """Add a set, or replace the one of the same owner and name; False if there are too many."""
    same = (tile_sets.c.owner == tile_set.owner) & (tile_sets.c.name == tile_set.name)
    values = msgspec.structs.asdict(tile_set)
    known = connection.execute(select(tile_sets.c.id).where(same)).scalar()
    if known is not None:
        del values["id"]
        connection.execute(update(tile_sets).where(tile_sets.c.id == known).values(values))
        return True
    if tile_set.owner != INSTALLED:
        count = select(func.count()).select_from(tile_sets)
        of_guest = connection.execute(count.where(tile_sets.c.owner == tile_set.owner))
        of_guests = connection.execute(count.where(tile_sets.c.owner != INSTALLED))
        if of_guest.scalar_one() >= MAX_OF_GUEST or of_guests.scalar_one() >= MAX_OF_GUESTS:
            return False
    connection.execute(insert(tile_sets), values)
    return True


def remove(connection: Connection, tile_set_id: str, owner: str) -> None:
    same = (tile_sets.c.id == tile_set_id) & (tile_sets.c.owner == owner)
    connection.execute(delete(tile_sets).where(same))
