"""A game with clocks: agreed in the form, shown and ticking at the table, paused by agreement."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Server

pytestmark = pytest.mark.browser


def seconds(page: Page) -> int:
    """The time on the clock that runs."""
    minutes, rest = page.locator(".clock-time[data-runs]").inner_text().split(":")
    return int(minutes) * 60 + int(rest)


def test_two_people_play_with_clocks(server: Server, visit: Callable[..., Page]) -> None:
    ann = visit(f"{server.url}/new?game=glasgow")
    expect(ann.locator("select[name=minutes]")).to_be_hidden()
    ann.select_option("#pace", "live")
    ann.select_option("select[name=minutes]", "10")
    ann.select_option("select[name=on-timeout]", "resign")
    ann.select_option("#seat-1", "link")
    ann.select_option("select[name=first]", "0")
    ann.fill("input[name=name]", "Ann")
    ann.get_by_role("button", name="Take this seat").click()
    agreed = "Clock: 10 minutes for each player, and 10 seconds more with each turn."
    expect(ann.locator(".agreements")).to_contain_text(agreed)
    expect(ann.locator(".agreements")).to_contain_text("A player whose time runs out resigns.")
    link = ann.locator(".waiting-seats input[data-copy]").input_value()
    bob = visit(link)
    expect(bob.locator("main")).to_contain_text(agreed)  # before the seat is taken
    bob.fill("input[name=name]", "Bob")
    bob.locator("form button").last.click()
    expect(ann.locator("#clocks")).to_be_visible()
    expect(bob.locator("#clocks .clock")).to_have_count(2)
    # It ticks without an update of the page.
    revision = ann.locator("#main").get_attribute("data-revision")
    before = seconds(bob)
    expect(bob.locator(".clock-time[data-runs]")).not_to_have_text(
        f"{before // 60}:{before % 60:02}"
    )
    assert seconds(bob) < before <= 600
    assert ann.locator("#main").get_attribute("data-revision") == revision
    ann.get_by_role("button", name="Suggest a pause").click()
    bob.get_by_role("button", name="Agree to the pause").click()
    for page in (ann, bob):
        expect(page.locator("#clocks")).to_contain_text("Pause")
        expect(page.locator(".clock-time[data-runs]")).to_have_count(0)
    bob.get_by_role("button", name="End the pause").click()
    expect(ann.locator(".clock-time[data-runs]")).to_have_text(re.compile(r"^9:\d\d$"))
    # The header takes Ann to the game that waits for her.
    ann.goto(server.url)
    ann.locator(".next-game").click()
    expect(ann.locator("#clocks")).to_be_visible()
