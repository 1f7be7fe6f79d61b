"""What pages tell the browser about the seats of a deal."""

from __future__ import annotations

import json

from smokestack.server.domain import creation, hosting, leaving
from smokestack.server.domain.table import RUNNING, Table
from smokestack.server.pages.deal_seats import deal_seats
from tests.server.domain.tables import NOW, SIGNER, new_table, three_guests
from tests.server.services import ANN, BOB, EVE, plan


def kinds(table: Table, guest: str) -> list[str]:
    found: list[str] = json.loads(deal_seats(table, guest))
    return found


def test_the_browser_learns_who_is_a_bot_before_it_contributes() -> None:
    table = creation.create(SIGNER, ANN, plan("me", "clerk", "link", game="brass", secret=""), NOW)
    assert kinds(table, ANN) == ["mine", "bot", "person"]
    assert kinds(table, BOB) == ["person", "bot", "person"]


def test_a_bot_that_gets_a_free_seat_is_a_bot_in_the_deal() -> None:
    table = new_table("me", "link")
    hosting.give_to_bot(table, ANN, 1, "clerk", NOW)
    assert table.status == RUNNING
    assert kinds(table, ANN) == ["mine", "bot"]


def test_a_bot_that_replaces_a_person_is_none_in_the_deal() -> None:
    table = three_guests()
    leaving.leave(table, SIGNER, EVE, 2, NOW)
    for guest in (ANN, BOB):
        leaving.vote_for_bot(table, guest, 2, "clerk", NOW, ())
    assert table.seats[2].bot == "clerk"
    assert kinds(table, ANN) == ["mine", "person", "person"]


def test_nothing_is_kept_of_a_deal_that_was_made_at_another_table() -> None:
    table = new_table("me", "here:Ben")
    leaving.resign(table, SIGNER, ANN, 0, NOW)
    assert deal_seats(table, ANN) == ""
    again = creation.play_on(SIGNER, table, 0, ANN, 0, "clerk", "Ann", NOW)
    assert deal_seats(again, ANN) == ""
