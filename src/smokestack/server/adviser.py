"""Hints for whoever must answer, thought about once for each question."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from smokestack.bots.hint import Hint
from smokestack.engine.language import tr
from smokestack.server.errors import NotPossible, TooMuch
from smokestack.server.identity import Identity
from smokestack.server.pool import Pool, ThinkingFailed
from smokestack.server.settings import Settings
from smokestack.server.table import Table
from smokestack.server.thinking import find_hints, question_of

log = logging.getLogger(__name__)

MOST_EACH: Final = 4  # hints that wait for each process


class Adviser:
    """Shares the bots' processes."""

    def __init__(self, settings: Settings, identity: Identity, pool: Pool) -> None:
        self._settings = settings
        self._identity = identity
        self._pool = pool
        self._asked: dict[tuple[str, int], asyncio.Task[list[Hint]]] = {}

    async def hint(self, table: Table, seat: int) -> list[Hint]:
        """For the seat that must answer; who asks twice waits for the same hint."""
        key = (table.id, table.version)
        if key not in self._asked:
            if len(self._asked) >= MOST_EACH * max(1, self._settings.bots):
                raise TooMuch(tr("Many players want a hint right now. Please try again later."))
            task = asyncio.create_task(self._think(table, seat))
            task.add_done_callback(lambda task: self._done(key, task))
            self._asked[key] = task
        try:
            patience = self._settings.hint_patience
            return await asyncio.wait_for(asyncio.shield(self._asked[key]), patience)
        except (TimeoutError, ThinkingFailed) as error:
            log.warning("no hint at table %s: %r", table.id, error)
            raise NotPossible(tr("Thinking of a hint took too long. Please try again.")) from None

    def _done(self, key: tuple[str, int], task: asyncio.Task[list[Hint]]) -> None:
        del self._asked[key]
        if not task.cancelled():
            task.exception()  # whoever still waits gets it

    async def close(self) -> None:
        tasks = list(self._asked.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _think(self, table: Table, seat: int) -> list[Hint]:
        seed = self._identity.bot_seed(table.id, table.version)
        question = question_of(table.match.view(seat), seed)
        settings = self._settings
        return await self._pool.run(
            settings.bot_patience, find_hints, question, settings.hint_simulations
        )
