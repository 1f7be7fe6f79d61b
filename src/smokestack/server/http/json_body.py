"""JSON bodies that can't be decoded are the client's mistake, whatever the decoder raises."""

from __future__ import annotations

from typing import Any

from litestar import Request
from litestar.exceptions import ClientException


class JsonRequest(Request[Any, Any, Any]):
    async def json(self) -> Any:
        try:
            return await super().json()
        except UnicodeDecodeError:
            raise ClientException("The body is not UTF-8.") from None
        except RecursionError:
            raise ClientException("The body is nested too deeply.") from None
