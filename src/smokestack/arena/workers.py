"""The one place where work is spread over the processes of this machine."""

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

LOOK_UP = 0.2  # seconds between looks for an interrupt


class Spread(Protocol):
    """Does all tasks somewhere and yields what comes of them, in the order of completion."""

    def __call__(self, work: Callable[[Task], Done], tasks: Iterable[Task]) -> Iterator[Done]: ...


class HeldInterrupts:
    """Holds an interrupt back until it can do no harm.

    One that comes while the pool has taken the locks of its futures would leave them locked, and
    everybody waiting for ever.
    """

    def __init__(self) -> None:
        self.came = False

    def __enter__(self) -> HeldInterrupts:
        self._before = signal.signal(signal.SIGINT, self._note)
        return self

    def __exit__(self, error: type[BaseException] | None, *_: object) -> None:
        signal.signal(signal.SIGINT, self._before)
        if error is None:
            self.let_through()

    def _note(self, *_: object) -> None:
        self.came = True

    def let_through(self) -> None:
        if self.came:
            raise KeyboardInterrupt


class Processes:
    """Spreads over processes; a single worker, or a single task, needs no other than this one.

    In a `with` block the processes stay from call to call.
    """

    def __init__(self, workers: int = 0) -> None:
        self.workers = workers or os.cpu_count() or 1
        self._stay = False
        self._pool: ProcessPoolExecutor | None = None
        self._others: list[BaseProcess] = []
        """Children of this process that are none of ours."""

    def __enter__(self) -> Processes:
        self._stay = True
        return self

    def __exit__(self, *_: object) -> None:
        self._stay = False
        self._end()

    def __call__(self, work: Callable[[Task], Done], tasks: Iterable[Task]) -> Iterator[Done]:
        queue = iter(tasks)
        first = list(islice(queue, 2))
        queue = chain(first, queue)
        if self.workers == 1 or len(first) < 2:
            yield from map(work, queue)
            return
        all_done = False
        try:
            with HeldInterrupts() as interrupts:
                pool = self._begin()
                running = self._submit(pool, work, islice(queue, 2 * self.workers))
                while running:
                    done, running = wait(running, LOOK_UP, FIRST_COMPLETED)
                    interrupts.let_through()
                    running |= self._submit(pool, work, islice(queue, len(done)))
                    # What failed comes last, so that it spoils nothing that is finished.
                    for future in sorted(done, key=lambda future: future.exception() is not None):
                        yield future.result()
                        interrupts.let_through()
            all_done = True
        except BrokenProcessPool:
            raise SmokestackError(
                "a worker process died, for want of memory perhaps; try fewer --workers"
            ) from None
        finally:
            if not (all_done and self._stay):
                self._end()

    def _begin(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._others = active_children()
            self._pool = ProcessPoolExecutor(self.workers, get_context("spawn"))
        return self._pool

    def _end(self) -> None:
        """At once: nobody waits for games that nobody wants any more."""
        if self._pool is None:
            return
        for process in active_children():
            if process not in self._others:
                process.terminate()
        self._pool.shutdown(cancel_futures=True)
        self._pool = None

    def _submit(
        self, pool: ProcessPoolExecutor, work: Callable[[Task], Done], tasks: Iterable[Task]
    ) -> set[Future[Done]]:
        """Hands tasks to the pool, which starts its processes when it is first given work.

        They inherit that interrupts are blocked, and so leave them to this process, which gets one
        that comes meanwhile a little later. Windows knows no such thing.
        """
        if sys.platform == "win32":
            return {pool.submit(work, task) for task in tasks}
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            return {pool.submit(work, task) for task in tasks}
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
