"""Two servers on one database, with players of one table on both."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.conftest import Server
from tests.web.player import (
    Visit,
    my_turn,
    notations,
    see_version,
    set_up,
    sit_down,
    stays_loaded,
    submit,
    version,
)


@pytest.fixture(params=["sqlite", "postgresql"])
def servers(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[tuple[Server, Server]]:
    database = "" if request.param == "sqlite" else request.getfixturevalue("new_database")
    first = Server(tmp_path, database=database)
    second = Server(tmp_path, database=database)
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
    ann = visit(first.url)
    set_up(ann, first.url, "me", "link", name="Ann")
    link = ann.get_by_label("Send this link to a friend").input_value()
    bob = visit(link.replace(first.url, second.url))
    sit_down(bob, "Bob")
    spectator = visit(ann.url.replace(first.url, second.url))
    with stays_loaded(ann), stays_loaded(bob), stays_loaded(spectator):
        for _ in range(4):
            acting, other = (ann, bob) if ann.locator("#main[data-my-turn]").count() else (bob, ann)
            acting.wait_for_selector("#main[data-my-turn]")
            played = submit(acting, notations(acting)[0])
            see_version(other, played)
            see_version(spectator, played)


@pytest.mark.parametrize("servers", ["postgresql"], indirect=True)
def test_when_one_server_is_killed_the_other_takes_over_its_bots(
    servers: tuple[Server, Server], visit: Visit
) -> None:
    first, second = servers
    ann = visit(first.url)
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
