"""Chat through the API: muting and reports."""

from __future__ import annotations

from smokestack.server.service.table_service import TableService
from smokestack.server.storage import reports
from tests.server.api.servers import Guest, Running, data, problem, two_guests


def test_a_player_mutes_another_one(ann: Guest, bob: Guest) -> None:
    path = f"/tables/{two_guests(ann, bob)['id']}"
    (message,) = data(bob.post(f"{path}/chat", json={"text": "rude"}))["messages"]
    muted = data(ann.post(f"{path}/mutes", json={"message": message["number"]}))
    assert muted["messages"] == []
    (mute,) = muted["muted"]
    assert mute["name"] == "Bob"
    assert ann.get(f"{path}/chat").json()["messages"] == []
    seen = bob.get(f"{path}/chat").json()
    assert (len(seen["messages"]), seen["muted"]) == (1, [])
    bob.post(f"{path}/mutes/{mute['number']}/remove")
    assert ann.get(f"{path}/chat").json()["messages"] == []
    shown = data(ann.post(f"{path}/mutes/{mute['number']}/remove"))
    assert (len(shown["messages"]), shown["muted"]) == (1, [])


def test_spectators_can_report_but_not_mute(server: Running, ann: Guest, bob: Guest) -> None:
    path = f"/tables/{two_guests(ann, bob)['id']}"
    (message,) = data(bob.post(f"{path}/chat", json={"text": "rude"}))["messages"]
    eve = server.guest()
    assert problem(eve.post(f"{path}/mutes", json={"message": message["number"]})) == "forbidden"
    for body in ({"message": message["number"]}, {"seat": 1, "text": "rude"}, {}):
        assert eve.post(f"{path}/reports", json=body).status_code == 201
    assert problem(eve.post(f"{path}/reports", json={"message": 99})) == "invalid-action"
    assert problem(eve.post(f"{path}/reports", json={"seat": 3})) == "seat-not-found"
    eve.close()
    service: TableService = server.app.state.service
    with service._database.sync.reading() as connection:
        stored = reports.find(connection, 1000)[-3:]
    assert [(each.name, each.message, each.text) for each in stored] == [
        ("Bob", "rude", ""),
        ("Bob", "", "rude"),
        ("", "", ""),
    ]
