"""A server that can't take another event stream: pages ask for changes instead."""

from __future__ import annotations

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
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("polling"), options=("--max-event-streams", "0"))
    yield running
    running.stop()
    assert "Traceback" not in running.log()


def test_pages_poll_if_they_get_no_event_stream(server: Server, visit: Visit) -> None:
    ann = visit()
    set_up(ann, server.url, "me", "link", name="Ann")
    bob = visit()
    take_seat(bob, ann.get_by_label("Send this link to a friend").input_value(), "Bob")
    my_turn(ann)  # the game begins when Bob sits down, with another page
    with stays_loaded(ann), stays_loaded(bob):
        for _ in range(3):
            acting, other = (ann, bob) if ann.locator("#main[data-my-turn]").count() else (bob, ann)
            my_turn(acting)
            see_version(other, submit(acting, notations(acting)[0]))
    assert '"message":"GET /tables/{table_id}/events","table_id"' in server.log()
    assert '"message":"GET /tables/{table_id}/revision"' in server.log()


def test_a_waiting_table_says_when_it_is_deleted(server: Server, visit: Visit) -> None:
    ann = visit()
    set_up(ann, server.url, "me", "link", name="Ann")
    assert "This table is deleted in 3 days" in ann.locator("#main").inner_text()
