"""A PostgreSQL for all tests that want one, started once."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from server.postgres import Postgres, postgres


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Postgres]:
    with postgres() as server:
        yield server


@pytest.fixture
def new_database(postgres_server: Postgres) -> Iterator[str]:
    """An empty database on PostgreSQL."""
    url = postgres_server.new_database()
    yield url
    postgres_server.drop_database(url)
