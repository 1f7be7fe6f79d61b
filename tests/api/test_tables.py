"""Tables from the first seat to the record, as programs see them."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest

import smokestack
from api.servers import Data, Guest, Running, data, key, problem
from smokestack.engine.match import replay
from smokestack.engine.record import parse_record


def _two(ann: Guest, bob: Guest, **chosen: Any) -> Data:
    table = ann.new_table("me", "link", **chosen)
    body = {"seat_token": table["seats"][1]["seat_token"], "name": "Bob"}
    assert bob.post("/seats", json=body).status_code == 200
    return ann.table(table["id"])


def _play_to_the_end(table: Data, *guests: Guest) -> Data:
    while table["status"] == "running":
        actor = guests[table["turn"]]
        seen = actor.table(table["id"])
        table = data(actor.answer(seen, seen["choices"][-1]["answer"]))
    return table


def test_a_new_table_shows_its_first_question(ann: Guest) -> None:
    table = ann.new_table("me", "clerk", first=0)
    assert (table["status"], table["turn"], table["my_turn"]) == ("running", 0, True)
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
def test_what_nobody_could_play_is_declined(ann: Guest, change: Data) -> None:
    plan = {"game": "glasgow", "seats": ["me", "clerk"], "name": "Ann", **change}
    assert problem(ann.post("/tables", json=plan)) == "not-possible"
    assert ann.get("/tables").json() == []


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[]", b'{"game": 1}', b'{"game":"glasgow","seats":["me","clerk"]}'],
)
def test_a_body_that_makes_no_sense_is_declined_by_field(ann: Guest, body: bytes) -> None:
    reply = ann.post("/tables", content=body)
    assert problem(reply) == "bad-request"
    assert reply.json()["errors"]


def test_fields_that_nobody_knows_are_declined(ann: Guest) -> None:
    plan = {"game": "glasgow", "seats": ["me", "clerk"], "name": "Ann", "seed": 7}
    assert problem(ann.post("/tables", json=plan)) == "bad-request"


def test_an_open_table_is_listed_and_joined(ann: Guest, bob: Guest) -> None:
    table = ann.new_table("me", "link", open=True)
    assert table["id"] in [found["id"] for found in bob.get("/open-tables").json()]
    joined = data(bob.post(f"/tables/{table['id']}/join", json={"name": "Bob"}))
    assert joined["mine"] == [1]
    assert joined["status"] == "running"
    assert table["id"] not in [found["id"] for found in bob.get("/open-tables").json()]
    assert [found["id"] for found in bob.get("/tables").json()] == [table["id"]]


def test_an_invitation_is_looked_at_before_it_is_taken(ann: Guest, bob: Guest) -> None:
    table = ann.new_table("me", "link")
    token = table["seats"][1]["seat_token"]
    found = data(bob.post("/invitations", json={"seat_token": token}))
    assert found["free"]
    assert (found["table"]["id"], found["seat"]) == (table["id"], 1)
    assert ann.table(table["id"])["status"] == "waiting"
    taken = data(bob.post("/seats", json={"seat_token": token, "name": "Bob"}))
    assert (taken["mine"], taken["seats"][1]["name"]) == ([1], "Bob")
    assert problem(bob.post("/invitations", json={"seat_token": "x"})) == "no-such-seat"


def test_only_the_host_and_its_guest_know_a_seats_token(ann: Guest, bob: Guest) -> None:
    table = ann.new_table("me", "link", open=True)
    assert all(seat["seat_token"] for seat in table["seats"])
    assert not any(seat["seat_token"] for seat in bob.table(table["id"])["seats"])
    bob.post(f"/tables/{table['id']}/join", json={"name": "Bob"})
    assert [bool(seat["seat_token"]) for seat in bob.table(table["id"])["seats"]] == [False, True]
    assert [bool(seat["seat_token"]) for seat in ann.table(table["id"])["seats"]] == [True, False]


def test_a_whole_game_and_what_is_left_of_it(ann: Guest, bob: Guest) -> None:
    table = _two(ann, bob, options={"turn_limit": 60})
    assert problem(ann.get(f"/tables/{table['id']}/record")) == "not-possible"
    assert problem(ann.get(f"/tables/{table['id']}/score")) == "not-possible"
    table = _play_to_the_end(table, ann, bob)
    assert table["status"] == "over"
    assert table["result"]["reason"]
    reply = ann.get(f"/tables/{table['id']}/record")
    record = parse_record(reply.text)
    match = replay(smokestack.find_game("glasgow"), record)
    assert match.over
    assert len(match.history) == table["answers_given"]
    score = data(ann.get(f"/tables/{table['id']}/score"))
    assert score["result"] == table["result"] == json.loads(reply.text)["result"]
    deeds = data(ann.get(f"/tables/{table['id']}/log"))["deeds"]
    assert [deed["number"] for deed in deeds] == list(range(1, len(match.history) + 1))
    later = data(ann.get(f"/tables/{table['id']}/log", params={"first": 5}))["deeds"]
    assert later == deeds[4:]
    stranger = httpx.get(f"{ann.base_url}tables/{table['id']}", params={"seat": 1})
    assert stranger.json()["seat"] == 1

    again = data(ann.post(f"/tables/{table['id']}/rematch"))
    assert data(bob.post(f"/tables/{table['id']}/rematch"))["id"] == again["id"]
    assert ann.table(table["id"])["rematch"] == again["id"]
    body = {"after": 10, "seat": 1, "bot": "apprentice", "name": "Ann"}
    on = data(ann.post(f"/tables/{table['id']}/play-on", json=body))
    assert on["mine"] == [1]
    assert on["answers_given"] >= 10


def test_a_running_game_is_seen_with_ones_own_eyes_only(ann: Guest, bob: Guest) -> None:
    table = _two(ann, bob, game="brass", edition="2018")
    assert ann.table(table["id"])["seat"] == 0
    assert bob.table(table["id"])["seat"] == 1
    assert problem(ann.get(f"/tables/{table['id']}", params={"seat": 1})) == "not-your-seat"
    assert problem(ann.get(f"/tables/{table['id']}", params={"seat": 7})) == "no-such-seat"
    stranger = httpx.get(f"{ann.base_url}tables/{table['id']}").json()
    assert stranger["seat"] is None
    assert stranger["choices"] == stranger["view"]["answers"] == []


def test_whoever_answers_for_two_sees_with_the_eyes_of_who_must(ann: Guest) -> None:
    table = ann.new_table("me", "here:Ben", game="brass", edition="2018")
    assert table["mine"] == [0, 1]
    turn = table["turn"]
    assert table["seat"] == turn
    assert ann.table(table["id"], seat=1 - turn)["choices"] == []
    assert problem(ann.answer(table, seat=1 - turn)) == "not-your-turn"
    assert ann.answer(table, seat=turn).status_code == 200


def test_an_answer_is_played_once_however_often_it_is_sent(ann: Guest) -> None:
    table = ann.new_table("me", "here:Ben")
    again = key()
    replies = [ann.answer(table, key=again) for _ in range(3)]
    assert [reply.status_code for reply in replies] == [200, 200, 200]
    assert {reply.json()["version"] for reply in replies} == {1}


def test_who_comes_too_late_is_shown_the_table(ann: Guest, bob: Guest) -> None:
    table = _two(ann, bob)
    assert ann.answer(table).status_code == 200
    reply = ann.answer(table)
    assert reply.status_code == 409
    assert problem(reply) == "stale"
    assert reply.json()["table"] == ann.table(table["id"])


def test_answers_that_are_not_offered_change_nothing(ann: Guest, bob: Guest) -> None:
    table = _two(ann, bob)
    before = ann.table(table["id"])
    assert problem(ann.answer(table, "move 99")) == "not-possible"
    assert problem(ann.answer(table, "nonsense")) == "not-possible"
    assert problem(bob.answer(table)) == "not-your-turn"
    assert problem(ann.answer(table, key="short")) == "bad-request"
    assert problem(ann.answer(table, version=-1)) == "bad-request"
    assert ann.table(table["id"]) == before


def test_an_answer_is_taken_back(ann: Guest) -> None:
    table = ann.new_table("me", "here:Ben")
    after = data(ann.answer(table, "move 1"))
    assert after["may_undo"]
    body = {"version": after["version"], "key": key()}
    back = data(ann.post(f"/tables/{table['id']}/undo", json=body))
    assert (back["answers_given"], back["version"]) == (0, 2)
    body = {"version": back["version"], "key": key()}
    assert problem(ann.post(f"/tables/{table['id']}/undo", json=body)) == "not-possible"


def test_people_talk(ann: Guest, bob: Guest) -> None:
    table = ann.new_table("me", "clerk")
    ann.post(f"/tables/{table['id']}/chat", json={"text": "hello"})
    said = data(bob.post(f"/tables/{table['id']}/chat", json={"text": "hi", "name": "Bob"}))
    assert [(one["name"], one["seat"], one["text"]) for one in said["sayings"]] == [
        ("Ann", 0, "hello"),
        ("Bob", None, "hi"),
    ]
    assert data(ann.get(f"/tables/{table['id']}/chat"))["sayings"] == said["sayings"]
    assert (
        problem(ann.post(f"/tables/{table['id']}/chat", json={"text": "\u200b"})) == "not-possible"
    )


def test_a_hint_is_for_who_must_answer(ann: Guest, bob: Guest) -> None:
    table = _two(ann, bob)
    found = data(ann.get(f"/tables/{table['id']}/hint"))
    offered = [choice["answer"] for choice in table["choices"]]
    assert found["hints"]
    assert all(hint["answer"] in offered for hint in found["hints"])
    assert all(hint["line"][:1] in ([hint["answer"]], []) for hint in found["hints"])
    assert problem(bob.get(f"/tables/{table['id']}/hint")) == "not-your-turn"


def test_seats_are_left_stood_in_for_and_taken_back(ann: Guest, bob: Guest) -> None:
    table = _two(ann, bob)
    place = f"/tables/{table['id']}/seats"
    assert problem(ann.post(f"{place}/1/leave")) == "not-your-seat"
    assert data(bob.post(f"{place}/1/leave"))["seats"][1]["left"]
    assert data(ann.post(f"{place}/1/agree", json={"bot": "apprentice"}))["seats"][1]["stand_in"]
    assert not data(bob.post(f"{place}/1/return"))["seats"][1]["left"]
    over = data(bob.post(f"{place}/1/resign"))
    assert (over["status"], over["resigned"]) == ("resigned", 1)
    assert problem(ann.post(f"{place}/0/resign")) == "not-possible"


def test_bots_answer(ann: Guest) -> None:
    table = ann.new_table("me", "apprentice", first=1)
    assert table["bot_thinks"]
    seen = ann.wait_until(table["id"], lambda found: bool(found["my_turn"]))
    assert seen["answers_given"] > 0


def test_news_come_as_a_stream(server: Running, ann: Guest) -> None:
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
        assert next(numbers) == table["news"]
        after = data(ann.answer(table))
        assert next(numbers) == after["news"]
    assert problem(ann.get("/tables/none/events")) == "no-such-table"
