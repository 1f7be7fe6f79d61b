"""Connections: slow clients, endless headers, bytes that are not a request."""

from __future__ import annotations

import logging
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn

from smokestack.server.http.protocol import protocol_for
from smokestack.server.http.shared_counts import SharedCounts, SharedMemory
from tests.server.api.servers import Running, running
from tests.server.http import raw
from tests.server.services import settings

BODY_BYTES = 3_000_000
TIMEOUT_SECONDS = 0.4


async def long_page(scope: Any, receive: Any, send: Any) -> None:
    headers = [(b"content-length", b"%d" % BODY_BYTES)]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": bytes(BODY_BYTES)})


@contextmanager
def connected_client() -> Iterator[socket.socket]:
    """A client that has requested a long page; small buffers keep most of it in the server."""
    listening = socket.create_server(("127.0.0.1", 0))
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 16_384)
    chosen = settings(Path(), client_timeout=TIMEOUT_SECONDS)
    protocol = protocol_for(chosen, SharedCounts(SharedMemory()))
    config = uvicorn.Config(long_page, http=protocol, lifespan="off", log_config=None)
    server = uvicorn.Server(config)
    serving = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    serving.start()
    try:
        with socket.socket() as client:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 16_384)
            client.settimeout(20)
            client.connect(listening.getsockname())
            client.sendall(b"GET / HTTP/1.1\r\nhost: x\r\n\r\n")
            yield client
    finally:
        server.should_exit = True
        serving.join()


def read_up_to(client: socket.socket, most: int) -> int:
    """The number of bytes received until there are `most` or the connection ends."""
    taken = 0
    try:
        while taken < most and (more := client.recv(65_536)):
            taken += len(more)
    except ConnectionResetError:
        pass
    return taken


def test_a_client_that_reads_slowly_but_steadily_gets_everything() -> None:
    with connected_client() as client:
        taken = 0
        begun = time.monotonic()
        while time.monotonic() - begun < 5 * TIMEOUT_SECONDS:
            taken += len(client.recv(16_384))
            time.sleep(TIMEOUT_SECONDS / 20)
        assert taken < BODY_BYTES * 2 // 3
        assert taken + read_up_to(client, BODY_BYTES - taken) >= BODY_BYTES


def test_a_client_that_reads_nothing_is_disconnected() -> None:
    with connected_client() as client:
        time.sleep(3 * TIMEOUT_SECONDS)
        assert read_up_to(client, BODY_BYTES) < BODY_BYTES // 2


def test_incomplete_headers_time_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("smokestack.server.http.protocol.HEADERS_TIMEOUT_SECONDS", 0.3)
    with running(tmp_path) as server:
        assert raw.send(server, b"") == b""
        assert raw.send(server, b"GET / HT") == b""
        with raw.connect(server) as client:
            client.sendall(b"GET /health HTTP/1.1\r\nhost: x\r\n\r\n")
            assert client.recv(65536).startswith(b"HTTP/1.1 200")
            client.sendall(b"GET / HT")
            while client.recv(65536):
                pass


def test_endless_headers_are_refused(server: Running) -> None:
    with raw.connect(server) as client:
        client.sendall(b"GET / HTTP/1.1\r\nhost: x\r\n")
        received = b""
        for _ in range(100):
            client.sendall(b"x-more: " + b"x" * 5000 + b"\r\n")
            client.settimeout(0.02)
            try:
                received = client.recv(65536)
                break
            except TimeoutError:
                continue
        assert received.startswith(b"HTTP/1.1 400")
        assert b"content-security-policy" in received


@pytest.mark.parametrize(
    "sent", [b"\x16\x03\x01\r\n\r\n", b"GET /\xff HTTP/1.1\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n"]
)
def test_bytes_that_are_not_a_request_are_refused(server: Running, sent: bytes) -> None:
    received = raw.send(server, sent)
    assert received.startswith(b"HTTP/1.1 400")
    assert b"content-security-policy" in received
    assert httpx.get(f"{server.url}/health").status_code == 200


def test_the_rest_of_a_refused_request_times_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("smokestack.server.http.protocol.HEADERS_TIMEOUT_SECONDS", 0.3)
    with running(tmp_path) as server, raw.connect(server) as client:
        headers = b"POST /api/v1/invitations HTTP/1.1\r\nhost: x\r\ncontent-length: 900000\r\n\r\n"
        client.sendall(headers)
        assert client.recv(65536).startswith(b"HTTP/1.1 413")
        with pytest.raises(ConnectionError):
            send_byte_by_byte(client)


def send_byte_by_byte(client: socket.socket) -> None:
    """For five seconds."""
    for _ in range(100):
        client.sendall(b"x")
        time.sleep(0.05)


def test_a_client_that_sends_requests_and_reads_nothing_is_disconnected(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    with running(tmp_path, client_timeout=0.5) as server:
        table = server.guest().new_table("me", "here:Ben", game="brass", edition="2018")
        request = f"GET /api/v1/tables/{table['id']} HTTP/1.1\r\nhost: localhost\r\n\r\n".encode()
        with raw.connect(server) as client:
            client.sendall(request * 2000)
            end = time.monotonic() + 60
            while "client too slow, connection closed" not in caplog.messages:
                assert time.monotonic() < end, "the connection is still open"
                time.sleep(0.05)
        assert httpx.get(f"{server.url}/health").status_code == 200
