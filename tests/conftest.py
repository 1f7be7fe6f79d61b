"""Markers by what a test needs, and one PostgreSQL server for all tests of a worker."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.storage.postgres import FAST, Postgres, postgres
from tests.temporary_files import folder_with_a_short_path, keep_in_memory

keep_in_memory()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark tests by their fixtures and parameters, so that `make test-quick` can leave them out."""
    for item in items:
        needs = set(getattr(item, "fixturenames", ()))
        if "browser" in needs:
            item.add_marker(pytest.mark.browser)
        parameters = item.callspec.params.values() if hasattr(item, "callspec") else ()
        if "postgres_server" in needs or "postgresql" in parameters:
            item.add_marker(pytest.mark.postgresql)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Postgres]:
    with postgres(FAST, folder_with_a_short_path()) as server:
        yield server


@pytest.fixture
def new_database(postgres_server: Postgres) -> Iterator[str]:
    """An empty database on PostgreSQL."""
    url = postgres_server.new_database()
    yield url
    postgres_server.drop_database(url)


@pytest.fixture
def migrated_database(postgres_server: Postgres) -> Iterator[str]:
    """A database on PostgreSQL with the current schema."""
    url = postgres_server.migrated_database()
    yield url
    postgres_server.drop_database(url)
