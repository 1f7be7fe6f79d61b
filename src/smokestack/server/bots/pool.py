"""A bounded number of bot processes, restarted when one dies or takes too long."""

from __future__ import annotations

import asyncio
import logging
import signal
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import asynccontextmanager, contextmanager
from enum import IntEnum
from heapq import heappop, heappush
from itertools import count
from multiprocessing import get_context
from typing import Final, ParamSpec, TypeVar

from pebble import ProcessExpired, ProcessPool

from smokestack.engine.errors import SmokestackError
from smokestack.server.bots import tasks

log = logging.getLogger(__name__)

MAX_ATTEMPTS: Final = 3

P = ParamSpec("P")
Result = TypeVar("Result")


class BotFailed(SmokestackError):
    """A bot took too long, or its process died several times."""


class Priority(IntEnum):
    """Which task is next when a process is free; among equals, the one that has waited longest."""

    ANSWER = 0
    """The answer of a bot at a table."""
    ON_REQUEST = 1
    """Hints and parts of analyses."""


class BotProcessPool:
    """Runs functions in other processes, as many at a time as there are processes."""

    def __init__(self, processes: int) -> None:
        self._processes = processes
        self._slots = _Slots(processes)
        self._pool: ProcessPool | None = None
        self._closed = False

    def warm_up(self) -> None:
        """Start the processes if they are not running, so that no answer has to wait for it."""
        if self._pool is None and not self._closed:
            self._pool = self._start()

    async def run(
        self,
        priority: Priority,
        timeout: float,
        function: Callable[P, Result],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> Result:
        """The result of the function; `BotFailed` if it takes more than `timeout` seconds.

        If this is cancelled, the process that runs the function is killed.
        """
        async with self._slots.taken(priority):
            for _ in range(MAX_ATTEMPTS):
                try:
                    future = await self._submit(timeout, function, *args, **kwargs)
                    return await asyncio.wrap_future(future)
                except (ProcessExpired, BrokenProcessPool) as error:
                    log.warning("bot process died, restarting", extra={"fields": {"error": error}})
                except TimeoutError:
                    raise BotFailed(f"no answer after {timeout:g} seconds") from None
        raise BotFailed(f"its process died {MAX_ATTEMPTS} times")

    async def close(self) -> None:
        """Kill the processes."""
        self._closed = True
        if self._pool is not None:
            await asyncio.to_thread(_stop, self._pool)
            self._pool = None

    async def _submit(
        self, timeout: float, function: Callable[P, Result], *args: P.args, **kwargs: P.kwargs
    ) -> Future[Result]:
        if self._closed:
            raise BotFailed("the server is shutting down")
        if self._pool is not None and not self._pool.active:
            # A process died while it was idle, after which pebble takes no more tasks.
            broken, self._pool = self._pool, None
            await asyncio.to_thread(_stop, broken)
        self._pool = self._pool or self._start()
        return self._pool.schedule(function, args, kwargs, timeout)

    def _start(self) -> ProcessPool:
        pool = ProcessPool(
            self._processes, initializer=tasks.init_process, context=get_context("spawn")
        )
        with _interrupts_ignored():
            for _ in range(self._processes):
                pool.schedule(tasks.warm_up)
        return pool


class _Slots:
    """As many as there are processes; waiting tasks get one by priority, then in their order."""

    def __init__(self, slots: int) -> None:
        self._free = slots  # 0 while somebody waits
        self._waiting: list[tuple[Priority, int, asyncio.Future[None]]] = []
        self._numbers = count()

    @asynccontextmanager
    async def taken(self, priority: Priority) -> AsyncIterator[None]:
        await self._take(priority)
        try:
            yield
        finally:
            self._pass_on()

    async def _take(self, priority: Priority) -> None:
        if self._free:
            self._free -= 1
            return
        turn = asyncio.get_running_loop().create_future()
        heappush(self._waiting, (priority, next(self._numbers), turn))
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # cancelled just after it got the slot
                self._pass_on()
            raise

    def _pass_on(self) -> None:
        while self._waiting:
            _, _, turn = heappop(self._waiting)
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1


def _stop(pool: ProcessPool) -> None:
    pool.stop()
    pool.join()


@contextmanager
def _interrupts_ignored() -> Iterator[None]:
    """Processes started here ignore Ctrl-C from the beginning: it is for the server."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
