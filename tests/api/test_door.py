"""What every request meets, whatever it is for."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import socket
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.exc import SQLAlchemyError

from api.servers import Guest, Running, data, problem, running
from server.houses import settings
from smokestack.server.door import believe_proxy, host_in
from smokestack.server.logs import JsonLines, PlainLines, conceal
from smokestack.server.serve import hosts_of

GUARDS = (
    "content-security-policy",
    "x-content-type-options",
    "referrer-policy",
    "cross-origin-opener-policy",
)


@pytest.mark.parametrize("path", ["/", "/nothing", "/api/v1/games", "/api/v1/nothing", "/health"])
def test_every_answer_has_guards_and_an_id(server: Running, path: str) -> None:
    first, second = (httpx.get(server.url + path) for _ in range(2))
    for name in GUARDS:
        assert name in first.headers
    assert re.fullmatch("[0-9a-f]{16}", first.headers["x-request-id"])
    assert first.headers["x-request-id"] != second.headers["x-request-id"]
    assert "strict-transport-security" not in first.headers
    assert "server" not in first.headers


def test_a_server_with_a_name_and_tls_answers_to_no_other(tmp_path: Path) -> None:
    public = {"public_url": "https://games.example", "hosts": ("games.example",)}
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
            assert problem(reply) == "wrong-host"
            assert httpx.get(f"{server.url}/health", headers={"host": wrong}).status_code == 200


@pytest.mark.parametrize(
    ("header", "host"),
    [("Ann.example:8750", "ann.example"), ("[::1]:8750", "::1"), ("[::1]", "::1"), ("", "")],
)
def test_a_host_header_names_a_host(header: str, host: str) -> None:
    assert host_in(header) == host


@pytest.mark.parametrize(
    ("listening", "chosen", "names"),
    [
        ("127.0.0.1", {}, {"localhost", "127.0.0.1", "::1"}),
        ("0.0.0.0", {}, set()),
        ("0.0.0.0", {"public_url": "https://a.example/x"}, {"a.example", "localhost"}),
        ("192.168.0.7", {}, {"192.168.0.7", "localhost"}),
        ("::", {"hosts": ("b.example",)}, {"b.example", "::1"}),
    ],
)
def test_the_names_of_a_server_follow_from_where_it_listens(
    tmp_path: Path, listening: str, chosen: dict[str, Any], names: set[str]
) -> None:
    found = hosts_of(settings(tmp_path, **chosen), listening)
    assert names <= set(found)
    assert bool(names) == bool(found)


def test_of_what_a_proxy_says_only_its_own_words_count() -> None:
    scope: Any = {
        "client": ("127.0.0.1", 1),
        "scheme": "http",
        "headers": [
            (b"x-forwarded-for", b"6.6.6.6, 198.51.100.7"),
            (b"x-forwarded-proto", b"https"),
        ],
    }
    believe_proxy(scope)
    assert (scope["client"][0], scope["scheme"]) == ("198.51.100.7", "https")


def test_without_a_proxy_nobody_believes_its_words(server: Running) -> None:
    """A client that claims another address each time would have no limits."""
    headers = {"x-forwarded-for": "198.51.100.7", "x-forwarded-proto": "https"}
    reply = httpx.get(f"{server.url}/new", headers=headers)
    assert reply.status_code == 200
    assert all("Secure" not in cookie for cookie in reply.headers.get_list("set-cookie"))


def test_too_much_is_too_much_without_a_length_too(ann: Guest) -> None:
    def chunks() -> Any:
        for _ in range(100):
            yield b" " * 1024

    reply = ann.post("/tables", content=chunks())
    assert problem(reply) == "too-large"
    assert problem(ann.post("/tables", content=b" " * 70_000)) == "too-large"


def test_half_a_body_is_not_waited_for(tmp_path: Path) -> None:
    with running(tmp_path, line_patience=0.3) as server:
        head = b"POST /api/v1/invitations HTTP/1.1\r\nhost: x\r\ncontent-length: 50\r\n\r\n"
        assert _raw(server, head + b"{").startswith(b"HTTP/1.1 408")


def test_half_a_head_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("smokestack.server.connection.HEADERS_PATIENCE", 0.3)
    with running(tmp_path) as server:
        assert _raw(server, b"") == b""
        assert _raw(server, b"GET / HT") == b""
        with _connect(server) as line:
            line.sendall(b"GET /health HTTP/1.1\r\nhost: x\r\n\r\n")
            assert line.recv(65536).startswith(b"HTTP/1.1 200")
            line.sendall(b"GET / HT")
            while line.recv(65536):
                pass


def test_a_head_without_end_is_refused(server: Running) -> None:
    with _connect(server) as line:
        line.sendall(b"GET / HTTP/1.1\r\nhost: x\r\n")
        received = b""
        for _ in range(100):
            line.sendall(b"x-more: " + b"x" * 5000 + b"\r\n")
            line.settimeout(0.02)
            try:
                received = line.recv(65536)
                break
            except TimeoutError:
                continue
        assert received.startswith(b"HTTP/1.1 400")
        assert b"content-security-policy" in received


@pytest.mark.parametrize(
    "sent", [b"\x16\x03\x01\r\n\r\n", b"GET /\xff HTTP/1.1\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n"]
)
def test_what_is_no_request_gets_a_clear_answer(server: Running, sent: bytes) -> None:
    received = _raw(server, sent)
    assert received.startswith(b"HTTP/1.1 400")
    assert b"content-security-policy" in received
    assert httpx.get(f"{server.url}/health").status_code == 200


def test_the_rest_of_a_request_that_was_refused_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("smokestack.server.connection.HEADERS_PATIENCE", 0.3)
    with running(tmp_path) as server, _connect(server) as line:
        head = b"POST /api/v1/invitations HTTP/1.1\r\nhost: x\r\ncontent-length: 900000\r\n\r\n"
        line.sendall(head)
        assert line.recv(65536).startswith(b"HTTP/1.1 413")
        with pytest.raises(ConnectionError):
            _dribble(line)


def test_a_request_that_takes_too_long_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(tmp_path, patience=0.3) as server:
        house = server.app.state.house

        async def dream(*_: object) -> None:
            await asyncio.sleep(30)

        monkeypatch.setattr(house, "find", dream)
        begun = time.monotonic()
        reply = httpx.get(f"{server.url}/api/v1/tables/abc")
        assert problem(reply) == "overloaded"
        assert httpx.get(f"{server.url}/tables/abc").status_code == 503
        assert time.monotonic() - begun < 10


def test_a_stream_lives_longer_than_requests_may(tmp_path: Path) -> None:
    with running(tmp_path, patience=0.3) as server, server.guest() as ann:
        table = ann.new_table("me", "here:Ben")
        with server.guest().stream("GET", f"/tables/{table['id']}/events") as stream:
            news = (line for line in stream.iter_lines() if line.startswith("data: "))
            assert next(news) == "data: 0"
            time.sleep(0.6)
            ann.answer(table)
            assert next(news) == "data: 1"


def test_who_does_not_read_is_dropped(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Whoever asks again and again and takes nothing ends up without a connection."""
    caplog.set_level(logging.INFO)
    with running(tmp_path, line_patience=0.5) as server:
        table = server.guest().new_table("me", "here:Ben", game="brass", edition="2018")
        ask = f"GET /api/v1/tables/{table['id']} HTTP/1.1\r\nhost: x\r\n\r\n".encode()
        with _connect(server) as line:
            line.sendall(ask * 2000)
            end = time.monotonic() + 60
            while "somebody read too slowly and was dropped" not in caplog.messages:
                assert time.monotonic() < end, "nobody was dropped"
                time.sleep(0.05)
        assert httpx.get(f"{server.url}/health").status_code == 200


