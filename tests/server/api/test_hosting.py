"""The host of a table through the API: removing players, closing it, locking its chat."""

from __future__ import annotations

from tests.server.api.servers import Guest, Running, data, problem


def test_only_the_host_can_remove_players_and_close_the_table(
    server: Running, ann: Guest, bob: Guest
) -> None:
    table = ann.new_table("me", "link", "link", game="brass", edition="2018", open=True)
    path = f"/tables/{table['id']}"
    assert (table["is_host"], bob.table(table["id"])["is_host"]) == (True, False)
    bob.post(f"{path}/join", json={"name": "Bob"})
    for action in ("/seats/1/remove", "/close"):
        assert problem(bob.post(path + action)) == "not-host"
    removed = data(ann.post(f"{path}/seats/1/remove"))
    assert (removed["seats"][1]["kind"], removed["status"]) == ("free", "waiting")
    assert problem(bob.post(f"{path}/join", json={"name": "Bob"})) == "invalid-action"
    assert problem(ann.post(f"{path}/seats/3/remove")) == "seat-not-found"
    assert problem(ann.post(f"{path}/seats/0/remove")) == "invalid-action"
    assert data(ann.post(f"{path}/close"))["status"] == "closed"
    assert problem(ann.post(f"{path}/close")) == "invalid-action"
    assert table["id"] not in [each["id"] for each in bob.get("/open-tables").json()]


def test_the_host_locks_the_chat(ann: Guest, bob: Guest) -> None:
    table = ann.new_table("me", "link")
    path = f"/tables/{table['id']}"
    assert problem(bob.post(f"{path}/chat-lock", json={"locked": True})) == "not-host"
    assert data(ann.post(f"{path}/chat-lock", json={"locked": True}))["chat_locked"]
    assert problem(bob.post(f"{path}/chat", json={"text": "hello"})) == "invalid-action"
    assert bob.get(f"{path}/chat").json()["locked"]
    ann.post(f"{path}/chat-lock", json={"locked": False})
    assert bob.post(f"{path}/chat", json={"text": "hello"}).status_code == 200
