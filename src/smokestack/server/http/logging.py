"""Log lines for people or for programs, without secrets.

Log with a constant message that can be searched for, and put values into fields:
`log.warning("client too slow, connection closed", extra={"fields": {"bytes": 12}})`.
"""

from __future__ import annotations

import logging
import re
import sys
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any, Final

import msgspec

PLAIN: Final = "plain"
JSON: Final = "json"
PLAIN_FORMAT: Final = "%(asctime)s %(levelname)s %(name)s: %(message)s"
REQUEST_ID: ContextVar[str] = ContextVar("request_id", default="")

# We never log a token, but the error message of a library might contain one.
_TOKENS = re.compile(r"(?<![\w-])([\w-]{22}\.)?[\w-]{43}(?![\w-])")
_PARAMETERS = re.compile(r"\[parameters: .*?\](?=\n|\\n|$)")


def configure_logging(form: str) -> None:
    """Log to standard error; if `form` is empty, plain on a terminal and JSON elsewhere."""
    chosen = form or (PLAIN if sys.stderr.isatty() else JSON)
    handler = logging.StreamHandler()
    handler.setFormatter(PlainFormatter() if chosen == PLAIN else JsonFormatter())
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
    logging.getLogger("alembic").setLevel(logging.WARNING)


class PlainFormatter(logging.Formatter):
    """For people: the message, then `name=value` for each field."""

    def __init__(self) -> None:
        super().__init__(PLAIN_FORMAT)

    def format(self, record: logging.LogRecord) -> str:
        text = super().format(record)
        fields = {**_fields(record), "request_id": REQUEST_ID.get()}
        shown = " ".join(f"{name}={value}" for name, value in fields.items() if value != "")
        first, line_break, rest = text.partition("\n")
        return redact(f"{first} {shown}".rstrip() + line_break + rest)


class JsonFormatter(logging.Formatter):
    """For programs: one object per line."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **_fields(record),
        }
        if REQUEST_ID.get():
            line["request_id"] = REQUEST_ID.get()
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return redact(msgspec.json.encode(line, enc_hook=str).decode())


def redact(text: str) -> str:
    """A text without what looks like a token, or like parameters of an SQL statement."""
    return _TOKENS.sub("[secret]", _PARAMETERS.sub("[parameters hidden]", text))


def _fields(record: logging.LogRecord) -> dict[str, Any]:
    """What was logged with `extra={"fields": …}`."""
    fields: dict[str, Any] = getattr(record, "fields", {})
    return fields
