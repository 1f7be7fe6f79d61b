"""Hints for the player who must answer, computed once for each position."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from typing import Final

from smokestack.bots.hint import Hint
from smokestack.presentation.language import tr
from smokestack.server.bots.pool import BotFailed, BotProcessPool
from smokestack.server.bots.tasks import find_hints, task_of
from smokestack.server.domain.errors import InvalidAction, LimitExceeded
from smokestack.server.domain.table import Table
from smokestack.server.domain.tokens import TokenSigner
from smokestack.server.settings import Settings

log = logging.getLogger(__name__)

MAX_PENDING_PER_PROCESS: Final = 4
MAX_CACHED_POSITIONS: Final = 1_000

Position = tuple[str, tuple[int, ...]]
"""A table and its answers so far: undoing and repeating an answer leads to the same position."""


class HintService:
    """Computes hints in the bot processes."""

    def __init__(self, settings: Settings, signer: TokenSigner, pool: BotProcessPool) -> None:
        self._settings = settings
        self._signer = signer
        self._pool = pool
        self._pending: dict[Position, asyncio.Task[list[Hint]]] = {}
        self._cached: OrderedDict[Position, list[Hint]] = OrderedDict()

    async def hint(self, table: Table, seat: int) -> list[Hint]:
        """Hints for the seat that must answer; concurrent requests share one computation."""
        key = (table.id, tuple(table.match.history))
        if key in self._cached:
            self._cached.move_to_end(key)
            return self._cached[key]
        if key not in self._pending:
            if len(self._pending) >= MAX_PENDING_PER_PROCESS * max(1, self._settings.bots):
                raise LimitExceeded(
                    tr("Many players want a hint right now. Please try again later.")
                )
            task = asyncio.create_task(self._compute(table, seat))
            task.add_done_callback(lambda task: self._finished(key, task))
            self._pending[key] = task
        try:
            timeout = self._settings.hint_timeout
            return await asyncio.wait_for(asyncio.shield(self._pending[key]), timeout)
        except (TimeoutError, BotFailed) as error:
            log.warning("hint failed: %r", error, extra={"fields": {"table_id": table.id}})
            raise InvalidAction(tr("The hint took too long. Please try again.")) from None

    async def close(self) -> None:
        tasks = list(self._pending.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _compute(self, table: Table, seat: int) -> list[Hint]:
        seed = self._signer.bot_seed(table.id, table.version)
        task = task_of(table.match.view(seat), seed)
        settings = self._settings
        return await self._pool.run(
            settings.bot_timeout, find_hints, task, settings.hint_simulations
        )

    def _finished(self, key: Position, task: asyncio.Task[list[Hint]]) -> None:
        del self._pending[key]
        # Asking for the exception marks it as retrieved: the caller may be gone.
        if task.cancelled() or task.exception() is not None:
            return
        self._cached[key] = task.result()
        if len(self._cached) > MAX_CACHED_POSITIONS:
            self._cached.popitem(last=False)
