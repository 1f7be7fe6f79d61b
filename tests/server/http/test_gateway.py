"""What holds for every request: headers, host names, the proxy, timeouts, the log line."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from smokestack.server.http.addresses import host_name
from smokestack.server.http.logging import JsonFormatter, PlainFormatter
from tests.server.api.servers import Guest, Running, problem, running
from tests.server.http import raw


@pytest.mark.parametrize("path", ["/", "/nothing", "/api/v1/games", "/api/v1/nothing", "/health"])
def test_every_response_has_an_id(server: Running, path: str) -> None:
    first, second = (httpx.get(server.url + path) for _ in range(2))
    assert re.fullmatch("[0-9a-f]{16}", first.headers["x-request-id"])
    assert first.headers["x-request-id"] != second.headers["x-request-id"]
    assert "strict-transport-security" not in first.headers
    assert "server" not in first.headers


def test_a_server_with_a_public_url_answers_to_no_other_name(tmp_path: Path) -> None:
    public = {"public_url": "https://games.example", "allowed_hosts": ("games.example",)}
    with running(tmp_path, **public) as server:
        good = httpx.get(server.url, headers={"host": "games.example"})
        assert good.headers["strict-transport-security"].startswith("max-age=")
        assert all("Secure" in cookie for cookie in good.headers.get_list("set-cookie"))
        assert good.headers.get_list("set-cookie")
        assert httpx.get(server.url, headers={"host": "GAMES.example:443"}).status_code == 200
        for wrong in ("evil.example", "games.example.evil", "127.0.0.1"):
            reply = httpx.get(f"{server.url}/", headers={"host": wrong})
            assert reply.status_code == 421
            assert "evil" not in reply.text
            reply = httpx.get(f"{server.url}/api/v1/games", headers={"host": wrong})
            assert problem(reply) == "misdirected-request"
            assert httpx.get(f"{server.url}/health", headers={"host": wrong}).status_code == 200


def test_a_refusal_is_in_the_language_of_the_client(tmp_path: Path) -> None:
    with running(tmp_path, allowed_hosts=("games.example",)) as server:
        english, german = (
            httpx.get(server.url, headers={"accept-language": language}).text
            for language in ("en", "de")
        )
        assert english == "This server does not answer to this host name."
        assert german != english


@pytest.mark.parametrize(
    ("header", "host"),
    [("Ann.example:8750", "ann.example"), ("[::1]:8750", "::1"), ("[::1]", "::1"), ("", "")],
)
def test_a_host_name_is_read_without_its_port(header: str, host: str) -> None:
    assert host_name(header) == host


def test_without_a_proxy_its_headers_are_ignored(server: Running) -> None:
    """A client that claims another address each time would have no limits."""
    headers = {"x-forwarded-for": "198.51.100.7", "x-forwarded-proto": "https"}
    reply = httpx.get(f"{server.url}/new", headers=headers)
    assert reply.status_code == 200
    assert all("Secure" not in cookie for cookie in reply.headers.get_list("set-cookie"))


def test_a_body_is_too_large_with_and_without_a_length(ann: Guest) -> None:
    def chunks() -> Any:
        for _ in range(100):
            yield b" " * 1024

    reply = ann.post("/tables", content=chunks())
    assert problem(reply) == "content-too-large"
    assert problem(ann.post("/tables", content=b" " * 70_000)) == "content-too-large"


def test_an_incomplete_body_times_out(tmp_path: Path) -> None:
    with running(tmp_path, client_timeout=0.3) as server:
        headers = b"POST /api/v1/invitations HTTP/1.1\r\nhost: x\r\ncontent-length: 50\r\n\r\n"
        assert raw.send(server, headers + b"{").startswith(b"HTTP/1.1 408")


def test_a_request_that_takes_too_long_times_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with running(tmp_path, request_timeout=0.3) as server:
        service = server.app.state.service

        async def sleep(*_: object) -> None:
            await asyncio.sleep(30)

        monkeypatch.setattr(service, "find", sleep)
        begun = time.monotonic()
        reply = httpx.get(f"{server.url}/api/v1/tables/abc")
        assert problem(reply) == "service-unavailable"
        assert httpx.get(f"{server.url}/tables/abc").status_code == 503
        assert time.monotonic() - begun < 10
    assert caplog.messages.count("request timed out") == 2


def test_an_event_stream_outlives_the_request_timeout(tmp_path: Path) -> None:
    with running(tmp_path, request_timeout=0.3) as server, server.guest() as ann:
        table = ann.new_table("me", "here:Ben")
        with server.guest().stream("GET", f"/tables/{table['id']}/events") as stream:
            revision = (line for line in stream.iter_lines() if line.startswith("data: "))
            assert next(revision) == "data: 1"
            time.sleep(0.6)
            ann.answer(table)
            assert next(revision) == "data: 2"


def test_log_lines_describe_requests_and_contain_no_secret(
    server: Running, ann: Guest, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    table = ann.new_table("me", "link")
    seat_token = table["seats"][1]["seat_token"]
    cookie = {"guest": ann.token}
    with httpx.Client(base_url=server.url, cookies=cookie) as browser:
        browser.get(f"/seats/{seat_token}")
        browser.post(f"/seats/{seat_token}", data={"name": "Bob"})
        browser.get(f"/nothing/{seat_token}?token={seat_token}")
    reply = ann.answer({**table, "choices": [{"answer": "move 1"}]})
    time.sleep(0.2)  # the line is written after the response is sent
    ours = [record for record in caplog.records if record.name != "httpx"]
    for formatter in (JsonFormatter(), PlainFormatter()):
        lines = "\n".join(formatter.format(record) for record in ours)
        for secret in (ann.token, ann.token.partition(".")[0], seat_token):
            assert secret not in lines
        assert "/seats/{token}" in lines
        assert "(none)" in lines
    line = json.loads(JsonFormatter().format(ours[-1]))
    assert (line["level"], line["message"]) == ("info", "POST /api/v1/tables/{table_id}/answers")
    assert (line["table_id"], line["status"]) == (table["id"], reply.status_code)
    assert line["duration_ms"] >= 0


def test_a_bug_is_logged_and_answered_without_details(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with running(tmp_path) as server:

        async def fail(*_: object) -> None:
            raise ZeroDivisionError("a detail")

        monkeypatch.setattr(server.app.state.service, "find", fail)
        reply = httpx.get(f"{server.url}/api/v1/tables/abc")
        assert problem(reply) == "internal-error"
        page = httpx.get(f"{server.url}/tables/abc")
        assert page.status_code == 500
        assert "a detail" not in reply.text + page.text
    failed = [record for record in caplog.records if record.getMessage() == "request failed"]
    line = json.loads(JsonFormatter().format(failed[0]))
    assert (line["method"], line["route"]) == ("GET", "/api/v1/tables/{table_id}")
    assert "ZeroDivisionError" in line["error"]