def test_health_readiness_and_counts(tmp_path: Path) -> None:
    with running(tmp_path, metrics=True) as server, server.guest() as ann:
        assert httpx.get(f"{server.url}/health").json() == {"status": "ok"}
        assert httpx.get(f"{server.url}/ready").json() == {"status": "ready"}
        table = ann.new_table("me", "here:Ben")
        data(ann.answer(table))
        ann.answer(table)
        ann.get("/nothing")
        with ann.stream("GET", f"/tables/{table['id']}/events") as stream:
            lines = stream.iter_lines()
            next(lines)
            told = httpx.get(f"{server.url}/metrics").text
        route = 'route="/api/v1/tables/{table_id}/answers"'
        assert f'smokestack_requests_total{{method="POST",{route},status="200"}} 1.0' in told
        assert f'smokestack_requests_total{{method="POST",{route},status="409"}} 1.0' in told
        assert 'route="(none)",status="404"' in told
        assert f"smokestack_request_seconds_count{{{route}}} 2.0" in told
        assert 'smokestack_answers_total{by="person"} 1.0' in told
        assert "smokestack_event_streams 1.0" in told
        assert "smokestack_unfinished_tables 1.0" in told
        assert "smokestack_bots_to_answer 0.0" in told
        assert table["id"] not in told


