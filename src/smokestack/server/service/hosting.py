"""What the host of a table may do."""

from __future__ import annotations

from smokestack.server.domain import hosting
from smokestack.server.domain.table import Table
from smokestack.server.domain.tokens import TokenSigner
from smokestack.server.storage import invitations
from smokestack.server.storage.async_database import AsyncDatabase
from smokestack.server.storage.table_store import TableStore
from smokestack.server.storage.writer import AFTER_ALL_TABLES


class HostingService:
    def __init__(self, signer: TokenSigner, database: AsyncDatabase, store: TableStore) -> None:
        self._signer = signer
        self._database = database
        self._store = store

    async def remove_player(self, table_id: str, guest: str, seat: int) -> Table:
        """Free the seat of another person and withdraw their invitation by name; only the host may,
        before the start."""
        table = await self._store.change(
            table_id,
            lambda table, now: hosting.remove_player(table, self._signer, guest, seat, now),
        )
        await self._database.write(
            AFTER_ALL_TABLES, invitations.remove_all, table_id, table.removed_guests
        )
        return table

    async def give_to_bot(self, table_id: str, guest: str, seat: int, bot: str) -> Table:
        """Let a bot play on a free seat; only the host may, before the start."""
        return await self._store.change(
            table_id, lambda table, now: hosting.give_to_bot(table, guest, seat, bot, now)
        )

    async def close_table(self, table_id: str, guest: str) -> Table:
        """Give up a table that has not started; only its host may."""
        return await self._store.change(
            table_id, lambda table, now: hosting.close_table(table, guest, now)
        )

    async def lock_chat(self, table_id: str, guest: str, locked: bool) -> Table:
        return await self._store.change(
            table_id, lambda table, now: hosting.lock_chat(table, guest, locked, now)
        )
