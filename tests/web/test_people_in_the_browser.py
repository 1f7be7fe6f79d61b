"""Watching, chatting, leaving, returning, resigning and rematches."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Server
from tests.web.player import (
    OPEN_THINGS,
    Visit,
    answers,
    notations,
    resign,
    see_version,
    set_up,
    sit_down,
    submit,
    take_seat,
)


@pytest.fixture
def two_players(server: Server, visit: Visit) -> tuple[Page, Page]:
    """Ann and Bob at a table of Glasgow; it is Ann's turn."""
    ann = visit()
    set_up(ann, server.url, "me", "link", name="Ann")
    bob = visit()
    take_seat(bob, ann.get_by_label("Send this link to a friend").input_value(), "Bob")
    ann.wait_for_selector("#main[data-my-turn]")
    return ann, bob


def test_a_spectator_sees_each_change_and_can_not_answer(
    two_players: tuple[Page, Page], visit: Visit
) -> None:
    ann, _ = two_players
    spectator = visit(ann.get_by_label("Link to watch").input_value())
    assert spectator.locator(OPEN_THINGS).count() == 0
    see_version(spectator, submit(ann, notations(ann)[0]))
    assert answers(spectator).count() == 0
    assert spectator.locator(OPEN_THINGS).count() == 0
    assert spectator.locator("#undo, #hint").count() == 0
    assert "/seats/" not in spectator.content()


def test_a_seat_is_used_on_another_device_by_its_private_link(
    two_players: tuple[Page, Page], visit: Visit
) -> None:
    ann, bob = two_players
    _more(ann)
    link = ann.get_by_label("Ann's seat on another device").input_value()
    elsewhere = visit(link)
    expect(elsewhere.locator("main")).to_contain_text("This is the private link of Ann")
    # Opening the link, as programs that preview links do, does not take the seat.
    assert ann.locator("#main[data-my-turn]").count() == 1
    sit_down(elsewhere)
    elsewhere.wait_for_selector("#main[data-my-turn]")
    expect(elsewhere.locator("#player-0")).to_contain_text("Ann")
    for page in (ann, bob):
        expect(page.locator("#announcement")).to_contain_text("used on one more device")
        expect(page.locator("#player-0")).to_contain_text("2 devices")
    see_version(ann, submit(elsewhere, notations(elsewhere)[0]))
    expect(ann.locator("#announcement")).to_have_count(0)
    ann.locator("details.renew summary").click()
    ann.get_by_role("button", name="Renew the link").click()
    expect(elsewhere.locator("#main[data-seated]")).to_have_count(0)
    assert "/seats/" not in elsewhere.content().replace("/seats/0/bot-vote", "")
    expect(ann.locator("#main[data-seated]")).to_have_count(1)
    assert ann.get_by_label("Ann's seat on another device").input_value() != link


def test_chat_reaches_players_and_spectators(two_players: tuple[Page, Page], visit: Visit) -> None:
    ann, bob = two_players
    spectator = visit(ann.url)
    for page, text in ((ann, "Good luck <b>Bob</b>"), (bob, "Thank you"), (spectator, "Hello")):
        page.locator(".tabs [data-tab=chat]").click()
        page.get_by_role("textbox", name="Message").fill(text)
        page.get_by_role("textbox", name="Message").press("Enter")
        expect(page.get_by_role("textbox", name="Message")).to_have_value("")
    for page in (ann, bob, spectator):
        page.locator(".tabs [data-tab=chat]").click()
        messages = page.locator("#chat-messages")
        expect(messages).to_contain_text("Hello")
        expect(messages).to_contain_text("Ann Good luck <b>Bob</b>")
        expect(messages).to_contain_text("Bob Thank you")


def test_typed_text_survives_updates(two_players: tuple[Page, Page]) -> None:
    ann, bob = two_players
    bob.locator(".tabs [data-tab=chat]").click()
    bob.get_by_role("textbox", name="Message").press_sequentially("Take your")
    see_version(bob, submit(ann, notations(ann)[0]))
    bob.get_by_role("textbox", name="Message").press_sequentially(" time")
    assert bob.get_by_role("textbox", name="Message").input_value() == "Take your time"


def test_a_bot_plays_for_a_player_who_left_until_they_return(
    two_players: tuple[Page, Page],
) -> None:
    ann, bob = two_players
    _leave(ann)
    expect(bob.locator("#player-0")).to_contain_text("Ann has left the table.")
    bob.locator("#player-0").get_by_label("Level").select_option("apprentice")
    bob.get_by_role("button", name="Vote for a bot").click()
    expect(bob.locator("#player-0")).to_contain_text("played by Apprentice")
    bob.wait_for_selector("#main[data-my-turn]")
    ann.get_by_role("button", name="Take my seat back").click()
    expect(bob.locator("#player-0")).not_to_contain_text("played by")
    while not ann.locator("#main[data-my-turn]").count():
        see_version(ann, submit(bob, notations(bob)[0]))
    see_version(bob, submit(ann, notations(ann)[0]))


def test_resigning_ends_the_game_and_a_rematch_rotates_the_seats(
    two_players: tuple[Page, Page],
) -> None:
    ann, bob = two_players
    _more(ann)
    ann.locator("details.leave summary").click()
    ann.get_by_role("button", name="Resign").click()
    ann.get_by_role("button", name="Cancel").click()
    expect(ann.locator("#main[data-my-turn]")).to_be_visible()
    ann.locator("details.leave summary").click()
    resign(ann)
    for page in two_players:
        expect(page.locator("#prompt .prompt-text")).to_have_text(
            "Ann has resigned. The game is over."
        )
        expect(page).to_have_title(re.compile("Game over"))
    ann.get_by_role("button", name="Play again with rotated seats").click()
    expect(ann.get_by_role("status")).to_have_text("Waiting for Bob to open the table.")
    bob.get_by_role("link", name="To the rematch").click()
    bob.wait_for_selector("#main[data-my-turn]")
    assert bob.url == ann.url
    expect(bob.locator("#player-0")).to_contain_text("Bob")
    expect(bob.locator("#player-1")).to_contain_text("Ann")


def test_an_open_table_is_listed_on_the_start_page(server: Server, visit: Visit) -> None:
    ann = visit()
    table = set_up(ann, server.url, "me", "link", name="Fiona", open="yes")
    bob = visit(server.url)
    card = bob.locator("form.table-card", has_text="Fiona")
    card.get_by_label("Your name").fill("Bob")
    card.get_by_role("button", name="Take this seat").click()
    bob.wait_for_selector("#main[data-table]")
    assert bob.url == table
    expect(ann.locator("#player-1")).to_contain_text("Bob")
    bob.goto(server.url)
    expect(bob.locator("a.table-card", has_text="Fiona")).to_be_visible()


def _more(page: Page) -> None:
    page.get_by_role("button", name="More", exact=True).click()


def _leave(page: Page) -> None:
    _more(page)
    page.locator("details.leave summary").click()
    page.get_by_role("button", name="Leave the table").click()
