"""Two servers on one database, with players of one table on both."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest

from tests.web.conftest import Server
from tests.web.player import (
    Visit,
    my_turn,
    notations,
    see_version,
    set_up,
    stays_loaded,
    submit,
    take_seat,
    version,
)


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def servers(
    tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> Iterator[tuple[Server, Server]]:
    database = ""
    if request.param == "postgresql":
        database = request.getfixturevalue("postgres_server").new_database()
    folder = tmp_path_factory.mktemp("servers")
    first = Server(folder, database=database)
    second = Server(folder, database=database)
    yield first, second
    for server in (first, second):
        assert server.process is not None
        if server.process.poll() is None:
            server.stop()
    assert "Traceback" not in first.log()


def test_an_answer_on_one_server_appears_on_the_other(
    servers: tuple[Server, Server], visit: Visit
) -> None:
    first, second = servers
    ann = visit()
    set_up(ann, first.url, "me", "link", name="Ann")
    link = ann.get_by_label("Send this link to a friend").input_value()
    bob = visit()
    take_seat(bob, link.replace(first.url, second.url), "Bob")
    spectator = visit(ann.url.replace(first.url, second.url))
    with stays_loaded(ann), stays_loaded(bob), stays_loaded(spectator):
        for _ in range(2):
            acting, other = (ann, bob) if ann.locator("#main[data-my-turn]").count() else (bob, ann)
            acting.wait_for_selector("#main[data-my-turn]")
            played = submit(acting, notations(acting)[0])
            see_version(other, played)
            see_version(spectator, played)


@pytest.mark.parametrize("servers", ["postgresql"], indirect=True)
def test_when_one_server_is_killed_the_other_takes_over_its_bots(
    servers: tuple[Server, Server], visit: Visit
) -> None:
    """The last test of these servers, since it kills one."""
    first, second = servers
    ann = visit()
    path = set_up(ann, first.url, "me", "apprentice", name="Ann").removeprefix(first.url)
    my_turn(ann)
    played = submit(ann, notations(ann)[-1])
    first.stop(signal.SIGKILL)
    ann.goto(second.url + path)  # both servers have the same key, so the cookie is valid
    my_turn(ann)
    assert version(ann) >= played
    while version(ann) < played + 6:
        submit(ann, notations(ann)[-1])
        my_turn(ann)
