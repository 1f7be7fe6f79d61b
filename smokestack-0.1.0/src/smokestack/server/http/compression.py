"""Compression of responses: Litestar's middleware, without a leak of compressors."""

from __future__ import annotations

from typing import Any

from litestar.middleware.compression import CompressionMiddleware
from litestar.types import Message, Scope, Send


class LazyCompression(CompressionMiddleware):
    """Creates the compressor with the first message of a response.

    Litestar creates it with the request and does not close it if a later middleware refuses the
    request, for example for a missing CSRF token. Python 3.13 then logs a traceback when it deletes
    the compressor.
    """

    def create_compression_send_wrapper(
        self, send: Send, compression_encoding: Any, scope: Scope
    ) -> Send:
        create = super().create_compression_send_wrapper
        send_compressed: Send | None = None

        async def send_lazily(message: Message) -> None:
            nonlocal send_compressed
            if send_compressed is None:
                send_compressed = create(send, compression_encoding, scope)
            await send_compressed(message)

        return send_lazily
