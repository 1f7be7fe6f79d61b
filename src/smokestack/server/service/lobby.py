"""Lists of tables, and finding a game to play."""

from __future__ import annotations

from contextlib import suppress
from typing import Final
from zlib import crc32

import msgspec

from smokestack.server.domain.creation import fits, is_like, quick_plan
from smokestack.server.domain.errors import InvalidAction
from smokestack.server.domain.origin import Origin
from smokestack.server.domain.pace import usual_pace
from smokestack.server.domain.table import Table
from smokestack.server.service.creation import CreationService
from smokestack.server.service.seats import SeatService
from smokestack.server.storage import table_lists
from smokestack.server.storage.async_database import AsyncDatabase
from smokestack.server.storage.table_lists import TableLists
from smokestack.server.storage.table_store import TableStore

MAX_LISTED_TABLES: Final = 50
MAX_WAITING_TABLES: Final = 99  # that are counted


class ListedTables(msgspec.Struct, frozen=True):
    """What the start page lists for a guest."""

    revision: int
    """Changes with the lists; the tables may be newer."""
    own: list[Table]
    own_count: int
    """Of all tables of the guest, also those that are not listed."""
    invitations: list[Table]
    open: list[Table]


class LobbyService:
    def __init__(
        self,
        database: AsyncDatabase,
        store: TableStore,
        creation: CreationService,
        seats: SeatService,
    ) -> None:
        self._database = database
        self._store = store
        self._creation = creation
        self._seats = seats

    async def lists(self, guest: str) -> ListedTables:
        found = await self._database.read(table_lists.lists_for, guest, MAX_LISTED_TABLES)
        return ListedTables(
            _revision(found),
            await self._store.find_all(found.own),
            found.own_count,
            await self._store.find_all(found.invitations),
            await self._store.find_all(found.open),
        )

    async def tables_of(self, guest: str, skipped: int = 0) -> list[Table]:
        """At most 50 tables where a guest has a seat or is the host, after those skipped.

        The guest's turns first, then other unfinished games, then finished ones; of each the latest
        change first.
        """
        ids = await self._database.read(table_lists.tables_of, guest, MAX_LISTED_TABLES, skipped)
        return await self._store.find_all(ids)

    async def count_of(self, guest: str) -> int:
        """The number of tables where a guest has a seat or is the host."""
        return await self._database.read(table_lists.count_of, guest) if guest else 0

    async def waiting_for(self, guest: str) -> list[str]:
        """The ids of tables where a guest must answer, the one that waits longest first."""
        return await self._database.read(table_lists.waiting_for, guest, MAX_WAITING_TABLES)

    async def open_tables(self) -> list[Table]:
        """The tables that anyone may join, newest first, one of each host."""
        ids = await self._database.read(table_lists.open_tables, MAX_LISTED_TABLES)
        return await self._store.find_all(ids)

    async def list_revision(self, guest: str) -> int:
        """A number that changes with what the start page lists for a guest."""
        return _revision(await self._database.read(table_lists.lists_for, guest, MAX_LISTED_TABLES))

    async def count_turns(self, guest: str, besides: str = "") -> int:
        """At how many tables it is the guest's turn, not counting the table `besides`."""
        return await self._database.read(table_lists.count_turns, guest, besides) if guest else 0

    async def quick_match(
        self, guest: str, name: str, game: str, pace: str, rated: bool, origin: Origin
    ) -> Table:
        """Join the table that has waited longest for such a game, or open one.

        A guest who waits at such a table stays there: the request may be repeated because its
        reply was lost, and two tables of one guest would wait for each other's players.
        """
        plan = quick_plan(name, game, usual_pace(pace), rated)
        waiting = await self._database.read(table_lists.waiting_tables_of, guest, MAX_LISTED_TABLES)
        for table in await self._store.find_all(waiting):
            if is_like(table, plan) and table.seats_of(guest):
                return table
        for table in reversed(await self.open_tables()):
            if fits(table, plan, guest):
                with suppress(InvalidAction):  # somebody was faster
                    return (await self._seats.join(table.id, guest, name))[0]
        return await self._creation.create(guest, plan, origin)


def _revision(lists: TableLists) -> int:
    return crc32(msgspec.json.encode(lists))
