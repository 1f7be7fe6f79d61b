"""One person on two devices: both are live, and show how many games wait."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.web.conftest import Server
from tests.web.player import notations, set_up, submit, take_seat
from tests.web.test_lobby_in_the_browser import sign_up

IN_BACKGROUND = "Object.defineProperty(document, 'hidden', { get: () => true })"


def test_a_guest_signs_up_and_plays_on_two_devices(
    server: Server, visit: Callable[..., Page]
) -> None:
    laptop, phone = visit(), visit()
    table = set_up(laptop, server.url, "me", "here:Ben")
    submit(laptop, notations(laptop)[0])
    sign_up(laptop, server.url, "Two Devices")
    sign_in(phone, server.url, "Two Devices")
    expect(phone.locator(".devices li")).to_have_count(2)
    # The games of the guest are on both devices, and what one does shows on the other at once.
    for page in (laptop, phone):
        page.goto(table)
        page.evaluate("document.body.dataset.notReloaded = 'yes'")
    for actor, other in ((laptop, phone), (phone, laptop)):
        reached = submit(actor, notations(actor)[0])
        other.wait_for_selector(f"[data-not-reloaded] #main[data-version='{reached}']")
    # A page in the background tells in its title that a game waits.
    phone.goto(f"{server.url}/rules/glasgow")
    expect(phone).to_have_title(re.compile(r"^\(1\) "))
    phone.evaluate(IN_BACKGROUND)
    set_up(laptop, server.url, "me", "here:Ben")
    phone.evaluate("askForTurns()")
    expect(phone).to_have_title(re.compile(r"^\(2\) "))


def test_games_begun_as_a_guest_move_into_the_account(
    server: Server, visit: Callable[..., Page]
) -> None:
    laptop, phone, friend = visit(), visit(), visit()
    sign_up(laptop, server.url, "Move In")
    table = set_up(phone, server.url, "me", "link", name="Ann")
    take_seat(friend, phone.get_by_label("Send this link to a friend").input_value(), "Bob")
    phone.wait_for_selector("#main[data-my-turn]")
    sign_in(phone, server.url, "Move In")
    phone.get_by_role("button", name="Add it to my account").click()
    expect(phone).to_have_url(f"{server.url}/games")
    expect(phone.locator(f"a[href='{table.removeprefix(server.url)}']").first).to_be_visible()
    expect(friend.locator("#announcement")).to_contain_text("Ann now plays with an account.")
    for page in (laptop, phone):
        page.goto(table)
    for actor, other in ((laptop, phone), (phone, laptop)):
        if actor.locator("#main[data-my-turn]").count():
            reached = submit(actor, notations(actor)[0])
            for watching in (other, friend):
                watching.wait_for_selector(f"#main[data-version='{reached}']")
    phone.goto(f"{server.url}/account")
    expect(phone.locator("form[action='/account/guest-games']")).to_have_count(0)


def sign_in(page: Page, url: str, name: str) -> None:
    page.goto(f"{url}/account")
    form = page.locator("form[action='/account/sign-in']")
    form.locator("[name=name]").fill(name)
    form.locator("[name=password]").fill("correct horse battery")
    form.get_by_role("button").click()
    page.locator(".devices").wait_for()
