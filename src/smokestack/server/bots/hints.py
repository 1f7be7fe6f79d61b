"""Hints for the seat that must answer, computed once for each position."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Final, TypeVar
from weakref import WeakValueDictionary

import msgspec

from smokestack.analysis.hint import Hint
from smokestack.engine.view import View
from smokestack.presentation.language import tr
from smokestack.server.bots.pool import BotFailed, BotProcessPool, Priority
from smokestack.server.bots.tasks import find_hints, task_of
from smokestack.server.domain.errors import InvalidAction, LimitExceeded
from smokestack.server.domain.origin import Origin
from smokestack.server.domain.table import Table
from smokestack.server.domain.tokens import TokenSigner
from smokestack.server.settings import Settings

log = logging.getLogger(__name__)

MAX_PENDING_PER_PROCESS: Final = 8
MAX_PENDING_OF_ADDRESS: Final = 2  # one that is computed and one that waits
RETRY_SECONDS: Final = 2
MAX_CACHED_POSITIONS: Final = 1_000

Position = tuple[str, tuple[int, ...]]
"""Where a game starts and its answers so far: undoing and repeating an answer leads to the same
position."""
Result = TypeVar("Result")


class PendingHint(msgspec.Struct, frozen=True):
    address: str
    """Where it was requested from first; empty for this machine, which has no share."""
    task: asyncio.Task[Any]


class HintService:
    """Computes hints in the bot processes, one at a time for each address."""

    def __init__(self, settings: Settings, signer: TokenSigner, pool: BotProcessPool) -> None:
        self._settings = settings
        self._signer = signer
        self._pool = pool
        self._pending: dict[Position, PendingHint] = {}
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._cached: OrderedDict[Position, Any] = OrderedDict()

    async def hint(self, table: Table, seat: int, origin: Origin) -> list[Hint]:
        """Hints for the seat that must answer at a table."""
        seed = self._signer.bot_seed(table.id, table.version)
        key = (table.id, tuple(table.match.history))
        return await self.best_answers(key, table.match.view(seat), seed, origin)

    async def best_answers(
        self, key: Position, view: View, seed: int, origin: Origin
    ) -> list[Hint]:
        """The best answers in a position for the seat of a view."""
        task, simulations = task_of(view, seed), self._settings.hint_simulations
        return await self.compute_once(origin, key, find_hints, task, simulations)

    async def compute_once(
        self, origin: Origin, key: Position, function: Callable[..., Result], *args: object
    ) -> Result:
        """Call a function in a bot process; concurrent and later requests share the result."""
        if key in self._cached:
            self._cached.move_to_end(key)
            found: Result = self._cached[key]
            return found
        if key not in self._pending:
            self._check_room(origin.address)
            task = asyncio.create_task(self._compute_in_turn(origin.address, function, *args))
            task.add_done_callback(lambda task: self._finished(key, task))
            self._pending[key] = PendingHint(origin.address, task)
        try:
            pending: asyncio.Task[Result] = self._pending[key].task
            return await asyncio.wait_for(asyncio.shield(pending), self._settings.hint_timeout)
        except (TimeoutError, BotFailed) as error:
            log.warning("hint failed: %r", error, extra={"fields": {"position": key[0][:80]}})
            raise InvalidAction(tr("The hint took too long. Please try again.")) from None

    async def close(self) -> None:
        tasks = [pending.task for pending in self._pending.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _check_room(self, address: str) -> None:
        of_address = sum(pending.address == address for pending in self._pending.values())
        if address and of_address >= MAX_PENDING_OF_ADDRESS:
            raise LimitExceeded(
                tr("Hints for your network are being computed already. Please wait a moment."),
                RETRY_SECONDS,
            )
        if len(self._pending) >= MAX_PENDING_PER_PROCESS * max(1, self._settings.bots):
            raise LimitExceeded(tr("Many players want a hint right now. Please try again later."))

    async def _compute_in_turn(
        self, address: str, function: Callable[..., Result], *args: object
    ) -> Result:
        """Wait for the other hints of the address before waiting for a process."""
        if not address:
            return await self._compute(function, *args)
        async with self._locks.setdefault(address, asyncio.Lock()):
            return await self._compute(function, *args)

    async def _compute(self, function: Callable[..., Result], *args: object) -> Result:
        timeout = self._settings.bot_timeout
        return await self._pool.run(Priority.ON_REQUEST, timeout, function, *args)

    def _finished(self, key: Position, task: asyncio.Task[Any]) -> None:
        del self._pending[key]
        # Asking for the exception marks it as retrieved: the caller may be gone.
        if task.cancelled() or task.exception() is not None:
            return
        self._cached[key] = task.result()
        if len(self._cached) > MAX_CACHED_POSITIONS:
            self._cached.popitem(last=False)
