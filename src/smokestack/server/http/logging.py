"""Log lines for people or for programs, without secrets and without control characters.

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

from smokestack.presentation.printable import printable, printable_lines

PLAIN: Final = "plain"
JSON: Final = "json"
PLAIN_FORMAT: Final = "%(asctime)s %(levelname)s %(name)s: %(message)s"
MAX_MESSAGE_LENGTH: Final = 1000
MAX_FIELD_LENGTH: Final = 200
MAX_TRACEBACK_LENGTH: Final = 20_000
REQUEST_ID: ContextVar[str] = ContextVar("request_id", default="")

# We never log a token, but the error message of a library might contain one.
_TOKENS = re.compile(r"(?<![\w-])([\w-]{22}\.|s_)?[\w-]{43}(?![\w-])")
# Every token has one, but few lines do, and this is found ten times as fast.
_LONG_WORD = re.compile(r"[A-Za-z0-9_-]{43,}+")
_PARAMETERS = re.compile(r"\[parameters: .*?\](?=\n|\\n|$)")


def configure_logging(form: str) -> None:
    """Log to standard error; if `form` is empty, plain on a terminal and JSON elsewhere."""
    chosen = form or (PLAIN if sys.stderr.isatty() else JSON)
    handler = logging.StreamHandler()
    handler.setFormatter(PlainFormatter() if chosen == PLAIN else JsonFormatter())
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
    logging.getLogger("alembic").setLevel(logging.WARNING)


class PlainFormatter(logging.Formatter):
    """For people: the message, then `name=value` for each field. Further lines are indented, so
    that nobody who chooses a value can write a line of their own."""

    def __init__(self) -> None:
        super().__init__(PLAIN_FORMAT)

    def format(self, record: logging.LogRecord) -> str:
        first, _, rest = super().format(record).partition("\n")
        fields = {**_fields(record), "request_id": REQUEST_ID.get()}
        shown = " ".join(f"{name}={_plain(value)}" for name, value in fields.items() if value != "")
        line = f"{printable(first, MAX_MESSAGE_LENGTH)} {shown}".rstrip()
        if rest:
            line += "".join(f"\n  {text}" for text in _traceback(rest).split("\n"))
        return redact(line)


class JsonFormatter(logging.Formatter):
    """For programs: one object per line."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": printable(record.getMessage(), MAX_MESSAGE_LENGTH),
            **_fields(record),
        }
        if REQUEST_ID.get():
            line["request_id"] = REQUEST_ID.get()
        if record.exc_info:
            line["error"] = _traceback(self.formatException(record.exc_info))
        return redact(msgspec.json.encode(line, enc_hook=str).decode())


def redact(text: str) -> str:
    """A text without what looks like a token, or like parameters of an SQL statement."""
    text = _PARAMETERS.sub("[parameters hidden]", text)
    return _TOKENS.sub("[secret]", text) if _LONG_WORD.search(text) else text


def _fields(record: logging.LogRecord) -> dict[str, Any]:
    """What was logged with `extra={"fields": …}`; numbers stay numbers."""
    fields: dict[str, Any] = getattr(record, "fields", {})
    return {
        name: value
        if value is None or isinstance(value, bool | int | float)
        else printable(str(value), MAX_FIELD_LENGTH)
        for name, value in fields.items()
    }


def _plain(value: Any) -> Any:
    """A value after `name=`; in quotes if it could be mistaken for several fields."""
    return repr(value) if isinstance(value, str) and re.search(r"[\s\"'=]", value) else value


def _traceback(text: str) -> str:
    """The end of a traceback says most, so the beginning is cut."""
    return printable_lines(text[-MAX_TRACEBACK_LENGTH:], MAX_TRACEBACK_LENGTH)
