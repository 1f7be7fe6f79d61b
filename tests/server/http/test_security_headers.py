"""No response leaves the server without its security headers, whatever produced it."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from smokestack.server.http import gateway, protocol
from smokestack.server.http.assets import assets
from smokestack.server.http.security_headers import SECURITY_HEADERS
from tests.server.api.servers import Guest, Running, running
from tests.server.http import raw


def check(headers: httpx.Headers) -> None:
    for name, value in SECURITY_HEADERS:
        assert headers.get_list(name) == [value], name


@pytest.mark.parametrize(
    ("method", "path"),
    [
        *[("GET", path) for path in ("/", "/new", "/rules/glasgow", "/nothing", "/tables/none")],
        *[("GET", path) for path in ("/health", "/ready", "/api/v1/games", "/api/v1/nothing")],
        *[("GET", path) for path in ("/api/v1/openapi.json", "/static/0/nothing")],
        *[("HEAD", "/"), ("OPTIONS", "/"), ("DELETE", "/"), ("POST", "/tables")],
        *[("POST", "/api/v1/tables"), ("TRACE", "/"), ("PUT", "/api/v1/games")],
    ],
)
def test_pages_api_and_errors(server: Running, method: str, path: str) -> None:
    check(httpx.request(method, server.url + path).headers)


def test_static_files(server: Running) -> None:
    for url in assets().urls.values():
        reply = httpx.get(server.url + url)
        assert reply.status_code == 200
        check(reply.headers)


@pytest.mark.parametrize("prefix", ["", "/api/v1"])
def test_event_streams(server: Running, ann: Guest, prefix: str) -> None:
    table = ann.new_table("me", "here:Bob")
    with httpx.stream("GET", f"{server.url}{prefix}/tables/{table['id']}/events") as reply:
        assert reply.headers["content-type"].startswith("text/event-stream")
        check(reply.headers)


@pytest.mark.parametrize("request_", [b"nonsense\r\n\r\n", b"GET / HTTP/1.1\r\nbad header\r\n\r\n"])
def test_what_is_not_a_request(server: Running, request_: bytes) -> None:
    reply = raw.send(server, request_)
    assert reply.startswith(b"HTTP/1.1 400")
    for name, value in SECURITY_HEADERS:
        assert f"{name}: {value}\r\n".encode() in reply


def test_a_full_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "MAX_OTHER_CONNECTIONS", 0)
    with running(tmp_path, max_event_streams=0) as server:
        reply = httpx.get(f"{server.url}/")
        assert reply.status_code == 503
        check(reply.headers)


def test_a_failure_outside_the_app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: object) -> str:
        raise RuntimeError("a bug")

    with running(tmp_path) as server:
        monkeypatch.setattr(gateway, "language_of", fail)
        reply = httpx.get(f"{server.url}/")
        assert reply.status_code == 500
        assert "a bug" not in reply.text
        check(reply.headers)


def test_another_host_name(tmp_path: Path) -> None:
    public = {"public_url": "https://games.example", "allowed_hosts": ("games.example",)}
    with running(tmp_path, **public) as server:
        reply = httpx.get(server.url)
        assert reply.status_code == 421
        check(reply.headers)
        assert "strict-transport-security" in reply.headers
        assert b"strict-transport-security" in raw.send(server, b"nonsense\r\n\r\n")
