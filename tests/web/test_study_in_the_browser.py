"""The study board and the exercises on a phone."""

from __future__ import annotations

import re
import time

from playwright.sync_api import Page, expect

from tests.server.api.servers import Guest, data, two_guests
from tests.web.conftest import Server
from tests.web.player import Visit, choose_answer, open_list, see_change, stays_loaded, version

PHONE = {"width": 360, "height": 740}


def give_first_answer(page: Page) -> None:
    before = version(page)
    open_list(page)
    page.locator("#answers .answer:not(.addition)").first.click()
    see_change(page, before)


def test_a_position_is_studied_and_shared_on_a_phone(server: Server, visit: Visit) -> None:
    page = visit(f"{server.url}/study", **PHONE)
    page.locator("select[name=start]").select_option("brass/2007/3")
    page.get_by_role("button", name="Set up").click()
    page.wait_for_selector("#main[data-my-turn]")
    page.wait_for_load_state()
    with stays_loaded(page):
        give_first_answer(page)
        give_first_answer(page)
        last = version(page)  # more than 2 if a card did not have to be chosen
        page.locator("#back").click()
        page.wait_for_selector(f"#main[data-version='{last - 1}']")
        page.keyboard.press("ArrowLeft")
        page.wait_for_selector(f"#main[data-version='{last - 2}']")
        page.go_back()
        page.wait_for_selector(f"#main[data-version='{last - 1}']")
        for number in range(last - 2, -1, -1):
            page.locator("#back").click()
            page.wait_for_selector(f"#main[data-version='{number}']")
        page.locator("#hint").click()
        page.locator("#hints .hint").first.wait_for()
        expect(page.locator("#hints")).to_contain_text("Win chance")
        page.locator("#hints .hint").first.click()
        expect(page.locator("#preview .confirms")).to_be_visible()
        page.locator("#hints .hint-line a").first.click()
        page.wait_for_selector("#main:not([data-version='0'])")
        expect(page.locator("#hints .hint")).to_have_count(0)
        page.locator(".tabs [data-tab=log]").click()
        expect(page.locator("#log [aria-current=step]")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.locator(".tabs [data-tab=more]").click()
    address = page.locator("#more [data-copy]").input_value()
    assert address == page.url
    other = visit(address)
    descriptions = [each.locator("#board-text li").all_text_contents() for each in (page, other)]
    assert descriptions[0] == descriptions[1]
    assert other.locator("#log .log-entry").count() == page.locator("#log .log-entry").count()


def test_mistakes_are_answered_again_on_a_phone(server: Server, visit: Visit) -> None:
    with Guest(server.url) as ann, Guest(server.url) as bob:
        table = two_guests(ann, bob, options={"turn_limit": 30})
        while table["status"] == "running":
            guest = (ann, bob)[table["actor"]]
            seen = guest.table(table["id"])
            # Ann moves as far ahead as she can, so that Bob has many turns: a mistake in any game.
            choice = -1 if guest is ann else 0
            table = data(guest.answer(seen, seen["choices"][choice]["answer"]))
        path = f"/tables/{table['id']}/analysis"
        ann.post(path, json={"depth": "quick"})
        end = time.monotonic() + 300
        while data(ann.get(path))["status"] != "done":
            assert time.monotonic() < end
            time.sleep(0.1)
        steps = data(ann.get(path))["analysis"]["steps"]
    page = visit(f"{server.url}{path}", **PHONE)
    page.locator("a[href*='/mistakes/']").first.click()
    expect(page.locator(".lesson-text .step")).to_contain_text("Mistake 1 of ")
    page.wait_for_load_state()
    given = page.locator(".given").inner_text()
    number = int(re.findall(r"Move (\d+)", given)[0])
    step = steps[number - 1]
    with stays_loaded(page):
        choose_answer(page, step["answer"])
        expect(page.locator(".judgement")).to_contain_text("the move of the game")
        choose_answer(page, step["grade"]["best"])
        expect(page.locator(".judgement.solved")).to_contain_text("is the best move")
        expect(page.locator("#lesson-text")).to_contain_text("The better line")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.locator("#lesson-text .hint-line a").first.click()
    page.wait_for_selector("#main.study")
    page.go_back()
    if page.locator("#next-mistake").count():
        page.locator("#next-mistake").click()
        expect(page.locator(".lesson-text .step")).to_contain_text("Mistake 2 of ")
        page.locator("#solution").click()
        expect(page.locator("#lesson-text")).to_contain_text("Best: ")
