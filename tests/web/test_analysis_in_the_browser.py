"""From a finished game to its analysis, on a phone, by clicks alone."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.server.analysed_games import store_analysed_game
from tests.server.api.servers import Guest, data, two_guests
from tests.web.conftest import Server
from tests.web.player import Visit


def test_a_finished_game_is_analysed_on_a_phone(server: Server, visit: Visit) -> None:
    with Guest(server.url) as ann, Guest(server.url) as bob:
        table = two_guests(ann, bob, options={"turn_limit": 3})
        while table["status"] == "running":
            guest = (ann, bob)[table["actor"]]
            table = data(guest.answer(guest.table(table["id"])))
    page = visit(f"{server.url}/tables/{table['id']}", width=360, height=740)
    page.locator("a[href$='/analysis']").first.click()
    page.get_by_role("button", name="Quick analysis").click()
    page.get_by_role("heading", name="Win chances").wait_for(timeout=300_000)
    for chart in page.locator("svg.chart").all():
        expect(chart).to_be_visible()
    expect(page.get_by_role("row", name="Accuracy").first).to_contain_text("%")
    expect(page.get_by_role("row", name="Luck, win chance").get_by_role("cell")).to_have_text(
        [re.compile("[+−]\\d+\\s%")] * 2
    )
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    for code, title in (
        ("de", "Gewinnchancen"),
        ("fr", "Chances de victoire"),
        ("nl", "Winkansen"),
    ):
        page.locator("#language").select_option(code)
        page.get_by_role("heading", name=title).wait_for()
    page.goto(f"{server.url}/tables/{table['id']}/replay/1")
    expect(page.locator("#step-values")).to_contain_text("Winkansen")


def test_the_analysis_of_a_game_of_brass(server: Server, visit: Visit) -> None:
    game = store_analysed_game(server.folder, "brass")
    page = visit(f"{server.url}{game.path}")
    page.locator("a[href$='/analysis']").first.click()
    page.get_by_role("heading", name="Win chances").wait_for()
    expect(page.locator("svg.chart .course")).to_have_count(4)
    expect(page.get_by_role("row", name="Luck, points").get_by_role("cell")).to_have_count(2)
    page.get_by_text("The better line", exact=True).first.click()
    page.locator(".errors details[open] ol a").first.click()
    expect(page.locator("#prompt .prompt-text")).to_contain_text("The better line:")
    current = page.locator("#better-line [aria-current=step]")
    expect(current).to_have_text(page.locator("#better-line a").first.inner_text())
    last = page.locator("#better-line a").last
    text = last.inner_text()
    last.click()
    expect(current).to_have_text(text)
    error = next(step for step in game.analysis.steps if step.grade and step.grade.verdict)
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(f"{server.url}{game.path}/replay/{error.number}")
    expect(page.locator("#step-values")).to_be_in_viewport(ratio=1)
    page.locator("#step-analysis").get_by_role("link", name="The better line").click()
    expect(current).to_have_count(1)
