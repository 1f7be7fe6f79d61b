"""The command with which hosts open a server: its options, its log, its end."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from own_server import children, lives


@contextmanager
def serving(folder: Path, *options: str, end: signal.Signals = signal.SIGTERM) -> Iterator[str]:
    """The address of a server in a process of its own; its log is in the folder."""
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
        line = process.stdout.readline()
        assert "open at" in line, (folder / "log.txt").read_text()
        address = line.split("open at ")[1].split()[0]
        with httpx.Client(transport=httpx.HTTPTransport(retries=5)) as client:
            client.get(f"{address}/health", timeout=30)
        yield address
        process.send_signal(end)
        assert process.wait(timeout=30) == -end, "it did not end by itself"


def server_of(folder: Path) -> int:
    """The process of the server that works in a folder."""
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            words = (process / "cmdline").read_bytes().split(b"\0")
            if b"serve" in words and str(folder).encode() in words:
                return int(process.name)
    raise AssertionError("there is no server")


def processes_of(folder: Path) -> list[int]:
    """Those in which it serves, in the order of their numbers."""
    return children(server_of(folder))


def test_a_server_writes_json_lines_and_ends_gently(tmp_path: Path) -> None:
    with serving(tmp_path, "--metrics") as address:
        assert httpx.get(f"{address}/seats/{'s' * 43}").status_code == 404
        assert httpx.get(address, headers={"host": "evil.example"}).status_code == 421
        assert "smokestack_requests_total" in httpx.get(f"{address}/metrics").text
        assert httpx.get(f"{address}/ready").status_code == 200
    lines = [json.loads(line) for line in (tmp_path / "log.txt").read_text().splitlines()]
    told = {(line["message"], line["status"]) for line in lines if "status" in line}
    assert ("GET /seats/{token}", 404) in told
    assert ("GET (none)", 421) in told
    assert "s" * 43 not in str(lines)
    assert all({"time", "level", "logger"} <= line.keys() for line in lines)


def test_a_server_writes_for_people_if_asked(tmp_path: Path) -> None:
    with serving(tmp_path, "--log-format", "plain") as address:
        assert httpx.get(f"{address}/rules/glasgow").status_code == 200
    assert (
        " INFO smokestack.requests: GET /rules/{name} status=200 ms="
        in (tmp_path / "log.txt").read_text()
    )


def test_a_server_for_everybody_without_a_name_warns(tmp_path: Path) -> None:
    with serving(tmp_path, "--host", "0.0.0.0") as address:
        assert httpx.get(address, headers={"host": "any.example"}).status_code == 200
    assert "--public-url" in (tmp_path / "log.txt").read_text()


def test_several_processes_answer_at_one_address(tmp_path: Path) -> None:
    with serving(tmp_path, "--processes", "2", "--metrics") as address:
        begun = processes_of(tmp_path)
        assert len(begun) == 2
        for _ in range(40):  # each on a connection of its own
            assert httpx.get(f"{address}/rules/glasgow").status_code == 200
        told = httpx.get(f"{address}/metrics").text
        assert 'method="GET",route="/rules/{name}",status="200"} 40.0' in told
        os.kill(begun[1], signal.SIGKILL)
        while len(now := processes_of(tmp_path)) != 2 or now == begun:
            time.sleep(0.05)
        for _ in range(40):
            assert httpx.get(f"{address}/rules/brass", timeout=30).status_code == 200
        told = httpx.get(f"{address}/metrics").text
        assert told.count('route="/rules/{name}",status="200"} 80.0') == 1
    assert not any(lives(process) for process in [*begun, *now])
    lines = [json.loads(line) for line in (tmp_path / "log.txt").read_text().splitlines()]
    assert [line["message"] for line in lines if line["level"] == "error"] == [
        "process 1 died (-9)"
    ]


def test_processes_end_with_the_one_that_began_them(tmp_path: Path) -> None:
    with serving(tmp_path, "--processes", "2", end=signal.SIGKILL):
        begun = processes_of(tmp_path)
    end = time.monotonic() + 30
    while any(lives(process) for process in begun):
        assert time.monotonic() < end, "some live on"
        time.sleep(0.05)


# Opens only once the process that began it is gone.
ORPHAN = """
import os, signal, time
from pathlib import Path
from smokestack.server.processes import run_processes

def serve(number, opened):
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    parent = os.getppid()
    Path("begun").touch()
    while os.getppid() == parent:
        time.sleep(0.01)
    opened()
    Path("went on").touch()

if __name__ == "__main__":
    run_processes(1, serve, lambda: None)
"""


def test_a_process_that_nobody_waits_for_any_more_ends_gently(tmp_path: Path) -> None:
    (tmp_path / "orphan.py").write_text(ORPHAN)
    with subprocess.Popen([sys.executable, "orphan.py"], cwd=tmp_path) as first:
        _wait_for(tmp_path / "begun")
        first.kill()
    _wait_for(tmp_path / "went on")


@pytest.mark.parametrize("processes", ["1", "2"])
def test_a_server_that_can_t_begin_says_why(tmp_path: Path, processes: str) -> None:
    (tmp_path / "tables.sqlite").write_text("no database")
    run = subprocess.run(
        [sys.executable, "-m", "smokestack", "serve", "--port", "0", "--processes", processes],
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, "SMOKESTACK_HOME": str(tmp_path)},
    )
    assert run.returncode == 1
    assert run.stderr.count("file is not a database") == 1
    assert ("did not start" in run.stderr) == (processes == "2")
    assert "Traceback" not in run.stderr
    assert "open at" not in run.stdout


def test_a_form_of_log_that_nobody_knows_is_declined(tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "smokestack", "serve", "--log-format", "xml"],
        capture_output=True,
        text=True,
        env={**os.environ, "SMOKESTACK_HOME": str(tmp_path)},
    )
    assert run.returncode == 1
    assert "plain or json" in run.stderr


def _wait_for(file: Path) -> None:
    end = time.monotonic() + 30
    while not file.exists():
        assert time.monotonic() < end, f"'{file.name}' does not come"
        time.sleep(0.02)
