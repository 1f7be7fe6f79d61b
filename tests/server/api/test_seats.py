"""Invitations, tokens, leaving and returning."""

from __future__ import annotations

from typing import get_args

from smokestack.server.api.bodies.new_tables import AbsenceMinutes, NewTableBody
from smokestack.server.domain.leaving import ABSENCE_CHOICES
from tests.server.api.servers import Data, Guest, Running, data, key, problem, two_guests


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


def test_the_inviter_can_not_take_the_seat_again(ann: Guest, bob: Guest) -> None:
    table = ann.new_table("me", "link", game="brass", edition="2018")
    invitation = {"seat_token": table["seats"][1]["seat_token"]}
    assert bob.post("/seats", json={**invitation, "name": "Bob"}).status_code == 200
    assert problem(ann.post("/invitations", json=invitation)) == "invitation-used"
    assert problem(ann.post("/seats", json={**invitation, "name": "Ann"})) == "invitation-used"
    assert ann.table(table["id"])["my_seats"] == [0]
    assert problem(ann.get(f"/tables/{table['id']}", params={"seat": 1})) == "forbidden"


def test_a_seat_is_used_on_further_devices_until_its_link_is_renewed(
    server: Running, ann: Guest, bob: Guest
) -> None:
    table = two_guests(ann, bob)
    path = f"/tables/{table['id']}"
    phone = server.guest()
    private = {"seat_token": ann.table(table["id"])["seats"][0]["seat_token"], "name": "Ann"}
    assert data(phone.post("/seats", json=private))["my_seats"] == [0]
    seen = bob.table(table["id"])["seats"][0]
    assert (seen["devices"], seen["seat_token"], seen["can_renew_link"]) == (2, "", False)
    kinds = [each["kind"] for each in bob.get(f"{path}/log").json()["announcements"]]
    assert kinds == ["seat-taken", "device-added"]
    # Both devices work at the same time.
    table = data(phone.answer(phone.table(table["id"])))
    assert data(ann.post(f"{path}/undo", json={"version": 1, "key": key()}))["version"] == 2
    assert problem(phone.post(f"{path}/seats/0/renew-link")) == "forbidden"
    renewed = data(ann.post(f"{path}/seats/0/renew-link"))
    assert renewed["seats"][0]["seat_token"] not in ("", private["seat_token"])
    assert phone.table(table["id"])["my_seats"] == []
    assert problem(phone.post("/seats", json=private)) == "seat-not-found"
    phone.close()


def test_what_was_agreed_is_visible_to_everybody_before_and_during_the_game(
    ann: Guest, bob: Guest
) -> None:
    table = ann.new_table("me", "link", open=True, hints=True, absence_minutes=4320)
    listed = next(each for each in data_list(bob, "/open-tables") if each["id"] == table["id"])
    token = table["seats"][1]["seat_token"]
    invited = data(bob.post("/invitations", json={"seat_token": token}))["table"]
    bob.post("/seats", json={"seat_token": token, "name": "Bob"})
    running = bob.contribute(table)
    for seen in (table, listed, invited, running):
        assert (seen["hints"], seen["absence_minutes"]) == (True, 4320)
    assert running["seats"][0]["bot_may_take_over_at"] > running["changed"]
    assert running["seats"][1]["bot_may_take_over_at"] is None
    plan = {"game": "glasgow", "seats": ["me", "link"], "name": "Ann", "absence_minutes": 5}
    assert problem(ann.post("/tables", json=plan)) == "bad-request"


def test_the_waiting_times_of_the_api_are_those_of_the_domain() -> None:
    assert get_args(AbsenceMinutes) == ABSENCE_CHOICES
    assert NewTableBody(game="glasgow", seats=[], name="Ann").absence_minutes == 1440


def data_list(guest: Guest, path: str) -> list[Data]:
    found: list[Data] = guest.get(path).json()
    return found
