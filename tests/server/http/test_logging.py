"""Log lines contain no secrets."""

from __future__ import annotations

import logging

import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.exc import SQLAlchemyError

from smokestack.server.http.logging import JsonFormatter, PlainFormatter, redact


def test_tokens_are_redacted() -> None:
    token = "a" * 43
    assert redact(f"x={token}; guest={'b' * 22}.{token}") == "x=[secret]; guest=[secret]"
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
