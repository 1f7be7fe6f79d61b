"""Hints for the seat that must answer, computed once for each position."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Final, TypeVar

from smokestack.analysis.hint import Hint
from smokestack.engine.view import View
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
"""Where a game starts and its answers so far: undoing and repeating an answer leads to the same
position."""
Result = TypeVar("Result")


class HintService:
    """Computes hints in the bot processes."""

    def __init__(self, settings: Settings, signer: TokenSigner, pool: BotProcessPool) -> None:
        self._settings = settings
        self._signer = signer
        self._pool = pool
        self._pending: dict[Position, asyncio.Task[Any]] = {}
        self._cached: OrderedDict[Position, Any] = OrderedDict()

    async def hint(self, table: Table, seat: int) -> list[Hint]:
        """Hints for the seat that must answer at a table."""
        seed = self._signer.bot_seed(table.id, table.version)
        key = (table.id, tuple(table.match.history))
        return await self.best_answers(key, table.match.view(seat), seed)

    async def best_answers(self, key: Position, view: View, seed: int) -> list[Hint]:
        """The best answers in a position for the seat of a view."""
        task, simulations = task_of(view, seed), self._settings.hint_simulations
        return await self.compute_once(key, find_hints, task, simulations)

    async def compute_once(
        self, key: Position, function: Callable[..., Result], *args: object
    ) -> Result:
        """Call a function in a bot process; concurrent and later requests share the result."""
        if key in self._cached:
            self._cached.move_to_end(key)
            found: Result = self._cached[key]
            return found
        if key not in self._pending:
            if len(self._pending) >= MAX_PENDING_PER_PROCESS * max(1, self._settings.bots):
                raise LimitExceeded(
                    tr("Many players want a hint right now. Please try again later.")
                )
            task = asyncio.create_task(self._compute(function, *args))
            task.add_done_callback(lambda task: self._finished(key, task))
            self._pending[key] = task
        try:
            pending: asyncio.Task[Result] = self._pending[key]
            return await asyncio.wait_for(asyncio.shield(pending), self._settings.hint_timeout)
        except (TimeoutError, BotFailed) as error:
            log.warning("hint failed: %r", error, extra={"fields": {"position": key[0][:80]}})
            raise InvalidAction(tr("The hint took too long. Please try again.")) from None

    async def close(self) -> None:
        tasks = list(self._pending.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _compute(self, function: Callable[..., Result], *args: object) -> Result:
        return await self._pool.run(self._settings.bot_timeout, function, *args)

    def _finished(self, key: Position, task: asyncio.Task[Any]) -> None:
        del self._pending[key]
        # Asking for the exception marks it as retrieved: the caller may be gone.
        if task.cancelled() or task.exception() is not None:
            return
        self._cached[key] = task.result()
        if len(self._cached) > MAX_CACHED_POSITIONS:
            self._cached.popitem(last=False)
