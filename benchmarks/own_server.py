"""A server in processes of its own, for programs that burden it or kill it.

Run as a program, this is that server: its argument says how it is run.
"""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import msgspec

from smokestack.server.serve import serve
from smokestack.server.settings import Settings
from web_client import Person

HOST: Final = "127.0.0.1"
START: Final = 600.0  # seconds that a server may take


class Order(msgspec.Struct, frozen=True):
    """What such a server is told."""

    settings: Settings
    port: int
    processes: int


class OwnServer:
    """Always at the same port, however often it is started."""

    def __init__(self, settings: Settings, processes: int = 1) -> None:
        self.port = _free_port()
        self.log = settings.folder / f"server-{self.port}.log"
        order = msgspec.json.encode(Order(settings, self.port, processes), enc_hook=str)
        self._command = [sys.executable, __file__, order.decode()]
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                self._command,
                stdout=log,
                stderr=log,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
            )

    async def wait_until_open(self) -> None:
        end = time.monotonic() + START
        visitor = Person(self.port)
        while True:
            assert self.process.poll() is None, "the server does not start"
            assert time.monotonic() < end, "the server takes too long to start"
            try:
                await visitor.ask("GET", "/health")
                visitor.leave()
                return
            except (OSError, asyncio.IncompleteReadError):
                await asyncio.sleep(0.02)

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait()

    @property
    def process(self) -> subprocess.Popen[bytes]:
        """The first of its processes."""
        assert self._process is not None, "the server was not started"
        return self._process


@contextmanager
def database(kind: str) -> Iterator[str]:
    """What to give as `database`; for `postgresql` a server of it runs as long."""
    if kind == "sqlite":
        yield ""
        return
    sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
    from server.postgres import postgres

    with postgres(()) as running:
        yield running.new_database()


def children(process: int) -> list[int]:
    """The processes in which a server serves, if there are several."""
    found = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return [int(child) for child in found if _serves(int(child))]


def lives(process: int) -> bool:
    try:
        return "State:\tZ" not in Path(f"/proc/{process}/status").read_text()
    except OSError:
        return False


def _serves(process: int) -> bool:
    """Not a process in which bots think: such a one has no socket to listen at."""
    try:
        links = [os.readlink(path) for path in Path(f"/proc/{process}/fd").iterdir()]
    except OSError:
        return False
    return any(link.startswith("socket:") for link in links)


def _free_port() -> int:
    with socket.socket() as free:
        free.bind((HOST, 0))
        port: int = free.getsockname()[1]
        return port


def _to_path(kind: type, value: Any) -> Any:
    return kind(value)


if __name__ == "__main__":
    given = msgspec.json.decode(sys.argv[1], type=Order, dec_hook=_to_path)
    serve(given.settings, HOST, given.port, processes=given.processes)
