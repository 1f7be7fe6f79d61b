"""The one place where work is spread over the processes of this machine."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import chain, islice
from multiprocessing import active_children, get_context
from typing import Protocol, TypeVar

from smokestack.engine.errors import SmokestackError

Task = TypeVar("Task")
Done = TypeVar("Done")


class Spread(Protocol):
    """Does all tasks somewhere and yields what comes of them, in the order of completion."""

    def __call__(self, work: Callable[[Task], Done], tasks: Iterable[Task]) -> Iterator[Done]: ...


class Processes:
    """Spreads over processes; a single worker, or a single task, needs no other than this one."""

    def __init__(self, workers: int = 0) -> None:
        self.workers = workers or os.cpu_count() or 1

    def __call__(self, work: Callable[[Task], Done], tasks: Iterable[Task]) -> Iterator[Done]:
        queue = iter(tasks)
        first = list(islice(queue, 2))
        queue = chain(first, queue)
        if self.workers == 1 or len(first) < 2:
            yield from map(work, queue)
            return
        others = active_children()
        pool = ProcessPoolExecutor(self.workers, get_context("spawn"))
        try:
            running = self._start(pool, work, queue)
            while running:
                done, running = wait(running, return_when=FIRST_COMPLETED)
                running |= {pool.submit(work, task) for task in islice(queue, len(done))}
                # What failed comes last, so that it spoils nothing that is finished.
                for future in sorted(done, key=lambda future: future.exception() is not None):
                    yield future.result()
        except BrokenProcessPool:
            raise SmokestackError(
                "a worker process died, for want of memory perhaps; try fewer --workers"
            ) from None
        finally:
            # Nobody waits for games that nobody wants any more.
            for process in active_children():
                if process not in others:
                    process.terminate()
            pool.shutdown(cancel_futures=True)

    def _start(
        self, pool: ProcessPoolExecutor, work: Callable[[Task], Done], queue: Iterator[Task]
    ) -> set[Future[Done]]:
        """First tasks for workers that leave interrupts to us: they are born ignoring them."""
        interrupt = signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            return {pool.submit(work, task) for task in islice(queue, 2 * self.workers)}
        finally:
            signal.signal(signal.SIGINT, interrupt)
