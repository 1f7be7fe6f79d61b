"""Those who send requests, and their requests."""

from __future__ import annotations

import base64
from collections import deque
from typing import Any

import msgspec

from tests.server.fuzz.connection import Connection
from tests.server.fuzz.forms import Form
from tests.server.fuzz.operations import Operation
from tests.server.fuzz.values import Data


class Visitor(msgspec.Struct):
    """Someone who sends requests: with a bearer token, with cookies, or with neither."""

    name: str
    connection: Connection
    token: str = ""
    cookies: dict[str, str] = {}
    contexts: deque[dict[str, list[Any]]] = msgspec.field(default_factory=lambda: deque(maxlen=12))
    """What the server has sent of some tables: values by the name of their field."""
    forms: dict[str, deque[Form]] = {}
    """By operation: forms that the server has offered."""
    links: deque[tuple[str, str]] = msgspec.field(default_factory=lambda: deque(maxlen=200))
    """Operations and URLs that the server has linked to."""
    csrf: str = ""


class Sent(msgspec.Struct):
    """A request, as it is saved if something is wrong with its response."""

    visitor: str
    method: str
    target: str
    headers: list[str]
    body: bytes
    operation: Operation | None = None

    def encode(self) -> bytes:
        lines = [f"{self.method} {self.target} HTTP/1.1", *self.headers]
        lines.append(f"content-length: {len(self.body)}")
        return "\r\n".join([*lines, "", ""]).encode("utf-8", "replace") + self.body

    def to_data(self) -> Data:
        return {
            "visitor": self.visitor,
            "request": f"{self.method} {self.target}",
            "headers": self.headers,
            "body": self.body.decode("utf-8", "replace"),
            "bytes": base64.b64encode(self.encode()).decode(),
        }
