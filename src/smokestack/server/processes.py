"""Several server processes behind one address: begun, replaced when one dies, ended together."""

from __future__ import annotations

import logging
import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import connection, get_context, parent_process
from multiprocessing.context import SpawnProcess
from multiprocessing.synchronize import Event
from time import monotonic
from types import FrameType
from typing import Final

from smokestack.engine.errors import InvalidInput
from smokestack.server.counting import counting_together, forget_process

log = logging.getLogger(__name__)

PATIENCE: Final = 20.0  # seconds for a process that was told to end
REST: Final = 1.0  # seconds between two lives of a process

Serve = Callable[[int, Callable[[], None]], None]
"""Is given the number of the process and what to call once it is open; serves until its end."""


class _Life:
    """One process after another."""

    def __init__(self, number: int, serve: Serve) -> None:
        self.number = number
        self._serve = serve
        self._begin()

    def _begin(self) -> None:
        context = get_context("spawn")
        self.is_open: Event = context.Event()
        self.begun = monotonic()
        arguments = (self._serve, self.number, self.is_open)
        self.process: SpawnProcess = context.Process(target=_live, args=arguments)
        self.process.start()

    def wait_until_open(self, stop: threading.Event) -> None:
        while not self.is_open.wait(0.05) and not stop.is_set():
            if not self.process.is_alive():
                raise InvalidInput("a process of the server did not start")

    def begin_again(self) -> None:
        log.error("process %d died (%s)", self.number, self.process.exitcode)
        assert self.process.pid is not None
        forget_process(self.process.pid)
        self._begin()

    def end(self) -> None:
        self.process.terminate()

    def wait(self) -> None:
        self.process.join(PATIENCE)
        if self.process.is_alive():
            log.error("process %d did not end in time", self.number)
            self.process.kill()
            self.process.join()


def run_processes(count: int, serve: Serve, opened: Callable[[], None]) -> None:
    """Until this process is told to stop; `opened` is called when all of them are open."""
    stop = threading.Event()
    told: list[int] = []

    def end(number: int, _: FrameType | None) -> None:
        told.append(number)
        stop.set()

    with _signals(end), counting_together():
        lives: list[_Life] = []
        try:
            for number in range(count):
                lives.append(_Life(number, serve))
            for life in lives:
                life.wait_until_open(stop)
            if not stop.is_set():
                opened()
            while not stop.is_set():
                _look_after(lives, stop)
        finally:
            for life in lives:
                life.end()
            for life in lives:
                life.wait()
    if told:
        signal.raise_signal(told[0])  # end as one who was not here to catch it


def _look_after(lives: list[_Life], stop: threading.Event) -> None:
    connection.wait([life.process.sentinel for life in lives], timeout=0.2)
    for life in lives:
        if not life.process.is_alive() and not stop.wait(life.begun + REST - monotonic()):
            life.begin_again()


def _live(serve: Serve, number: int, is_open: Event) -> None:
    """In the new process, which ends when the one that began it is no more."""
    if hasattr(os, "setsid"):
        os.setsid()  # what is typed at the terminal is not for us
    parent = parent_process()
    assert parent is not None

    def watch() -> None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, daemon=True).start()
    serve(number, is_open.set)


@contextmanager
def _signals(handler: Callable[[int, FrameType | None], None]) -> Iterator[None]:
    before = {number: signal.signal(number, handler) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, old in before.items():
            signal.signal(number, old)
