"""Tile sets: the installed ones, and those that guests have stored."""

from __future__ import annotations

from typing import Any

from smokestack.presentation.language import tr
from smokestack.server.domain.errors import LimitExceeded, NotYourSeat, TableNotFound
from smokestack.server.domain.tile_sets import StoredTileSet, new_tile_set, same_set
from smokestack.server.domain.time_source import TimeSource
from smokestack.server.storage import tile_sets
from smokestack.server.storage.async_database import AsyncDatabase
from smokestack.server.storage.writer import AFTER_ALL_TABLES


class TileSetService:
    def __init__(self, database: AsyncDatabase, source: TimeSource) -> None:
        self._database = database
        self._source = source

    async def usable_by(self, guest: str) -> list[StoredTileSet]:
        """The installed sets and those of a guest."""
        return await self._database.read(tile_sets.usable_by, guest)

    async def find(self, tile_set_id: str, guest: str) -> StoredTileSet:
        found = await self._database.read(tile_sets.find, tile_set_id)
        if found is None or not found.may_be_used_by(guest):
            raise TableNotFound(tr("There is no tile set at this address, or it is private."))
        return found

    async def save(self, guest: str, tiles: dict[str, Any]) -> StoredTileSet:
        """Store a set for a guest; one of the same name is replaced."""
        if not guest:
            raise NotYourSeat(tr("Please allow cookies, so that the server can recognise you."))
        new = new_tile_set(guest, tiles, self._source.now())
        if not await self._database.write_counted(AFTER_ALL_TABLES, tile_sets.save, new):
            raise LimitExceeded(
                tr("You have too many tile sets. Please delete some of them first.")
            )
        return next(each for each in await self.usable_by(guest) if same_set(each, new))

    async def remove(self, tile_set_id: str, guest: str) -> None:
        """Delete a set of a guest; games that are played with it keep it."""
        if guest:
            await self._database.write(AFTER_ALL_TABLES, tile_sets.remove, tile_set_id, guest)
