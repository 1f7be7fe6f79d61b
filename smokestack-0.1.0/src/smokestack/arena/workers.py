"""Runs tasks in processes on this machine."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import chain, islice
from multiprocessing import active_children, get_context
from multiprocessing.process import BaseProcess
from typing import Protocol, TypeVar

from smokestack.engine.errors import SmokestackError

Task = TypeVar("Task")
Done = TypeVar("Done")

POLL_SECONDS = 0.2  # how often an interrupt is checked for


class TaskRunner(Protocol):
    """Runs all tasks and yields their results in the order of completion."""

    def __call__(self, work: Callable[[Task], Done], tasks: Iterable[Task]) -> Iterator[Done]: ...


class Processes:
    """Runs tasks in a pool of processes; a single worker or a single task runs in this process.

    In a `with` block the pool is kept from call to call.
    """

    def __init__(self, workers: int = 0) -> None:
        self.workers = workers or os.cpu_count() or 1
        self._keep_pool = False
        self._pool: ProcessPoolExecutor | None = None
        self._other_children: list[BaseProcess] = []
        """Child processes that do not belong to the pool."""

    def __enter__(self) -> Processes:
        self._keep_pool = True
        return self

    def __exit__(self, *_: object) -> None:
        self._keep_pool = False
        self._stop_pool()

    def __call__(self, work: Callable[[Task], Done], tasks: Iterable[Task]) -> Iterator[Done]:
        queue = iter(tasks)
        first = list(islice(queue, 2))
        queue = chain(first, queue)
        if self.workers == 1 or len(first) < 2:
            yield from map(work, queue)
            return
        all_done = False
        try:
            with DeferredInterrupts() as interrupts:
                pool = self._start_pool()
                running = self._submit(pool, work, islice(queue, 2 * self.workers))
                while running:
                    done, running = wait(running, POLL_SECONDS, FIRST_COMPLETED)
                    interrupts.raise_if_interrupted()
                    running |= self._submit(pool, work, islice(queue, len(done)))
                    # Failures come last, so that no finished result is lost.
                    for future in sorted(done, key=lambda future: future.exception() is not None):
                        yield future.result()
                        interrupts.raise_if_interrupted()
            all_done = True
        except BrokenProcessPool:
            raise SmokestackError(
                "a worker process died, perhaps out of memory; try fewer --workers"
            ) from None
        finally:
            if not (all_done and self._keep_pool):
                self._stop_pool()

    def _start_pool(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._other_children = active_children()
            self._pool = ProcessPoolExecutor(self.workers, get_context("spawn"))
        return self._pool

    def _stop_pool(self) -> None:
        """Stop at once, without waiting for running tasks."""
        if self._pool is None:
            return
        for process in active_children():
            if process not in self._other_children:
                process.terminate()
        self._pool.shutdown(cancel_futures=True)
        self._pool = None

    def _submit(
        self, pool: ProcessPoolExecutor, work: Callable[[Task], Done], tasks: Iterable[Task]
    ) -> set[Future[Done]]:
        """Submit tasks to the pool, which starts its processes with the first of them.

        The processes inherit that interrupts are blocked, so that only this process handles them.
        One that arrives here meanwhile is delivered afterwards. Windows has no signal mask.
        """
        if sys.platform == "win32":
            return {pool.submit(work, task) for task in tasks}
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            return {pool.submit(work, task) for task in tasks}
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


class DeferredInterrupts:
    """Defers an interrupt until `raise_if_interrupted` is called.

    An interrupt that arrives while the pool holds the locks of its futures would leave them locked
    and cause a deadlock.
    """

    def __init__(self) -> None:
        self.interrupted = False

    def __enter__(self) -> DeferredInterrupts:
        self._before = signal.signal(signal.SIGINT, self._remember)
        return self

    def __exit__(self, error: type[BaseException] | None, *_: object) -> None:
        signal.signal(signal.SIGINT, self._before)
        if error is None:
            self.raise_if_interrupted()

    def _remember(self, *_: object) -> None:
        self.interrupted = True

    def raise_if_interrupted(self) -> None:
        if self.interrupted:
            raise KeyboardInterrupt
