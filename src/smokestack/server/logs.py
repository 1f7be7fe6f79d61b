"""What the server writes down: one line for each thing, and no secret in any."""

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
REQUEST: ContextVar[str] = ContextVar("request", default="")
"""The id of the request that is being answered."""

# Nothing that we log holds a token, but what others' libraries put into an error might.
_SECRETS = re.compile(r"(?<![\w-])([\w-]{22}\.)?[\w-]{43}(?![\w-])")
_PARAMETERS = re.compile(r"\[parameters: .*?\](?=\n|\\n|$)")


def conceal(text: str) -> str:
    """A text without what looks like a token, or like what was sent to the database."""
    return _SECRETS.sub("[secret]", _PARAMETERS.sub("[parameters hidden]", text))


class PlainLines(logging.Formatter):
    """For people: the message, then what belongs to it."""

    def __init__(self) -> None:
        super().__init__(PLAIN_FORMAT)

    def format(self, record: logging.LogRecord) -> str:
        text = super().format(record)
        facts = {**_facts(record), "request": REQUEST.get()}
        told = " ".join(f"{name}={value}" for name, value in facts.items() if value != "")
        first, line_break, rest = text.partition("\n")
        return conceal(f"{first} {told}".rstrip() + line_break + rest)


class JsonLines(logging.Formatter):
    """For programs: one object a line."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **_facts(record),
        }
        if REQUEST.get():
            line["request"] = REQUEST.get()
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return conceal(msgspec.json.encode(line, enc_hook=str).decode())


def _facts(record: logging.LogRecord) -> dict[str, Any]:
    """What was logged with `extra={"facts": …}`."""
    facts: dict[str, Any] = getattr(record, "facts", {})
    return facts


def set_up_logs(form: str) -> None:
    """Everything to standard error; without a form, plain on a terminal and JSON elsewhere."""
    chosen = form or (PLAIN if sys.stderr.isatty() else JSON)
    handler = logging.StreamHandler()
    handler.setFormatter(PlainLines() if chosen == PLAIN else JsonLines())
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
    logging.getLogger("alembic").setLevel(logging.WARNING)
