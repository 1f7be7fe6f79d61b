"""`smokestack serve`: its options, its log and its exit status."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest

from smokestack.server.serve import hosts_of
from tests.server.server_process import serving
from tests.server.services import settings


def test_the_log_is_json_lines_without_tokens(tmp_path: Path) -> None:
    with serving(tmp_path, "--metrics") as address:
        assert httpx.get(f"{address}/seats/{'s' * 43}").status_code == 404
        assert httpx.get(address, headers={"host": "evil.example"}).status_code == 421
        assert "smokestack_http_requests_total" in httpx.get(f"{address}/metrics").text
        assert httpx.get(f"{address}/ready").status_code == 200
    lines = [json.loads(line) for line in (tmp_path / "log.txt").read_text().splitlines()]
    requests = {(line["message"], line["status"]) for line in lines if "status" in line}
    assert ("GET /seats/{token}", 404) in requests
    assert ("GET (none)", 421) in requests
    assert "s" * 43 not in str(lines)
    assert all({"time", "level", "logger"} <= line.keys() for line in lines)


def test_the_log_can_be_plain_text(tmp_path: Path) -> None:
    with serving(tmp_path, "--log-format", "plain") as address:
        assert httpx.get(f"{address}/rules/glasgow").status_code == 200
    assert (
        " INFO smokestack.requests: GET /rules/{name} status=200 duration_ms="
        in (tmp_path / "log.txt").read_text()
    )


def test_a_public_server_without_a_public_url_logs_a_warning(tmp_path: Path) -> None:
    with serving(tmp_path, "--host", "0.0.0.0") as address:
        assert httpx.get(address, headers={"host": "any.example"}).status_code == 200
    assert "--public-url" in (tmp_path / "log.txt").read_text()


@pytest.mark.parametrize("processes", ["1", "2"])
def test_a_server_that_cannot_start_prints_the_reason_once(tmp_path: Path, processes: str) -> None:
    (tmp_path / "tables.sqlite").write_text("not a database")
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


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["--log-format", "xml"], "plain or json"),
        (["--smtp-tls", "ssl"], "starttls, tls or none"),
        (["--smtp-host", "mail.example.org", "--mail-from", "a@example.org"], "--public-url"),
        (["--smtp-host", "mail.example.org", "--public-url", "https://a.example"], "--mail-from"),
    ],
)
def test_wrong_options_are_refused(tmp_path: Path, options: list[str], reason: str) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "smokestack", "serve", *options],
        capture_output=True,
        text=True,
        env={**os.environ, "SMOKESTACK_HOME": str(tmp_path)},
    )
    assert run.returncode == 1
    assert reason in run.stderr


@pytest.mark.parametrize(
    ("listening", "chosen", "names"),
    [
        ("127.0.0.1", {}, {"localhost", "127.0.0.1", "::1"}),
        ("0.0.0.0", {}, set()),
        ("0.0.0.0", {"public_url": "https://a.example/x"}, {"a.example", "localhost"}),
        ("192.168.0.7", {}, {"192.168.0.7", "localhost"}),
        ("::", {"allowed_hosts": ("b.example",)}, {"b.example", "::1"}),
    ],
)
def test_allowed_hosts_are_derived_from_the_address_and_the_settings(
    tmp_path: Path, listening: str, chosen: dict[str, Any], names: set[str]
) -> None:
    found = hosts_of(settings(tmp_path, **chosen), listening)
    assert names <= set(found)
    assert bool(names) == bool(found)
