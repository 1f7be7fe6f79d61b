"""Creating tables: new ones, rematches, and games that continue a finished one."""

from __future__ import annotations

from datetime import datetime

import msgspec

from smokestack.presentation.language import tr
from smokestack.server.accounts.service import AccountService
from smokestack.server.domain import creation
from smokestack.server.domain.errors import NotYourSeat
from smokestack.server.domain.origin import THIS_MACHINE, Origin
from smokestack.server.domain.table import NewTable, Table
from smokestack.server.domain.time_source import TimeSource
from smokestack.server.domain.tokens import TokenSigner
from smokestack.server.service.tile_sets import TileSetService
from smokestack.server.storage.table_store import TableStore


class CreationService:
    def __init__(
        self,
        signer: TokenSigner,
        store: TableStore,
        source: TimeSource,
        accounts: AccountService,
        tile_sets: TileSetService,
    ) -> None:
        self._signer = signer
        self._store = store
        self._source = source
        self._accounts = accounts
        self._tile_sets = tile_sets

    async def create(self, guest: str, request: NewTable, origin: Origin = THIS_MACHINE) -> Table:
        tiles = None
        if request.tile_set:
            tiles = (await self._tile_sets.find(request.tile_set, guest)).tiles
        own_name = await self._accounts.name_at_table(guest, request.name)
        request = msgspec.structs.replace(request, name=own_name)
        table = creation.create(self._signer, guest, request, self._source.now(), tiles)
        await self._accounts.check_may_play(table, guest)
        return await self._add(table, origin)

    async def rematch(self, table_id: str, guest: str, origin: Origin = THIS_MACHINE) -> Table:
        """The table of the rematch; the first who asks creates it."""

        def change(table: Table, now: datetime) -> Table | None:
            if guest != table.host and not table.seats_of(guest):
                raise NotYourSeat(tr("You have no seat at this table."))
            if table.rematch:
                return None
            new = creation.rematch(self._signer, guest, table, now)
            new.origin = origin
            table.rematch = new.id
            return new

        table = await self._store.change(table_id, change)
        return await self._store.find(table.rematch)

    async def play_on(
        self,
        table_id: str,
        length: int,
        guest: str,
        seat: int,
        bot: str,
        name: str,
        origin: Origin = THIS_MACHINE,
    ) -> Table:
        """Continue a finished game after its first `length` answers, against bots."""
        table = await self._store.find(table_id)
        now = self._source.now()
        own_name = await self._accounts.name_at_table(guest, name)
        new = creation.play_on(self._signer, table, length, guest, seat, bot, own_name, now)
        return await self._add(new, origin)

    async def _add(self, table: Table, origin: Origin) -> Table:
        table.origin = origin
        return await self._store.add(table)
