"""Databases for tests: a SQLite file, and one on PostgreSQL."""

from __future__ import annotations

import pytest


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest) -> str:
    """What to give as `database`: nothing, for SQLite in a folder, or a URL of PostgreSQL."""
    if request.param == "sqlite":
        return ""
    url: str = request.getfixturevalue("new_database")
    return url
