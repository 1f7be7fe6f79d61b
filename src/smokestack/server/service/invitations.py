"""Invitations by the name of an account."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from smokestack.presentation.language import tr
from smokestack.server.accounts.service import AccountService
from smokestack.server.domain import hosting, seats
from smokestack.server.domain.errors import LimitExceeded, NotYourSeat
from smokestack.server.domain.table import Table
from smokestack.server.domain.time_source import TimeSource
from smokestack.server.domain.tokens import TokenSigner
from smokestack.server.storage import invitations
from smokestack.server.storage.async_database import AsyncDatabase
from smokestack.server.storage.table_store import TableStore
from smokestack.server.storage.writer import AFTER_ALL_TABLES

MAX_LISTED_TABLES: Final = 50
MAX_STORED_NAME: Final = 100


class InvitationService:
    def __init__(
        self,
        signer: TokenSigner,
        database: AsyncDatabase,
        store: TableStore,
        source: TimeSource,
        accounts: AccountService,
    ) -> None:
        self._signer = signer
        self._database = database
        self._store = store
        self._source = source
        self._accounts = accounts

    async def invite(self, table_id: str, guest: str, name: str) -> Table:
        """Invite the holder of an account to a table; nothing reveals whether there is one."""
        now = self._source.now()
        hosting.invite((await self._store.find(table_id)).copy(), guest, name, "", now)  # checks it
        invited = await self._database.write_counted(
            AFTER_ALL_TABLES, invitations.add, table_id, name[:MAX_STORED_NAME], guest, now
        )
        if invited is None:
            raise LimitExceeded(tr("You have invited many people to this table already."))
        return await self._store.change(
            table_id, lambda table, now: hosting.invite(table, guest, name, invited, now)
        )

    async def tables_of(self, guest: str) -> list[Table]:
        """The tables that wait for a guest who was invited by name, latest invitation first."""
        if not guest:
            return []
        ids = await self._database.read(invitations.tables_of, guest, MAX_LISTED_TABLES)
        return await self._store.find_all(ids)

    async def is_invited(self, table_id: str, guest: str) -> bool:
        """Whether a guest was invited by name, has not answered yet, and a seat is free."""
        return bool(guest) and await self._database.read(invitations.is_open, table_id, guest)

    async def accept(self, table_id: str, guest: str, name: str) -> Table:
        """Take a free seat at a table to which one was invited by name.

        Accepting again keeps the seat: the reply may have been lost.
        """
        before = await self._store.find(table_id)
        if before.seats_of(guest):
            return before
        if not await self._database.read(invitations.is_invited, table_id, guest):
            raise NotYourSeat(tr("You have no invitation to this table."))
        await self._accounts.check_may_play(before, guest)
        own_name = await self._accounts.name_at_table(guest, name)

        def change(table: Table, now: datetime) -> None:
            if not table.seats_of(guest):
                seats.reserve_name(table, own_name)
            seats.take_free(table, self._signer, guest, own_name, now)

        table = await self._store.change(table_id, change)
        await self.decline(table_id, guest)
        return table

    async def decline(self, table_id: str, guest: str) -> None:
        await self._database.write(AFTER_ALL_TABLES, invitations.remove, table_id, guest)
