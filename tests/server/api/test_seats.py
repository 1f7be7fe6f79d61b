"""Invitations, tokens, leaving and returning."""

from __future__ import annotations

from tests.server.api.servers import Guest, data, problem, two_guests


def test_an_invitation_can_be_read_before_the_seat_is_taken(ann: Guest, bob: Guest) -> None:
    table = ann.new_table("me", "link")
    token = table["seats"][1]["seat_token"]
    found = data(bob.post("/invitations", json={"seat_token": token}))
    assert found["free"]
    assert (found["table"]["id"], found["seat"]) == (table["id"], 1)
    assert ann.table(table["id"])["status"] == "waiting"
    taken = data(bob.post("/seats", json={"seat_token": token, "name": "Bob"}))
    assert (taken["my_seats"], taken["seats"][1]["name"]) == ([1], "Bob")
    assert problem(bob.post("/invitations", json={"seat_token": "x"})) == "seat-not-found"


def test_only_its_guest_or_the_host_sees_the_token_of_a_seat(ann: Guest, bob: Guest) -> None:
    table = ann.new_table("me", "link", open=True)
    assert all(seat["seat_token"] for seat in table["seats"])
    assert not any(seat["seat_token"] for seat in bob.table(table["id"])["seats"])
    bob.post(f"/tables/{table['id']}/join", json={"name": "Bob"})
    assert [bool(seat["seat_token"]) for seat in bob.table(table["id"])["seats"]] == [False, True]
    assert [bool(seat["seat_token"]) for seat in ann.table(table["id"])["seats"]] == [True, False]


def test_a_seat_is_left_played_by_a_bot_and_taken_back(ann: Guest, bob: Guest) -> None:
    table = two_guests(ann, bob)
    path = f"/tables/{table['id']}/seats"
    assert problem(ann.post(f"{path}/1/leave")) == "forbidden"
    assert data(bob.post(f"{path}/1/leave"))["seats"][1]["has_left"]
    assert data(ann.post(f"{path}/1/bot-vote", json={"bot": "apprentice"}))["seats"][1][
        "bot_substitutes"
    ]
    assert not data(bob.post(f"{path}/1/return"))["seats"][1]["has_left"]
    over = data(bob.post(f"{path}/1/resign"))
    assert (over["status"], over["resigned"]) == ("resigned", 1)
    assert problem(ann.post(f"{path}/0/resign")) == "invalid-action"
