"""Compression of whole responses with gzip.

Litestar's middleware decides which requests accept it. Its own compressor, zlib, takes ten times as
long for the same size, which was a fifth of the time of a page.
"""

from __future__ import annotations

from typing import Any, Final

from isal import isal_zlib
from litestar.datastructures import MutableScopeHeaders
from litestar.middleware.compression import CompressionMiddleware
from litestar.types import HTTPResponseStartEvent, Message, Scope, Send

LEVEL: Final = 2
GZIP_WINDOW_BITS: Final = 31  # the largest window, with the header of gzip


class FastCompression(CompressionMiddleware):
    """Compresses responses that are sent in one piece; streams remain as they are."""

    def create_compression_send_wrapper(
        self, send: Send, compression_encoding: Any, scope: Scope
    ) -> Send:
        start: HTTPResponseStartEvent | None = None

        async def send_compressed(message: Message) -> None:
            nonlocal start
            if message["type"] == "http.response.start":
                start = message
                return
            if start is not None:
                if message["type"] == "http.response.body" and not message.get("more_body"):
                    body = message["body"]
                    if len(body) >= self.config.minimum_size:
                        message["body"] = compressed(body)
                        headers = MutableScopeHeaders(start)
                        headers["content-encoding"] = "gzip"
                        headers["content-length"] = str(len(message["body"]))
                        headers.extend_header_value("vary", "accept-encoding")
                await send(start)
                start = None
            await send(message)

        return send_compressed


def compressed(body: bytes) -> bytes:
    return isal_zlib.compress(body, LEVEL, GZIP_WINDOW_BITS)
