"""The deal of a game: contributions before it, and what is revealed after the game."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from smokestack.engine.record import Record
from smokestack.presentation.language import tr
from smokestack.server.domain import dealing
from smokestack.server.domain.errors import InvalidAction
from smokestack.server.domain.table import Table
from smokestack.server.domain.time_source import TimeSource
from smokestack.server.storage import table_counts
from smokestack.server.storage.async_database import AsyncDatabase
from smokestack.server.storage.table_store import TableStore

ABANDONED_AFTER: Final = timedelta(days=1)
"""The record of a game is withheld until games that continue it have rested for this long."""


class DealService:
    def __init__(self, database: AsyncDatabase, store: TableStore, source: TimeSource) -> None:
        self._database = database
        self._store = store
        self._source = source

    async def contribute(self, table_id: str, guest: str, text: str) -> Table:
        """Contribute to the deal; the game starts when nothing is missing."""
        return await self._store.change(
            table_id, lambda table, now: dealing.contribute(table, guest, text, now)
        )

    async def deal_now(self, table_id: str, guest: str) -> Table:
        """Start without the contributions of those who have not come for a while."""
        return await self._store.change(
            table_id, lambda table, now: dealing.deal_now(table, guest, now)
        )

    async def may_reveal(self, table: Table) -> bool:
        """Whether nobody can gain from the secret: no game that is dealt from it is running."""
        deal = table.setup.deal
        if deal is None or not table.finished:
            return table.finished
        since = self._source.now() - ABANDONED_AFTER
        return not await self._database.read(
            table_counts.is_deal_used, table.id, deal.commitment, since
        )

    async def record(self, table_id: str) -> Record:
        """The record of a finished game; that of a running one would reveal what is hidden."""
        table = await self._store.find(table_id)
        if not table.finished:
            raise InvalidAction(tr("You can download the record once the game is over."))
        if not await self.may_reveal(table):
            raise InvalidAction(
                tr("Someone is continuing this game. You can download the record after that.")
            )
        return table.match.record()
