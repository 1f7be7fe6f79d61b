"""One server for all tests of the API that do not need one of their own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from api.servers import Guest, Running, running


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("api")) as found:
        yield found


@pytest.fixture
def ann(server: Running) -> Iterator[Guest]:
    with server.guest() as guest:
        yield guest


@pytest.fixture
def bob(server: Running) -> Iterator[Guest]:
    with server.guest() as guest:
        yield guest
