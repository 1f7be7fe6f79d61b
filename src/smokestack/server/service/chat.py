"""The chat of a table, and reports to the operator."""

from __future__ import annotations

from smokestack.presentation.language import tr
from smokestack.server.domain import chat
from smokestack.server.domain.errors import LimitExceeded
from smokestack.server.domain.reports import make_report
from smokestack.server.domain.table import NO_SEAT, Table
from smokestack.server.domain.time_source import TimeSource
from smokestack.server.storage import reports
from smokestack.server.storage.async_database import AsyncDatabase
from smokestack.server.storage.table_store import TableStore
from smokestack.server.storage.writer import AFTER_ALL_TABLES


class ChatService:
    def __init__(self, database: AsyncDatabase, store: TableStore, source: TimeSource) -> None:
        self._database = database
        self._store = store
        self._source = source

    async def post(self, table_id: str, guest: str, name: str, text: str) -> Table:
        return await self._store.change(
            table_id, lambda table, now: chat.post_message(table, guest, name, text, now)
        )

    async def mute(self, table_id: str, guest: str, message: int) -> Table:
        """Hide the messages of the author of a message from the guest."""
        return await self._store.change(table_id, lambda table, _: chat.mute(table, guest, message))

    async def unmute(self, table_id: str, guest: str, number: int) -> Table:
        return await self._store.change(
            table_id, lambda table, _: chat.unmute(table, guest, number)
        )

    async def report(
        self,
        table_id: str,
        guest: str,
        seat: int = NO_SEAT,
        message: int | None = None,
        text: str = "",
    ) -> Table:
        """Leave a report about a message, a seat or the table for the operator."""
        table = await self._store.find(table_id)
        report = make_report(table, guest, seat, message, text, self._source.now())
        players = {seat.guest for seat in table.seats if seat.guest}
        if not await self._database.write_counted(AFTER_ALL_TABLES, reports.add, report, players):
            raise LimitExceeded(
                tr("The operator has many reports to read already. Please try again later.")
            )
        return table
