"""Connections to the server, as uvicorn keeps them, with an end to its patience."""

from __future__ import annotations

import asyncio
from typing import Final, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEADERS_PATIENCE: Final = 20.0  # seconds for the head of a request
MOST_HEAD: Final = 64 * 1024  # bytes


class Connection(HttpToolsProtocol):
    """A connection that is closed if the head of a request does not come in time, or no end."""

    _deadline: asyncio.TimerHandle | None = None
    _head = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(cast(asyncio.Transport, transport))
        self._watch()

    def data_received(self, data: bytes) -> None:
        self._head += len(data)
        super().data_received(data)
        if self.cycle is None or self.cycle.response_complete:
            self._watch()
        if self._deadline is not None and self._head > MOST_HEAD:
            self.send_400_response("The head of this request is too long.")

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._watch()

    def on_headers_complete(self) -> None:
        self._stop_watching()
        super().on_headers_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_watching()
        super().connection_lost(exc)

    def _watch(self) -> None:
        """Time runs from the beginning of a connection, or of a later head, to the head's end."""
        if self._deadline is None:
            self._deadline = self.loop.call_later(HEADERS_PATIENCE, self.transport.abort)

    def _stop_watching(self) -> None:
        self._head = 0
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
