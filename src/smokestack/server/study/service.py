"""Studies: positions by address, and what the strongest bot would answer there."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from zlib import crc32

from smokestack.analysis.hint import Hint
from smokestack.server.bots.hints import HintService
from smokestack.server.domain.origin import THIS_MACHINE, Origin
from smokestack.server.domain.study import (
    Study,
    check_no_hint,
    study_of_position,
    study_of_table,
)
from smokestack.server.domain.study_address import StudyAddress
from smokestack.server.domain.table import Table
from smokestack.server.storage.table_store import TableStore

TablesOf = Callable[[str, int], Awaitable[list[Table]]]
"""Some tables of a guest, unfinished ones first, after so many that are skipped."""


class StudyService:
    def __init__(self, store: TableStore, tables_of: TablesOf, hints: HintService) -> None:
        self._store = store
        self._tables_of = tables_of
        self._hints = hints

    async def find(self, address: StudyAddress) -> Study:
        """The position that an address shows; never one of a running game of this server."""
        if address.table:
            return study_of_table(address, await self._store.find(address.table))
        return study_of_position(address)

    async def hints(
        self, address: StudyAddress, guest: str, origin: Origin = THIS_MACHINE
    ) -> list[Hint]:
        """The best answers in the position of an address; the same for everybody.

        Refused if it is the position of a game that the guest is playing without hints.
        """
        study = await self.find(address)
        if study.state.over:
            return []
        if guest:
            await self._check_no_hint(guest, study)
        start = address.start.query()
        return await self._hints.best_answers(
            (start, address.given), study.view, crc32(start.encode()), origin
        )

    async def _check_no_hint(self, guest: str, study: Study) -> None:
        skipped = 0
        while tables := await self._tables_of(guest, skipped):
            for table in tables:
                check_no_hint(table, guest, study.view)
            if tables[-1].finished:
                return
            skipped += len(tables)
