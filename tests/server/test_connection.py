"""What goes over a connection at once, and how long it waits for who reads it."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import uvicorn

from smokestack.server.connection import InOneGo, connection_with

HEAD = b"HTTP/1.1 200 OK\r\n\r\n"
LONG = 3_000_000  # bytes
PATIENCE = 0.4


class Line(asyncio.Transport):
    """A line that remembers what was sent."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: list[bytes] = []
        self.ended = ""

    def is_closing(self) -> bool:
        return bool(self.ended)

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.sent.append(bytes(data))

    def close(self) -> None:
        self.ended = "closed"

    def abort(self) -> None:
        self.ended = "aborted"


def after(*deeds: Callable[[InOneGo], None], pause: bool = True) -> tuple[list[bytes], str]:
    """What was sent, and how the line ended."""

    async def do() -> tuple[list[bytes], str]:
        line = Line()
        together = InOneGo(asyncio.get_running_loop(), line)
        for deed in deeds:
            deed(together)
        if pause:
            await asyncio.sleep(0)
        return line.sent[:], line.ended

    return asyncio.run(do())


def write(data: bytes) -> Callable[[InOneGo], None]:
    return lambda together: together.write(data)


def test_a_head_goes_with_what_follows() -> None:
    assert after(write(HEAD), pause=False) == ([], "")
    sent, _ = after(write(HEAD), write(b"page"), write(b"more"))
    assert sent == [HEAD + b"page", b"more"]


def test_a_head_that_nothing_follows_does_not_wait() -> None:
    assert after(write(HEAD)) == ([HEAD], "")


def test_what_is_no_head_is_sent_at_once() -> None:
    assert after(write(b"event"), write(b"event"), pause=False) == ([b"event", b"event"], "")


def test_a_head_is_sent_before_the_end() -> None:
    assert after(write(HEAD), InOneGo.close, pause=False) == ([HEAD], "closed")


def test_nothing_is_sent_after_an_abort() -> None:
    assert after(write(HEAD), InOneGo.abort) == ([], "aborted")


def test_nothing_is_sent_on_a_line_that_is_lost() -> None:
    def lose(together: InOneGo) -> None:
        together._line.abort()

    assert after(write(HEAD), lose) == ([], "aborted")


async def long_page(scope: Any, receive: Any, send: Any) -> None:
    headers = [(b"content-length", b"%d" % LONG)]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": bytes(LONG)})


@contextmanager
def reader() -> Iterator[socket.socket]:
    """Somebody who has asked for a long page; what they don't take soon waits in the server."""
    listening = socket.create_server(("127.0.0.1", 0))
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 16_384)
    line = connection_with(PATIENCE)
    config = uvicorn.Config(long_page, http=line, lifespan="off", log_config=None)
    server = uvicorn.Server(config)
    serving = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    serving.start()
    try:
        with socket.socket() as asking:
            asking.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 16_384)
            asking.settimeout(20)
            asking.connect(listening.getsockname())
            asking.sendall(b"GET / HTTP/1.1\r\nhost: x\r\n\r\n")
            yield asking
    finally:
        server.should_exit = True
        serving.join()


def read_on(asking: socket.socket, most: int) -> int:
    """How many bytes come before the line ends, or until they are enough."""
    taken = 0
    try:
        while taken < most and (more := asking.recv(65_536)):
            taken += len(more)
    except ConnectionResetError:
        pass
    return taken


def test_who_reads_slowly_but_steadily_gets_everything() -> None:
    with reader() as asking:
        taken = 0
        begun = time.monotonic()
        while time.monotonic() - begun < 5 * PATIENCE:
            taken += len(asking.recv(16_384))
            time.sleep(PATIENCE / 20)
        assert taken < LONG * 2 // 3
        assert taken + read_on(asking, LONG - taken) >= LONG


def test_who_takes_nothing_does_not_get_everything() -> None:
    with reader() as asking:
        time.sleep(3 * PATIENCE)
        assert read_on(asking, LONG) < LONG // 2
