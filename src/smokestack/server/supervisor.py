"""Several server processes at one address: started, restarted when one dies, ended together.

This process imports neither the web framework nor the app.
"""

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
from smokestack.server.http.metrics import forget_process, shared_metrics

log = logging.getLogger(__name__)

SHUTDOWN_TIMEOUT_SECONDS: Final = 20.0
MIN_UPTIME_SECONDS: Final = 1.0  # between two starts of the same process

Serve = Callable[[int, Callable[[], None]], None]
"""Gets the number of the process and a function to call once it is open; serves until its end."""


def supervise(count: int, serve: Serve, opened: Callable[[], None]) -> None:
    """Run `count` processes until SIGINT or SIGTERM; call `opened` once all of them are open."""
    stop = threading.Event()
    received: list[int] = []

    def end(number: int, _: FrameType | None) -> None:
        received.append(number)
        stop.set()

    with _signals(end), shared_metrics():
        children: list[_Child] = []
        try:
            children.append(_Child(0, serve))
            children[0].wait_until_open(stop)  # it migrates the database
            children += [_Child(number, serve) for number in range(1, count)]
            for child in children[1:]:
                child.wait_until_open(stop)
            if not stop.is_set():
                opened()
            while not stop.is_set():
                _restart_dead(children, stop)
        finally:
            for child in children:
                child.terminate()
            for child in children:
                child.wait()
    if received:
        signal.raise_signal(received[0])  # exit with the signal's default status


class _Child:
    """One of the processes, and its successors."""

    def __init__(self, number: int, serve: Serve) -> None:
        self.number = number
        self._serve = serve
        self._start()

    def _start(self) -> None:
        context = get_context("spawn")
        self._is_open, sender = context.Pipe(duplex=False)
        self.started = monotonic()
        arguments = (self._serve, self.number, sender)
        self.process: SpawnProcess = context.Process(target=_run_child, args=arguments)
        self.process.start()
        sender.close()

    def wait_until_open(self, stop: threading.Event) -> None:
        """Restart it if it is killed; `InvalidInput` if it exits on its own."""
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
            self.restart()

    def restart(self) -> None:
        log.error("server process died, restarting", extra={"fields": self._fields()})
        assert self.process.pid is not None
        forget_process(self.process.pid)
        self._start()

    def terminate(self) -> None:
        self.process.terminate()

    def wait(self) -> None:
        self.process.join(SHUTDOWN_TIMEOUT_SECONDS)
        if self.process.is_alive():
            log.error("server process too slow to end, killed", extra={"fields": self._fields()})
            self.process.kill()
            self.process.join()

    def _fields(self) -> dict[str, int | None]:
        return {
            "process": self.number,
            "pid": self.process.pid,
            "exit_code": self.process.exitcode,
        }


def _restart_dead(children: list[_Child], stop: threading.Event) -> None:
    connection.wait([child.process.sentinel for child in children], timeout=0.2)
    for child in children:
        if not child.process.is_alive() and not stop.wait(
            child.started + MIN_UPTIME_SECONDS - monotonic()
        ):
            child.restart()


def _run_child(serve: Serve, number: int, is_open: connection.Connection) -> None:
    """Runs in the new process, which ends when the supervisor does."""
    if hasattr(os, "setsid"):
        os.setsid()  # Ctrl-C on the terminal must reach only the supervisor
    parent = parent_process()
    assert parent is not None

    def watch() -> None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)

    def opened() -> None:
        with suppress(OSError):  # if the supervisor has died, `watch` ends this process
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
