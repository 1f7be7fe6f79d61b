"""Databases of both kinds, and one server for all tests that can share it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.api.servers import Guest, Running, running


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest) -> str:
    """The setting `database`: empty for SQLite in the data folder, or a PostgreSQL URL."""
    if request.param == "sqlite":
        return ""
    url: str = request.getfixturevalue("migrated_database")
    return url


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("api")) as running_server:
        yield running_server


@pytest.fixture
def ann(server: Running) -> Iterator[Guest]:
    with server.guest() as guest:
        yield guest


@pytest.fixture
def bob(server: Running) -> Iterator[Guest]:
    with server.guest() as guest:
        yield guest
