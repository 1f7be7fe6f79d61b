"""The command with which hosts open a server: its options, its log, its end."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx


@contextmanager
def serving(folder: Path, *options: str) -> Iterator[str]:
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
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=30) == -signal.SIGTERM, "it did not end by itself"


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


def test_a_form_of_log_that_nobody_knows_is_declined(tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "smokestack", "serve", "--log-format", "xml"],
        capture_output=True,
        text=True,
        env={**os.environ, "SMOKESTACK_HOME": str(tmp_path)},
    )
    assert run.returncode == 1
    assert "plain or json" in run.stderr
