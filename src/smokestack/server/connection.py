"""Connections to the server, as uvicorn keeps them, with an end to its patience."""

from __future__ import annotations

import asyncio
import logging
from typing import Final, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from smokestack.server.door import HEADERS

log = logging.getLogger(__name__)

HEADERS_PATIENCE: Final = 20.0  # seconds for the head of a request
MOST_HEAD: Final = 64 * 1024  # bytes


class InOneGo(asyncio.Transport):
    """Sends the head of an answer together with what follows: each sending wakes up the other end.

    A head that nothing follows is on its way in a moment.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, line: asyncio.Transport) -> None:
        super().__init__()
        self._loop = loop
        self._line = line
        self._head = b""

    def write(self, data: bytes | bytearray | memoryview) -> None:
        if self._head:
            head, self._head = self._head, b""
            self._line.write(b"".join((head, data)))
        elif bytes(data[:5]) == b"HTTP/":
            self._head = bytes(data)
            self._loop.call_soon(self._send_head)
        else:
            self._line.write(data)

    def close(self) -> None:
        self._send_head()
        self._line.close()

    def abort(self) -> None:
        self._head = b""
        self._line.abort()

    def is_closing(self) -> bool:
        return self._line.is_closing()

    def pause_reading(self) -> None:
        self._line.pause_reading()

    def resume_reading(self) -> None:
        self._line.resume_reading()

    def get_write_buffer_size(self) -> int:
        return self._line.get_write_buffer_size()

    def _send_head(self) -> None:
        if self._head and not self._line.is_closing():
            self.write(b"")


class Connection(HttpToolsProtocol):
    """A connection that is closed if the head of a request does not come in time, or no end.

    The same goes for the rest of a request that is answered already, and for whoever does not
    take what they asked for.
    """

    line_patience: float
    """Seconds for somebody who does not read."""

    _deadline: asyncio.TimerHandle | None = None
    _until_dropped: asyncio.TimerHandle | None = None
    _untaken = 0
    _in_head = False
    _head = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        line = cast(asyncio.Transport, transport)
        super().connection_made(line)
        self.transport = InOneGo(self.loop, line)
        self._watch()

    def data_received(self, data: bytes) -> None:
        if self._in_head:
            self._head += len(data)
        super().data_received(data)
        if self._in_head and self._head > MOST_HEAD:
            self.send_400_response("The head of this request is too long.")
        elif self.cycle is None or self.cycle.response_complete:
            self._watch()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._in_head, self._head = True, 0
        self._watch()

    def on_headers_complete(self) -> None:
        self._in_head = False
        self._stop_watching()
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._stop_watching()
        super().on_message_complete()

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._until_dropped is None:
            self._wait_for_reader()

    def resume_writing(self) -> None:
        self._stop_waiting()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_watching()
        self._stop_waiting()
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        """An answer to what is no request, with the same guards as any other."""
        headers = (
            *HEADERS,
            (b"content-type", b"text/plain; charset=utf-8"),
            (b"content-length", b"%d" % len(msg)),
            (b"connection", b"close"),
        )
        lines = [b"HTTP/1.1 400 Bad Request", *(b"%b: %b" % header for header in headers)]
        self.transport.write(b"\r\n".join([*lines, b"", msg.encode("ascii")]))
        self.transport.close()

    def _watch(self) -> None:
        if self._deadline is None:
            self._deadline = self.loop.call_later(HEADERS_PATIENCE, self.transport.abort)

    def _stop_watching(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _stop_waiting(self) -> None:
        if self._until_dropped is not None:
            self._until_dropped.cancel()
            self._until_dropped = None

    def _wait_for_reader(self) -> None:
        self._untaken = self.transport.get_write_buffer_size()
        self._until_dropped = self.loop.call_later(self.line_patience, self._look_at_reader)

    def _look_at_reader(self) -> None:
        """Whoever takes a little after all has a slow line."""
        if self.transport.get_write_buffer_size() < self._untaken:
            self._wait_for_reader()
            return
        log.info("somebody read too slowly and was dropped")
        self.transport.abort()


def connection_with(patience: float) -> type[Connection]:
    """The kind of connection for uvicorn, which makes them without asking for anything."""

    class PatientConnection(Connection):
        line_patience = patience

    return PatientConnection
