"""The processes in which bots think: a bounded number, renewed when one of them dies."""

from __future__ import annotations

import asyncio
import logging
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from typing import Final, ParamSpec, TypeVar

from smokestack.engine.errors import SmokestackError
from smokestack.server import thinking

log = logging.getLogger(__name__)

ATTEMPTS: Final = 3

P = ParamSpec("P")
Found = TypeVar("Found")


class ThinkingFailed(SmokestackError):
    """A thinker took too long, or its process died again and again."""


class Pool:
    """Runs functions in other processes, as many at a time as there are processes."""

    def __init__(self, processes: int) -> None:
        self._processes = processes
        self._free = asyncio.Semaphore(processes)
        self._executor: ProcessPoolExecutor | None = None
        self._closed = False

    def get_ready(self) -> None:
        """Start the processes, if there are none, so that nobody has to wait for them."""
        if self._executor is None and not self._closed:
            executor = self._begin()
            with _interrupts_ignored():
                for _ in range(self._processes):
                    executor.submit(thinking.get_ready)

    async def run(
        self, patience: float, function: Callable[P, Found], *args: P.args, **kwargs: P.kwargs
    ) -> Found:
        """What the function finds; `ThinkingFailed` if it takes more than `patience` seconds."""
        async with self._free:
            for _ in range(ATTEMPTS):
                executor = self._begin()
                try:
                    future = self._submit(executor, function, *args, **kwargs)
                    async with asyncio.timeout(patience):
                        return await asyncio.wrap_future(future)
                except BrokenProcessPool:
                    log.warning("a process of the bots died; starting new ones")
                    self._end(executor)
                except TimeoutError:
                    # Nothing but its end stops a process that thinks; others' work is repeated.
                    self._end(executor)
                    raise ThinkingFailed(f"no answer after {patience:g} seconds") from None
        raise ThinkingFailed(f"its process died {ATTEMPTS} times")

    async def close(self) -> None:
        """At once: what is still being thought about is thought about again after a restart."""
        self._closed = True
        if self._executor is not None:
            for process in self._end(self._executor):
                await asyncio.to_thread(process.join)

    def _begin(self) -> ProcessPoolExecutor:
        if self._closed:
            raise ThinkingFailed("the house is closing")
        if self._executor is None:
            self._executor = ProcessPoolExecutor(
                self._processes, get_context("spawn"), thinking.begin
            )
        return self._executor

    def _submit(
        self,
        executor: ProcessPoolExecutor,
        function: Callable[P, Found],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> Future[Found]:
        with _interrupts_ignored():
            return executor.submit(function, *args, **kwargs)

    def _end(self, executor: ProcessPoolExecutor) -> list[BaseProcess]:
        """The processes that end now."""
        if self._executor is executor:
            self._executor = None
        processes: list[BaseProcess] = list((executor._processes or {}).values())
        for process in processes:
            process.kill()
        executor.shutdown(wait=False, cancel_futures=True)
        return processes


@contextmanager
def _interrupts_ignored() -> Iterator[None]:
    """A process that is started here is born ignoring interrupts: they are for the server."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
