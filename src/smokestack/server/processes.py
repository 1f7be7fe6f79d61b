"""Several server processes behind one address: begun, replaced when one dies, ended together."""

from __future__ import annotations

import logging
import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import connection, get_context, parent_process
from multiprocessing.context import SpawnProcess
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
        self._is_open, told = context.Pipe(duplex=False)
        self.begun = monotonic()
        arguments = (self._serve, self.number, told)
        self.process: SpawnProcess = context.Process(target=_live, args=arguments)
        self.process.start()
        told.close()

    def wait_until_open(self, stop: threading.Event) -> None:
        """`InvalidInput` if it gives up; one that was killed gets another life."""
        while not stop.is_set():
            if not self._is_open.poll(0.05):
                continue
            try:
                self._is_open.recv_bytes()
                return
            except EOFError:
                self.process.join()
            if (self.process.exitcode or 0) >= 0:
                raise InvalidInput("a process of the server did not start")
            self.begin_again()

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
            lives.append(_Life(0, serve))
            lives[0].wait_until_open(stop)  # it brings the database up to date for all
            lives += [_Life(number, serve) for number in range(1, count)]
            for life in lives[1:]:
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


def _live(serve: Serve, number: int, is_open: connection.Connection) -> None:
    """In the new process, which ends when the one that began it is no more."""
    if hasattr(os, "setsid"):
        os.setsid()  # what is typed at the terminal is not for us
    parent = parent_process()
    assert parent is not None

    def watch() -> None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)

    def opened() -> None:
        with suppress(OSError):  # nobody is left to be told, and so we end in a moment
            is_open.send_bytes(b"open")

    threading.Thread(target=watch, daemon=True).start()
    serve(number, opened)


@contextmanager
def _signals(handler: Callable[[int, FrameType | None], None]) -> Iterator[None]:
    before = {number: signal.signal(number, handler) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, old in before.items():
            signal.signal(number, old)
