"""Connections of uvicorn, with limits on their number and on slow clients.

A connection beyond a limit is accepted, because monitoring must be answered by a full server, too.
The gateway refuses its other requests.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Final, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from smokestack.server.http.addresses import REFUSAL, TrustedProxies, address_of
from smokestack.server.http.shared_counts import Count, SharedCounts
from smokestack.server.settings import Settings

log = logging.getLogger(__name__)

HEADERS_TIMEOUT_SECONDS: Final = 20.0
REFUSED_TIMEOUT_SECONDS: Final = 2.0  # for the headers, on a connection beyond a limit
MAX_HEADER_BYTES: Final = 64 * 1024  # httptools itself has no limit
MAX_OTHER_CONNECTIONS: Final = 1000  # of a process, besides event streams
MAX_REFUSED_CONNECTIONS: Final = 100  # of a process; more are closed at once


def protocol_for(settings: Settings, counts: SharedCounts) -> type[Connection]:
    """A protocol class for uvicorn, which creates its connections without arguments of ours."""

    class ConfiguredConnection(Connection):
        client_timeout = settings.client_timeout
        max_connections = settings.max_event_streams + MAX_OTHER_CONNECTIONS
        max_per_address = settings.max_connections_per_address
        shared_counts = counts
        proxies = TrustedProxies(settings.trusted_proxies)

    return ConfiguredConnection


class Connection(HttpToolsProtocol):
    """A connection that is closed if the client is too slow.

    There are timeouts for the headers of a request, for the rest of a body whose response is
    already sent, and for a client that does not read its response.
    """

    client_timeout: float
    """Seconds to wait for a client that does not read."""
    max_connections: int
    """Of this process. Those that were open before the limit was reached are not affected."""
    max_per_address: int
    """Of all processes."""
    shared_counts: SharedCounts
    proxies: TrustedProxies

    _address = ""
    _refusal = 0
    _headers_deadline: asyncio.TimerHandle | None = None
    _reader_deadline: asyncio.TimerHandle | None = None
    _unread_bytes = 0
    _in_headers = False
    _header_bytes = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(cast(asyncio.Transport, transport))
        self._count()
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
        if self._refusal:
            self.scope["state"][REFUSAL] = self._refusal
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
        if self._address:
            self.shared_counts.add(Count.CONNECTIONS, self._address, -1)
        super().connection_lost(exc)

    def _count(self) -> None:
        """Count the connection for its address, and note which limit it exceeds, if any."""
        host = self.client[0] if self.client else ""
        address = address_of(host)
        if not address.is_local and not self.proxies.is_trusted(host):
            self._address = address.address
            self.shared_counts.add(Count.CONNECTIONS, self._address, 1)
        excess = len(self.connections) - self.max_connections
        if excess > 0:
            self._refusal = 503
        elif (
            self._address
            and self.shared_counts.total(Count.CONNECTIONS, self._address) > self.max_per_address
        ):
            self._refusal = 429
        if excess > MAX_REFUSED_CONNECTIONS and self._address:
            self.transport.abort()

    def _start_headers_timer(self) -> None:
        if self._headers_deadline is None:
            timeout = REFUSED_TIMEOUT_SECONDS if self._refusal else HEADERS_TIMEOUT_SECONDS
            self._headers_deadline = self.loop.call_later(timeout, self.transport.abort)

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
