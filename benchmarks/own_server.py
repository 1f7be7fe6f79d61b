"""A server in processes of its own, for programs that load it or kill it.

Run as a program, this module is that server; its argument is a `ServerCommand` as JSON. With
`--preload` it imports everything, then starts a server with `fork` for each line that it reads: a
hundred times faster than a new Python.
"""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
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

    def __init__(self, settings: Settings, processes: int = 1, preload: bool = False) -> None:
        self.port = _free_port()
        self.log = settings.data_folder / f"server-{self.port}.log"
        command = msgspec.json.encode(ServerCommand(settings, self.port, processes), enc_hook=str)
        self._command = [sys.executable, __file__, command.decode()]
        self._preload = preload
        self._process: subprocess.Popen[bytes] | None = None
        self._pid = 0

    def start(self) -> None:
        if not self._preload:
            self._process = self._run(self._command)
            self._pid = self._process.pid
            return
        self._wait_for_port()
        if self._process is None:
            self._process = self._run([*self._command, "--preload"])
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(b"start\n")
        self._process.stdin.flush()
        self._pid = int(self._process.stdout.readline())

    def _wait_for_port(self) -> None:
        """A killed process holds its sockets until the last of its threads has ended."""
        end = time.monotonic() + START_TIMEOUT_SECONDS
        while True:
            with socket.socket() as trial, suppress(OSError):
                trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                trial.bind((HOST, self.port))
                trial.listen()
                return
            assert time.monotonic() < end, "the port is still in use"
            time.sleep(0.005)

    def _run(self, command: list[str]) -> subprocess.Popen[bytes]:
        with self.log.open("ab") as log:
            return subprocess.Popen(
                command,
                stdin=subprocess.PIPE if self._preload else None,
                stdout=subprocess.PIPE if self._preload else log,
                stderr=log,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
            )

    async def wait_until_open(self) -> None:
        end = time.monotonic() + START_TIMEOUT_SECONDS
        client = Client(self.port)
        while True:
            assert self.is_running(), f"the server did not start\n{self.log.read_text()[-4000:]}"
            assert time.monotonic() < end, "the server took too long to start"
            try:
                await client.request("GET", "/health")
                client.disconnect()
                return
            except (OSError, asyncio.IncompleteReadError):
                await asyncio.sleep(0.02)

    def stop(self) -> None:
        if self._preload:
            if self.is_running():
                os.kill(self.pid, signal.SIGTERM)
            while self.is_running():
                time.sleep(0.01)
        self.process.terminate()
        self.process.communicate()

    @property
    def pid(self) -> int:
        """The process id of the server, or of its supervisor."""
        assert self._pid, "the server was not started"
        return self._pid

    def is_running(self) -> bool:
        return self._process is not None and is_running(self.pid)

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
    from tests.temporary_files import DISK

    with postgres((), DISK) as running:
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


def _serve(command: ServerCommand) -> None:
    serve(command.settings, HOST, command.port, processes=command.processes)


def _fork_servers(command: ServerCommand) -> None:
    """Start a server for each line of the input, and print its process id."""
    from smokestack.server.app import make_app  # only servers need it, so `serve` imports it late

    make_app(command.settings)  # imports the rest, and parses what all apps have in common
    gc.collect()
    gc.freeze()  # servers need not look through all this again
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # so that dead servers leave no zombies
    for _ in sys.stdin:
        pid = os.fork()
        if not pid:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
            os.dup2(os.open(os.devnull, os.O_RDONLY), sys.stdin.fileno())
            _serve(command)
            os._exit(0)
        print(pid, flush=True)


if __name__ == "__main__":
    given = msgspec.json.decode(sys.argv[1], type=ServerCommand, dec_hook=_to_path)
    if "--preload" in sys.argv:
        _fork_servers(given)
    else:
        _serve(given)
