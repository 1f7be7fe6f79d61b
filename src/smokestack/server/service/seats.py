"""Taking, keeping and leaving seats."""

from __future__ import annotations

from datetime import datetime

from smokestack.server.accounts.service import AccountService
from smokestack.server.domain import leaving, seats
from smokestack.server.domain.table import Table
from smokestack.server.domain.tokens import TokenSigner, hash_token
from smokestack.server.storage import tables
from smokestack.server.storage.async_database import AsyncDatabase
from smokestack.server.storage.table_store import TableStore
from smokestack.server.storage.uptime import Uptime


class SeatService:
    def __init__(
        self,
        signer: TokenSigner,
        database: AsyncDatabase,
        store: TableStore,
        accounts: AccountService,
        uptime: Uptime,
    ) -> None:
        self._signer = signer
        self._database = database
        self._store = store
        self._accounts = accounts
        self._uptime = uptime

    async def join(self, table_id: str, guest: str, name: str) -> tuple[Table, int]:
        """Take a seat at an open table; returns the guest's seat, even if there already was one."""
        await self._accounts.check_may_play(await self._store.find(table_id), guest)
        own_name = await self._accounts.name_at_table(guest, name)

        def change(table: Table, now: datetime) -> None:
            if self._accounts.has_account(guest) and not table.seats_of(guest):
                seats.reserve_name(table, own_name)
            seats.join(table, self._signer, guest, own_name, now)

        table = await self._store.change(table_id, change)
        return table, table.seats_of(guest)[0]

    async def find(self, token: str, guest: str = "") -> tuple[Table, int]:
        """The seat of a token; the guest who used an invitation finds the seat with it again."""
        token_hash = hash_token(token)
        found = await self._database.read(tables.find_seat, token_hash)
        if found is None:
            raise seats.seat_not_found()
        table = await self._store.find(found[0])
        seat = table.seats[found[1]]
        if not seat.is_of(guest):
            seats.check_token(table, seat, token_hash)
        return table, seat.number

    async def take(self, token: str, guest: str, name: str) -> tuple[Table, int]:
        """Take a free seat with its token, or use a taken one on this guest's device as well."""
        table, seat = await self.find(token, guest)
        await self._accounts.check_may_play(table, guest)
        token_hash = hash_token(token)
        own_name = await self._accounts.name_at_table(guest, name)

        def change(table: Table, now: datetime) -> None:
            if table.seats[seat].is_of(guest):
                return
            seats.check_token(table, table.seats[seat], token_hash)
            if self._accounts.has_account(guest) and table.seats[seat].free:
                seats.reserve_name(table, own_name)
            seats.take(table, self._signer, table.seats[seat], guest, own_name, now)

        return await self._store.change(table.id, change), seat

    async def renew_link(self, table_id: str, guest: str, seat: int) -> Table:
        """Give a seat a new private link; its other devices lose the seat."""
        return await self._store.change(
            table_id,
            lambda table, now: seats.renew_link(table, self._signer, guest, seat, now),
        )

    async def resign(self, table_id: str, guest: str, seat: int) -> Table:
        return await self._store.change(
            table_id, lambda table, now: leaving.resign(table, self._signer, guest, seat, now)
        )

    async def leave(self, table_id: str, guest: str, seat: int) -> Table:
        return await self._store.change(
            table_id, lambda table, now: leaving.leave(table, self._signer, guest, seat, now)
        )

    async def return_to(self, table_id: str, guest: str, seat: int) -> Table:
        """Play again on a seat that the guest has left."""
        return await self._store.change(
            table_id, lambda table, now: leaving.return_to_seat(table, guest, seat, now)
        )

    async def vote_for_bot(self, table_id: str, guest: str, seat: int, bot: str) -> Table:
        await self._uptime.refresh()

        def change(table: Table, now: datetime) -> None:
            leaving.vote_for_bot(table, guest, seat, bot, now, self._uptime.downtimes)

        return await self._store.change(table_id, change)
