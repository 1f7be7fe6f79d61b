"""A server of several processes: restarts, and the end of all of them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from benchmarks.own_server import is_running
from tests.server.server_process import processes_of, serving


def wait_for_metric(client: httpx.Client, text: str) -> None:
    """A process counts a request after its response."""
    end = time.monotonic() + 10
    while client.get("/metrics").text.count(text) != 1:
        assert time.monotonic() < end, f"no metric {text}"
        time.sleep(0.05)


@pytest.mark.slow
def test_a_process_that_dies_is_restarted(tmp_path: Path) -> None:
    new_connections = httpx.Limits(max_keepalive_connections=0)
    with (
        serving(tmp_path, "--processes", "2", "--metrics") as address,
        httpx.Client(base_url=address, limits=new_connections, timeout=30) as client,
    ):
        first_processes = processes_of(tmp_path)
        assert len(first_processes) == 2
        for _ in range(40):
            assert client.get("/rules/glasgow").status_code == 200
        wait_for_metric(client, 'method="GET",route="/rules/{name}",status="200"} 40.0')
        os.kill(first_processes[1], signal.SIGKILL)
        while len(new_processes := processes_of(tmp_path)) != 2 or new_processes == first_processes:
            time.sleep(0.05)
        for _ in range(40):
            assert client.get("/rules/brass").status_code == 200
        wait_for_metric(client, 'route="/rules/{name}",status="200"} 80.0')
    assert not any(is_running(process) for process in [*first_processes, *new_processes])
    lines = [json.loads(line) for line in (tmp_path / "log.txt").read_text().splitlines()]
    errors = [line for line in lines if line["level"] == "error"]
    assert [(line["message"], line["process"], line["exit_code"]) for line in errors] == [
        ("server process died, restarting", 1, -9)
    ]


@pytest.mark.slow
def test_processes_end_when_the_supervisor_is_killed(tmp_path: Path) -> None:
    with serving(tmp_path, "--processes", "2", stop_signal=signal.SIGKILL):
        first_processes = processes_of(tmp_path)
    end = time.monotonic() + 30
    while any(is_running(process) for process in first_processes):
        assert time.monotonic() < end, "some processes are still running"
        time.sleep(0.05)


# Calls `opened` only after the supervisor has died.
ORPHAN = """
import os, signal, time
from pathlib import Path
from typing import Any
from smokestack.server.supervisor import supervise

def serve(number, opened):
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    parent = os.getppid()
    Path("started").touch()
    while os.getppid() == parent:
        time.sleep(0.01)
    opened()
    Path("opened").touch()

if __name__ == "__main__":
    supervise(1, serve, lambda: None)
"""


def test_a_process_that_opens_after_the_supervisor_died_does_not_fail(
    tmp_path: Path,
) -> None:
    (tmp_path / "orphan.py").write_text(ORPHAN)
    with subprocess.Popen([sys.executable, "orphan.py"], cwd=tmp_path) as supervisor:
        _wait_for(tmp_path / "started")
        supervisor.kill()
    _wait_for(tmp_path / "opened")


def test_the_supervisor_does_not_import_the_web_framework() -> None:
    code = (
        "import sys; import smokestack.server.serve, smokestack.server.supervisor; "
        "print(sorted(name for name in sys.modules if name in ('litestar', 'jinja2')))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "[]\n"


def _wait_for(file: Path) -> None:
    end = time.monotonic() + 30
    while not file.exists():
        assert time.monotonic() < end, f"'{file.name}' was not created"
        time.sleep(0.02)
