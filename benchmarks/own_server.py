"""A server in processes of its own, for programs that load it or kill it.

Run as a program, this module is that server; its argument is a `ServerCommand` as JSON.
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

from benchmarks.web_client import Client
from smokestack.server.serve import serve
from smokestack.server.settings import Settings

HOST: Final = "127.0.0.1"
START_TIMEOUT_SECONDS: Final = 600.0


class ServerCommand(msgspec.Struct, frozen=True):
    settings: Settings
    port: int
    processes: int


class OwnServer:
    """Keeps its port when it is started again."""

    def __init__(self, settings: Settings, processes: int = 1) -> None:
        self.port = _free_port()
        self.log = settings.data_folder / f"server-{self.port}.log"
        command = msgspec.json.encode(ServerCommand(settings, self.port, processes), enc_hook=str)
        self._command = [sys.executable, __file__, command.decode()]
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
        end = time.monotonic() + START_TIMEOUT_SECONDS
        client = Client(self.port)
        while True:
            assert self.process.poll() is None, "the server did not start"
            assert time.monotonic() < end, "the server took too long to start"
            try:
                await client.request("GET", "/health")
                client.disconnect()
                return
            except (OSError, asyncio.IncompleteReadError):
                await asyncio.sleep(0.02)

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait()

    @property
    def process(self) -> subprocess.Popen[bytes]:
        """The first of its processes, which started the others."""
        assert self._process is not None, "the server was not started"
        return self._process


@contextmanager
def database(kind: str) -> Iterator[str]:
    """The value of the setting `database`; for `postgresql`, starts a database server."""
    if kind == "sqlite":
        yield ""
        return
    sys.path.insert(0, str(Path(__file__).parent.parent))
    from tests.server.storage.postgres import postgres

    with postgres(()) as running:
        yield running.new_database()


def children(process: int) -> list[int]:
    """The process ids of a server's child processes that serve requests."""
    found = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return [int(child) for child in found if _serves(int(child))]


def is_running(process: int) -> bool:
    try:
        return "State:\tZ" not in Path(f"/proc/{process}/status").read_text()
    except OSError:
        return False


def _serves(process: int) -> bool:
    """Whether a process has a socket; bot processes have none."""
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
    given = msgspec.json.decode(sys.argv[1], type=ServerCommand, dec_hook=_to_path)
    serve(given.settings, HOST, given.port, processes=given.processes)