def test_a_house_whose_database_is_gone_is_not_ready(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(tmp_path) as server:
        (tmp_path / "tables.sqlite").rename(tmp_path / "elsewhere")
        (tmp_path / "tables.sqlite").mkdir()
        server.app.state.house._keeper._database._engine.dispose()
        reply = httpx.get(f"{server.url}/ready")
        assert reply.status_code == 503
        assert reply.json()["reason"] == "the database does not answer"
        assert httpx.get(f"{server.url}/health").status_code == 200
        (tmp_path / "tables.sqlite").rmdir()
        (tmp_path / "elsewhere").rename(tmp_path / "tables.sqlite")


def test_counts_are_for_those_who_ask_for_them(server: Running) -> None:
    assert httpx.get(f"{server.url}/metrics").status_code == 404


def test_logs_tell_of_requests_and_hold_no_secret(
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
    time.sleep(0.2)  # a line is written once the answer is out
    ours = [record for record in caplog.records if record.name != "httpx"]
    for formatter in (JsonLines(), PlainLines()):
        lines = "\n".join(formatter.format(record) for record in ours)
        for secret in (ann.token, ann.token.partition(".")[0], seat_token):
            assert secret not in lines
        assert "/seats/{token}" in lines
        assert "(none)" in lines
    line = json.loads(JsonLines().format(ours[-1]))
    assert (line["level"], line["message"]) == ("info", "POST /api/v1/tables/{table_id}/answers")
    assert (line["table"], line["status"]) == (table["id"], reply.status_code)
    assert line["ms"] >= 0


def test_what_looks_like_a_token_is_concealed() -> None:
    token = "a" * 43
    assert conceal(f"x={token}; guest={'b' * 22}.{token}") == "x=[secret]; guest=[secret]"
    assert conceal("c" * 64) == "c" * 64


def test_what_the_database_was_sent_is_concealed() -> None:
    database = create_engine("sqlite://")
    secret = "9]" * 5
    with database.connect() as connection, pytest.raises(SQLAlchemyError) as caught:
        connection.execute(text("SELECT * FROM nowhere WHERE guest = :guest"), {"guest": secret})
    record = logging.LogRecord("x", logging.ERROR, "", 0, "it failed", None, None)
    record.exc_info = (caught.type, caught.value, caught.tb)
    for formatter in (JsonLines(), PlainLines()):
        line = formatter.format(record)
        assert "no such table: nowhere" in line
        assert secret not in line


def _connect(server: Running) -> socket.socket:
    line = socket.create_connection(("127.0.0.1", int(server.url.rpartition(":")[2])))
    line.settimeout(20)
    return line


def _dribble(line: socket.socket) -> None:
    """Byte by byte, for five seconds."""
    for _ in range(100):
        line.sendall(b"x")
        time.sleep(0.05)


def _raw(server: Running, sent: bytes) -> bytes:
    """The first that comes back, or nothing if the server closes the connection."""
    with _connect(server) as line:
        line.sendall(sent)
        return line.recv(65536)
