"""Event streams."""

from __future__ import annotations

from tests.server.api.servers import Guest, Running, data, problem


def test_each_change_sends_its_revision(server: Running, ann: Guest) -> None:
    table = ann.new_table("me", "here:Ben")
    with (
        server.guest() as watcher,
        watcher.stream("GET", f"/tables/{table['id']}/events") as stream,
    ):
        assert stream.headers["content-type"].startswith("text/event-stream")
        numbers = (
            int(line.removeprefix("data: "))
            for line in stream.iter_lines()
            if line.startswith("data: ")
        )
        assert next(numbers) == table["revision"]
        after = data(ann.answer(table))
        assert next(numbers) == after["revision"]
    assert problem(ann.get("/tables/none/events")) == "table-not-found"
