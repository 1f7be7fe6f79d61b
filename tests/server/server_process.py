"""A server in a process of its own, started as `smokestack serve`."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from benchmarks.own_server import children


@contextmanager
def serving(
    folder: Path, *options: str, stop_signal: signal.Signals = signal.SIGTERM
) -> Iterator[str]:
    """Run a server that logs to `log.txt` in the folder; yields its URL."""
    command = [sys.executable, "-m", "smokestack", "serve", "--port", "0", "--bots", "1"]
    log = (folder / "log.txt").open("w")
    process = subprocess.Popen(
        [*command, "--data", folder, *options],
        stdout=subprocess.PIPE,
        stderr=log,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert process.stdout is not None
    with log, process:
        try:
            line = process.stdout.readline()
            assert "open at" in line, (folder / "log.txt").read_text()
            address = line.split("open at ")[1].split()[0]
            with httpx.Client(transport=httpx.HTTPTransport(retries=5)) as client:
                client.get(f"{address}/health", timeout=30)
            yield address
        except BaseException:
            process.kill()  # otherwise the end of the `with` waits for it
            raise
        process.send_signal(stop_signal)
        assert process.wait(timeout=30) == -stop_signal, "unexpected exit status"


def server_of(folder: Path) -> int:
    """The process id of the server or supervisor that uses a folder."""
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            words = (process / "cmdline").read_bytes().split(b"\0")
            if b"serve" in words and str(folder).encode() in words:
                return int(process.name)
    raise AssertionError("no server uses this folder")


def processes_of(folder: Path) -> list[int]:
    """The process ids of the server processes, in the order of their numbers."""
    return children(server_of(folder))
