"""JSON bodies that are not what a route expects are the client's mistake."""

from __future__ import annotations

import re
from typing import Any

import msgspec
from litestar import Request
from litestar.exceptions import ClientException, ValidationException


class JsonRequest(Request[Any, Any, Any]):
    async def json(self) -> Any:
        try:
            body = _with_integers(await super().json())
            self._check_types(body)
        except UnicodeDecodeError:
            raise ClientException("The body is not UTF-8.") from None
        except RecursionError:  # Python's limit and that of its C code differ by version
            raise ClientException("The body is nested too deeply.") from None
        return body

    def _check_types(self, body: Any) -> None:
        """Refuse what Litestar would convert, such as 0 to false or "7" to 7."""
        data = self.route_handler.parsed_data_field
        if data is None or body is None:
            return
        try:
            msgspec.convert(body, data.annotation, strict=True)
        except msgspec.ValidationError as error:
            message, _, path = str(error).partition(" - at ")
            key = re.sub(r"^\$\.?", "", path.strip("`"))
            raise ValidationException(extra=[{"key": key, "message": message}]) from None


def _with_integers(value: Any) -> Any:
    """7.0 is an integer in JSON Schema, and so for those who read our OpenAPI document."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, list):
        return [_with_integers(inside) for inside in value]
    if isinstance(value, dict):
        return {name: _with_integers(inside) for name, inside in value.items()}
    return value
