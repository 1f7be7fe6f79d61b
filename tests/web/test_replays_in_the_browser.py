"""Finished games: replayed move by move, explained, taken along, and played on."""

from __future__ import annotations

import json
import random

import pytest
from playwright.sync_api import Page, expect

from web.conftest import Server
from web.people import Visit, click_on_board, my_turn, resign, set_up, stays_loaded, version

MOVES = 7


@pytest.fixture
def finished(server: Server, visit: Visit) -> Page:
    """A game of Glasgow that Ann gave up after a few answers."""
    page = visit(server.url)
    set_up(page, server.url, "me", "here:Bob", name="Ann")
    chance = random.Random(4)
    for _ in range(MOVES):
        click_on_board(page, chance)
    resign(page)
    page.get_by_role("link", name="Replay").wait_for()
    return page


def test_each_move_of_a_replay_has_its_own_address(finished: Page, visit: Visit) -> None:
    page = finished
    deeds = page.locator("#log .deed").all_inner_texts()[::-1]
    page.get_by_role("link", name="Replay").click()
    expect(page.locator("#prompt .say")).to_have_text("The start of the game.")
    start = page.url.removesuffix("/0")
    with stays_loaded(page):
        for number in range(1, MOVES + 1):
            page.get_by_label("One move on").click()
            page.wait_for_selector(f"#main[data-number='{number}']")
            assert page.url == f"{start}/{number}"
            assert page.locator("#prompt .say").inner_text().startswith(f"{number}. ")
            expect(page.locator("#log .current")).to_be_in_viewport()
    # Anybody sees the same under the same address.
    other = visit(f"{start}/{MOVES}")
    assert _said(other) == _said(page)
    assert _letters(deeds[-1]) in _letters(_said(other))
    assert other.locator("#stage").inner_html() == page.locator("#stage").inner_html().replace(
        " arrived", ""
    )


def test_the_slider_goes_to_any_move(finished: Page) -> None:
    page = finished
    page.goto(f"{page.url.split('?')[0]}/replay/0")
    slider = page.get_by_label("Move", exact=True)
    with stays_loaded(page):
        slider.fill("5")
        page.wait_for_selector("#main[data-number='5']")
        assert page.url.endswith("/replay/5")
        # Dragged fast, it ends where it was let go.
        slider.evaluate(
            "(slider) => { for (const number of [1, 2, 3, 4, 6, 3]) { slider.value = number;"
            " slider.dispatchEvent(new Event('change', { bubbles: true })); } }"
        )
        page.wait_for_selector("#main[data-number='3']")
        page.wait_for_timeout(300)
        assert page.get_attribute("#main", "data-number") == "3"
        page.keyboard.press("Tab")
        page.locator("body").press("ArrowRight")
        page.wait_for_selector("#main[data-number='4']")


def test_a_game_can_be_played_on_from_any_move(finished: Page) -> None:
    page = finished
    page.goto(f"{page.url.split('?')[0]}/replay/3")
    deeds = page.locator("#log .deed").count()
    assert deeds == MOVES
    page.get_by_label("against").select_option("apprentice")
    page.get_by_role("button", name="Play on").click()
    page.wait_for_selector("#main[data-table]")
    assert my_turn(page)
    assert page.locator("#log .deed").count() >= 3
    before = version(page)
    assert click_on_board(page, random.Random(1)) > before


def test_the_record_of_a_finished_game_can_be_taken_along(finished: Page) -> None:
    page = finished
    with page.expect_download() as started:
        page.get_by_role("link", name="Record").click()
    record = json.loads(started.value.path().read_text())
    assert record["setup"]["game"] == "glasgow"
    assert len(record["answers"]) == MOVES


def test_a_score_is_explained_line_by_line(finished: Page) -> None:
    page = finished
    page.get_by_role("link", name="Score in detail").click()
    expect(page.locator("main .lead")).to_contain_text("not played to its end")
    assert page.locator(".score-sheet").count() == 2
    for sheet in page.locator(".score-sheet").all():
        points = sheet.locator("tbody .number").all_inner_texts()
        total = sum(int(text.split("=")[-1]) for text in points)
        assert int(sheet.locator("tfoot .number").inner_text()) == total


def _said(page: Page) -> str:
    return page.locator("#prompt .say").inner_text()


def _letters(text: str) -> str:
    """Without spaces and line breaks, which depend on where a text stands."""
    return "".join(text.split())
