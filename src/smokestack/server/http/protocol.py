"""Connections of uvicorn, with limits on slow clients."""

from __future__ import annotations

import asyncio
import logging
from typing import Final, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

log = logging.getLogger(__name__)

HEADERS_TIMEOUT_SECONDS: Final = 20.0
MAX_HEADER_BYTES: Final = 64 * 1024  # httptools itself has no limit


def protocol_with_timeout(timeout: float) -> type[Connection]:
    """A protocol class for uvicorn, which creates its connections without arguments of ours."""

    class TimedProtocol(Connection):
        client_timeout = timeout

    return TimedProtocol


class Connection(HttpToolsProtocol):
    """A connection that is closed if the client is too slow.

    There are timeouts for the headers of a request, for the rest of a body whose response is
    already sent, and for a client that does not read its response.
    """

    client_timeout: float
    """Seconds to wait for a client that does not read."""

    _headers_deadline: asyncio.TimerHandle | None = None
    _reader_deadline: asyncio.TimerHandle | None = None
    _unread_bytes = 0
    _in_headers = False
    _header_bytes = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(cast(asyncio.Transport, transport))
        self._start_headers_timer()

    def data_received(self, data: bytes) -> None:
        if self._in_headers:
            self._header_bytes += len(data)
        super().data_received(data)
        if self._in_headers and self._header_bytes > MAX_HEADER_BYTES:
            self.send_400_response("The head of this request is too long.")
        elif self.cycle is None or self.cycle.response_complete:
            self._start_headers_timer()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._in_headers, self._header_bytes = True, 0
        self._start_headers_timer()

    def on_headers_complete(self) -> None:
        self._in_headers = False
        self._stop_headers_timer()
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._stop_headers_timer()
        super().on_message_complete()

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._reader_deadline is None:
            self._start_reader_timer()

    def resume_writing(self) -> None:
        self._stop_reader_timer()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_headers_timer()
        self._stop_reader_timer()
        super().connection_lost(exc)

    def _start_headers_timer(self) -> None:
        if self._headers_deadline is None:
            self._headers_deadline = self.loop.call_later(
                HEADERS_TIMEOUT_SECONDS, self.transport.abort
            )

    def _stop_headers_timer(self) -> None:
        if self._headers_deadline is not None:
            self._headers_deadline.cancel()
            self._headers_deadline = None

    def _start_reader_timer(self) -> None:
        self._unread_bytes = self.transport.get_write_buffer_size()
        self._reader_deadline = self.loop.call_later(self.client_timeout, self._check_reader)

    def _stop_reader_timer(self) -> None:
        if self._reader_deadline is not None:
            self._reader_deadline.cancel()
            self._reader_deadline = None

    def _check_reader(self) -> None:
        unread = self.transport.get_write_buffer_size()
        if unread < self._unread_bytes:  # slow, but still reading
            self._start_reader_timer()
            return
        fields = {"unread_bytes": unread, "timeout": self.client_timeout}
        log.info("client too slow, connection closed", extra={"fields": fields})
        self.transport.abort()
