"""Tables from their creation to the record."""

from __future__ import annotations

import json

import httpx
import pytest

import smokestack
from smokestack.engine.match import replay
from smokestack.engine.record import parse_record
from tests.server.api.servers import Data, Guest, data, problem, two_guests


def test_a_new_table_shows_its_first_decision(ann: Guest) -> None:
    table = ann.new_table("me", "clerk", first=0)
    assert (table["status"], table["actor"], table["my_turn"]) == ("running", 0, True)
    assert [choice["answer"] for choice in table["choices"]] == table["view"]["answers"]
    assert table["decision"] == "move"
    assert [seat["kind"] for seat in table["seats"]] == ["person", "bot"]


@pytest.mark.parametrize(
    "change",
    [
        {"game": "chess"},
        {"edition": "none"},
        {"seats": ["me"]},
        {"seats": ["me", "me"]},
        {"seats": ["me", "program:ls"]},
        {"options": {"none": True}},
        {"options": {"turn_limit": 0}},
        {"first": 3},
        {"name": "\u200b"},
    ],
)
def test_tables_that_can_not_be_played_are_declined(ann: Guest, change: Data) -> None:
    plan = {"game": "glasgow", "seats": ["me", "clerk"], "name": "Ann", **change}
    assert problem(ann.post("/tables", json=plan)) == "invalid-action"
    assert ann.get("/tables").json() == []


def test_an_open_table_is_listed_and_joined(ann: Guest, bob: Guest) -> None:
    table = ann.new_table("me", "link", open=True)
    assert table["id"] in [found["id"] for found in bob.get("/open-tables").json()]
    joined = data(bob.post(f"/tables/{table['id']}/join", json={"name": "Bob"}))
    assert joined["my_seats"] == [1]
    assert joined["status"] == "waiting"
    assert bob.contribute(joined)["status"] == "running"
    assert table["id"] not in [found["id"] for found in bob.get("/open-tables").json()]
    assert [found["id"] for found in bob.get("/tables").json()] == [table["id"]]


def test_a_whole_game_with_record_score_log_and_rematch(ann: Guest, bob: Guest) -> None:
    table = two_guests(ann, bob, options={"turn_limit": 60})
    assert problem(ann.get(f"/tables/{table['id']}/record")) == "invalid-action"
    assert problem(ann.get(f"/tables/{table['id']}/score")) == "invalid-action"
    table = _play_to_end(table, ann, bob)
    assert table["status"] == "over"
    assert table["result"]["reason"]
    reply = ann.get(f"/tables/{table['id']}/record")
    record = parse_record(reply.text)
    match = replay(smokestack.find_game("glasgow"), record)
    assert match.over
    assert len(match.history) == table["answers_given"]
    score = data(ann.get(f"/tables/{table['id']}/score"))
    assert score["result"] == table["result"] == json.loads(reply.text)["result"]
    entries = data(ann.get(f"/tables/{table['id']}/log"))["entries"]
    assert [entry["number"] for entry in entries] == list(range(1, len(match.history) + 1))
    later = data(ann.get(f"/tables/{table['id']}/log", params={"first": 5}))["entries"]
    assert later == entries[4:]
    stranger = httpx.get(f"{ann.base_url}tables/{table['id']}", params={"seat": 1})
    assert stranger.json()["seat"] == 1

    again = data(ann.post(f"/tables/{table['id']}/rematch"))
    assert data(bob.post(f"/tables/{table['id']}/rematch"))["id"] == again["id"]
    assert ann.table(table["id"])["rematch"] == again["id"]
    body = {"after": 10, "seat": 1, "bot": "apprentice", "name": "Ann"}
    on = data(ann.post(f"/tables/{table['id']}/play-on", json=body))
    assert on["my_seats"] == [1]
    assert on["answers_given"] >= 10


def test_a_running_game_shows_only_the_view_of_your_own_seat(ann: Guest, bob: Guest) -> None:
    table = two_guests(ann, bob, game="brass", edition="2018")
    assert ann.table(table["id"])["seat"] == 0
    assert bob.table(table["id"])["seat"] == 1
    assert problem(ann.get(f"/tables/{table['id']}", params={"seat": 1})) == "forbidden"
    assert problem(ann.get(f"/tables/{table['id']}", params={"seat": 7})) == "seat-not-found"
    stranger = httpx.get(f"{ann.base_url}tables/{table['id']}").json()
    assert stranger["seat"] is None
    assert stranger["choices"] == stranger["view"]["answers"] == []


def test_a_guest_with_two_seats_sees_the_view_of_the_one_that_must_answer(ann: Guest) -> None:
    table = ann.new_table("me", "here:Ben", game="brass", edition="2018")
    assert table["my_seats"] == [0, 1]
    actor = table["actor"]
    assert table["seat"] == actor
    assert ann.table(table["id"], seat=1 - actor)["choices"] == []
    assert problem(ann.answer(table, seat=1 - actor)) == "not-your-turn"
    assert ann.answer(table, seat=actor).status_code == 200


def _play_to_end(table: Data, *guests: Guest) -> Data:
    while table["status"] == "running":
        actor = guests[table["actor"]]
        seen = actor.table(table["id"])
        table = data(actor.answer(seen, seen["choices"][-1]["answer"]))
    return table
