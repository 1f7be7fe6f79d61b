"""Log lines contain no secrets and no control characters."""

from __future__ import annotations

import json
import logging

import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.exc import SQLAlchemyError

from smokestack.server.http.logging import JsonFormatter, PlainFormatter, redact


def test_tokens_are_redacted() -> None:
    token = "a" * 43
    assert redact(f"x={token}; guest={'b' * 22}.{token}") == "x=[secret]; guest=[secret]"
    assert redact(f"session=s_{token}; x") == "session=[secret]; x"
    assert redact("c" * 64) == "c" * 64


def test_parameters_of_statements_are_redacted() -> None:
    database = create_engine("sqlite://")
    secret = "9]" * 5
    with database.connect() as connection, pytest.raises(SQLAlchemyError) as caught:
        connection.execute(text("SELECT * FROM nowhere WHERE guest = :guest"), {"guest": secret})
    record = logging.LogRecord("x", logging.ERROR, "", 0, "it failed", None, None)
    record.exc_info = (caught.type, caught.value, caught.tb)
    for formatter in (JsonFormatter(), PlainFormatter()):
        line = formatter.format(record)
        assert "no such table: nowhere" in line
        assert secret not in line


def test_values_can_neither_forge_a_line_nor_control_a_terminal() -> None:
    attack = "x\n2026-01-01 00:00:00 INFO smokestack: forged\r\x1b[2J\x9b\u202e"
    try:
        raise ValueError(attack)
    except ValueError as error:
        failure = (type(error), error, error.__traceback__)
    record = logging.LogRecord("x", logging.ERROR, "", 0, "refused %s", (attack,), failure)
    record.fields = {"address": f"1.2.3.4 status=200 {attack}", "status": 421}
    for formatter in (JsonFormatter(), PlainFormatter()):
        line = formatter.format(record)
        assert not set("\r\x1b\x9b\u202e") & set(line)
        assert not any(part.startswith("2026-01-01") for part in line.split("\n"))
    assert " address='1.2.3.4 status=200 " in PlainFormatter().format(record)
    assert json.loads(JsonFormatter().format(record))["status"] == 421
    assert "\n" not in JsonFormatter().format(record)


def test_values_are_cut() -> None:
    record = logging.LogRecord("x", logging.INFO, "", 0, "m" * 100_000, None, None)
    record.fields = {"address": "a" * 100_000, "list": ["b" * 100_000]}
    for formatter in (JsonFormatter(), PlainFormatter()):
        assert len(formatter.format(record)) < 2000
