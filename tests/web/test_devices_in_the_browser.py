"""One person on two devices: both are live, and show how many games wait."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.web.conftest import Server
from tests.web.player import notations, set_up, submit
from tests.web.test_lobby_in_the_browser import sign_up

IN_BACKGROUND = "Object.defineProperty(document, 'hidden', { get: () => true })"


def test_a_guest_signs_up_and_plays_on_two_devices(
    server: Server, visit: Callable[..., Page]
) -> None:
    laptop, phone = visit(), visit()
    table = set_up(laptop, server.url, "me", "here:Ben")
    submit(laptop, notations(laptop)[0])
    sign_up(laptop, server.url, "Two Devices")
    phone.goto(f"{server.url}/account")
    form = phone.locator("form[action='/account/sign-in']")
    form.locator("[name=name]").fill("Two Devices")
    form.locator("[name=password]").fill("correct horse battery")
    form.get_by_role("button").click()
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
