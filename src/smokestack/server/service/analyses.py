"""Asking for the analysis of a finished game and finding it."""

from __future__ import annotations

from smokestack.analysis.report import Depth
from smokestack.presentation.language import tr
from smokestack.server.bots.analyses import AnalysisQueue
from smokestack.server.domain.analyses import AnalysisState, check_analysable
from smokestack.server.domain.errors import InvalidAction, LimitExceeded
from smokestack.server.domain.table import Table
from smokestack.server.service.deals import DealService
from smokestack.server.storage import analyses
from smokestack.server.storage.async_database import AsyncDatabase
from smokestack.server.storage.table_store import TableStore


class AnalysisService:
    def __init__(
        self,
        database: AsyncDatabase,
        store: TableStore,
        queue: AnalysisQueue,
        deals: DealService,
    ) -> None:
        self._database = database
        self._store = store
        self._queue = queue
        self._deals = deals

    async def request(self, table_id: str, depth: Depth) -> AnalysisState:
        """Ask for the analysis of a finished game; it is made once and for all to see."""
        table = await self._analysable(table_id)
        answers = len(table.match.history)
        if not await self._database.write_counted(
            table_id, analyses.request, table_id, depth, answers
        ):
            raise LimitExceeded(
                tr("Many games are waiting for their analysis. Please try again later.")
            )
        self._queue.wake()
        return await self.find(table_id, depth)

    async def find(self, table_id: str, depth: Depth) -> AnalysisState:
        """How far the analysis of a finished game is, and its result."""
        await self._analysable(table_id)
        return await self._database.read(analyses.find, table_id, depth)

    async def find_best(self, table_id: str) -> AnalysisState:
        """The deep analysis if it is done, else the quick one."""
        await self._analysable(table_id)
        return await self._database.read(analyses.find_best, table_id)

    async def _analysable(self, table_id: str) -> Table:
        """Like the record, an analysis reveals what is hidden in games that continue this one."""
        table = await self._store.find(table_id)
        check_analysable(table)
        if not await self._deals.may_reveal(table):
            raise InvalidAction(
                tr("Someone is continuing this game. You can see its analysis after that.")
            )
        return table
