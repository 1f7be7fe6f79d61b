"""A server that has as many connections as it takes."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import httpx
import pytest

from smokestack.server.http import protocol
from smokestack.server.http.addresses import ClientAddress
from tests.server.api.servers import NO_CERTIFICATES, Running, problem, running
from tests.server.http import raw

HEALTH = b"GET /health HTTP/1.1\r\nhost: x\r\n\r\n"
GAMES = b"GET /api/v1/games HTTP/1.1\r\nhost: x\r\n\r\n"


@contextmanager
def full_server(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    monkeypatch.setattr(protocol, "MAX_OTHER_CONNECTIONS", 5)
    with running(folder, max_event_streams=0) as server, ExitStack() as stack:
        for _ in range(5):
            stack.enter_context(raw.connect(server))
        # The server has accepted all of them once it has answered on the last.
        while raw.send(server, GAMES).startswith(b"HTTP/1.1 200"):
            stack.enter_context(raw.connect(server))
        yield server


def test_health_checks_are_answered_by_a_full_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with full_server(tmp_path, monkeypatch) as server:
        for path, status in (("/health", 200), ("/ready", 200), ("/new", 503)):
            reply = httpx.get(server.url + path, verify=NO_CERTIFICATES)
            assert reply.status_code == status, path
            assert "content-security-policy" in reply.headers
        refused = httpx.get(f"{server.url}/api/v1/games", verify=NO_CERTIFICATES)
        assert problem(refused) == "service-unavailable"
        assert refused.headers["connection"] == "close"


def test_connections_that_were_open_before_are_not_affected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocol, "MAX_OTHER_CONNECTIONS", 2)
    with running(tmp_path, max_event_streams=0) as server, server.guest() as ann:
        assert ann.get("/games").status_code == 200
        with raw.connect(server) as second, raw.connect(server) as third:
            second.sendall(GAMES)
            assert second.recv(65536).startswith(b"HTTP/1.1 200")
            third.sendall(GAMES)
            assert third.recv(65536).startswith(b"HTTP/1.1 503")
            assert ann.get("/games").status_code == 200


def test_an_idle_connection_beyond_the_limit_is_closed_soon(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocol, "REFUSED_TIMEOUT_SECONDS", 0.2)
    with full_server(tmp_path, monkeypatch) as server, raw.connect(server) as client:
        client.settimeout(10)
        with suppress(ConnectionResetError):
            assert client.recv(1) == b""


def test_an_address_has_a_maximum_number_of_connections(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Here all connections come from this machine, so its addresses are treated as others."""
    monkeypatch.setattr(protocol, "address_of", lambda host: ClientAddress(host))
    with running(tmp_path, max_connections_per_address=2) as server, ExitStack() as stack:
        clients = [stack.enter_context(raw.connect(server)) for _ in range(3)]
        for client in clients:
            client.sendall(GAMES)
        statuses = [client.recv(65536)[:12] for client in clients]
        assert statuses == [b"HTTP/1.1 200", b"HTTP/1.1 200", b"HTTP/1.1 429"]
        assert raw.send(server, HEALTH).startswith(b"HTTP/1.1 200")
        elsewhere = _connect_from(server, "127.0.0.9")
        with elsewhere:
            elsewhere.sendall(GAMES)
            assert elsewhere.recv(65536).startswith(b"HTTP/1.1 200")
        clients[0].close()
        assert _is_accepted_again(server)


def test_a_trusted_proxy_has_no_maximum(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "address_of", lambda host: ClientAddress(host))
    chosen = {"max_connections_per_address": 2, "trusted_proxies": ("127.0.0.1",)}
    with running(tmp_path, **chosen) as server, ExitStack() as stack:
        for _ in range(5):
            client = stack.enter_context(raw.connect(server))
            client.sendall(GAMES)
            assert client.recv(65536).startswith(b"HTTP/1.1 200")


def _connect_from(server: Running, address: str) -> socket.socket:
    port = int(server.url.rpartition(":")[2])
    return socket.create_connection(("127.0.0.1", port), source_address=(address, 0), timeout=20)


def _is_accepted_again(server: Running) -> bool:
    """The server notices a little later that a connection is closed."""
    return any(raw.send(server, GAMES).startswith(b"HTTP/1.1 200") for _ in range(100))
