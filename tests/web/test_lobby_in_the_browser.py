"""Finding a game: an invitation by name reaches a page that is open, and a quick match."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.web.conftest import Server
from tests.web.player import set_up


def sign_up(page: Page, url: str, name: str) -> None:
    page.goto(f"{url}/account")
    form = page.locator("form[action='/account/sign-up']")
    form.locator("[name=name]").fill(name)
    form.locator("[name=password]").fill("correct horse battery")
    form.get_by_role("button").click()
    page.locator(".devices").wait_for()


def test_people_find_each_other(server: Server, visit: Callable[..., Page]) -> None:
    ann, bob = visit(), visit()
    sign_up(bob, server.url, "Bob")
    bob.goto(server.url)
    set_up(ann, server.url, "me", "link")
    ann.get_by_label("Invite someone who has an account").fill("bob")
    ann.get_by_role("button", name="Invite", exact=True).click()
    expect(ann.locator(".announcements")).to_contain_text("The host has invited bob.")
    # The page of Bob was open all the time.
    invitation = bob.locator("[id^=invitation-]")
    expect(invitation).to_contain_text("Ann")
    invitation.get_by_role("button", name="Take this seat").click()
    expect(bob.locator("#main[data-seated]")).to_be_visible()
    # A rated quick match waits for another account, or is closed by its host.
    bob.goto(server.url)
    form = bob.locator("form[action='/quick-match']")
    form.get_by_label("Clock").select_option("days")
    form.get_by_label("Rated").check()
    form.get_by_role("button").click()
    expect(bob.locator(".agreements")).to_contain_text("This game is rated.")
    expect(bob.locator(".agreements")).to_contain_text("1 day for each turn")
    bob.get_by_role("button", name="Close the table").click()
    expect(bob.locator(".lead")).to_contain_text("closed")
    # Without waiting: a bot takes the free seat.
    set_up(ann, server.url, "me", "link")
    ann.get_by_role("button", name="Seat the bot").click()
    expect(ann.locator("#main[data-seated]")).to_be_visible()
