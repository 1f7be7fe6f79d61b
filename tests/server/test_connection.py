"""What goes over a connection at once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from smokestack.server.connection import InOneGo

HEAD = b"HTTP/1.1 200 OK\r\n\r\n"


class Line(asyncio.Transport):
    """A line that remembers what was sent."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: list[bytes] = []
        self.ended = ""

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
