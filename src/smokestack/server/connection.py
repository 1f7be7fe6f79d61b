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


class Connection(HttpToolsProtocol):
    """A connection that is closed if the head of a request does not come in time, or no end.

    The same goes for the rest of a request that is answered already, and for whoever does not
    take what they asked for.
    """

    line_patience: float
    """Seconds for somebody who does not read."""

    _deadline: asyncio.TimerHandle | None = None
    _until_dropped: asyncio.TimerHandle | None = None
    _in_head = False
    _head = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(cast(asyncio.Transport, transport))
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
            self._until_dropped = self.loop.call_later(self.line_patience, self._drop)

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

    def _drop(self) -> None:
        log.info("somebody read too slowly and was dropped")
        self.transport.abort()


def connection_with(patience: float) -> type[Connection]:
    """The kind of connection for uvicorn, which makes them without asking for anything."""

    class PatientConnection(Connection):
        line_patience = patience

    return PatientConnection
