"""Finished games: replay, score, record, and playing on."""

from __future__ import annotations

import json
import random
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.server.analysed_games import store_analysed_game
from tests.web.conftest import Server
from tests.web.player import Visit, click_on_board, my_turn, resign, set_up, stays_loaded, version

MOVES = 7


@pytest.fixture
def finished(server: Server, visit: Visit) -> Page:
    """A game of Glasgow that Ann resigned after a few answers."""
    page = visit()
    set_up(page, server.url, "me", "here:Bob", name="Ann")
    chance = random.Random(4)
    for _ in range(MOVES):
        click_on_board(page, chance)
    resign(page)
    page.get_by_role("link", name="Replay").wait_for()
    return page


def test_each_answer_of_a_replay_has_its_own_url(finished: Page, visit: Visit) -> None:
    page = finished
    address = urlsplit(page.url)
    log = page.request.get(f"{address.scheme}://{address.netloc}/api/v1{address.path}/log").json()
    page.get_by_role("link", name="Replay").click()
    expect(page.locator("#prompt .prompt-text")).to_have_text("The start of the game.")
    start = page.url.removesuffix("/0")
    with stays_loaded(page):
        for number in range(1, MOVES + 1):
            page.get_by_label("Next move").click()
            page.wait_for_selector(f"#main[data-number='{number}']")
            assert page.url == f"{start}/{number}"
            assert page.locator("#prompt .prompt-text").inner_text().startswith(f"{number}. ")
            expect(page.locator("#log .current")).to_be_in_viewport()
    # Another visitor sees the same at the same URL.
    other = visit(f"{start}/{MOVES}")
    assert _prompt(other) == _prompt(page)
    assert log["entries"][MOVES - 1]["sentence"] in _prompt(other)
    assert other.locator("#stage").inner_html() == page.locator("#stage").inner_html().replace(
        " arrived", ""
    )


def test_the_slider_goes_to_any_answer(finished: Page) -> None:
    page = finished
    page.goto(f"{page.url.split('?')[0]}/replay/0")
    slider = page.get_by_label("Move", exact=True)
    with stays_loaded(page):
        slider.fill("5")
        page.wait_for_selector("#main[data-number='5']")
        assert page.url.endswith("/replay/5")
        # After a fast drag, the last position is shown.
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


def test_a_game_can_be_continued_from_any_answer(finished: Page) -> None:
    page = finished
    page.goto(f"{page.url.split('?')[0]}/replay/3")
    entries = page.locator("#log .log-entry").count()
    assert entries == MOVES
    page.get_by_label("against").select_option("apprentice")
    page.get_by_role("button", name="Continue").click()
    page.wait_for_selector("#main[data-table]")
    assert my_turn(page)
    assert page.locator("#log .log-entry").count() > 0  # one for each action
    before = version(page)
    assert click_on_board(page, random.Random(1)) > before


def test_the_record_of_a_finished_game_can_be_downloaded(finished: Page) -> None:
    page = finished
    with page.expect_download() as started:
        page.get_by_role("link", name="Record").click()
    record = json.loads(started.value.path().read_text())
    assert record["setup"]["game"] == "glasgow"
    assert len(record["answers"]) == MOVES


def test_the_score_is_listed_line_by_line(finished: Page) -> None:
    page = finished
    page.get_by_role("link", name="Score and turning points").click()
    expect(page.locator("main .lead")).to_contain_text("not finished")
    assert page.locator(".score-sheet").count() == 2
    for sheet in page.locator(".score-sheet").all():
        points = sheet.locator("tbody .number").all_text_contents()
        total = sum(int(text.split("=")[-1]) for text in points)
        assert int(sheet.locator("h3 .number").inner_text()) == total
    expect(page.locator(".ranking li")).to_have_count(2)
    expect(page.locator(".chart .course")).to_have_count(2)


def test_a_replay_plays_and_pauses(finished: Page) -> None:
    page = finished
    page.goto(f"{page.url.split('?')[0]}/replay/0")
    page.get_by_label("Speed").select_option("Fast")
    with stays_loaded(page):
        page.get_by_role("button", name="Watch", exact=True).click()
        page.wait_for_selector("#main[data-number='2']")
        page.get_by_role("button", name="Pause").click()
        number = page.get_attribute("#main", "data-number")
        page.wait_for_timeout(900)
        assert page.get_attribute("#main", "data-number") == number
        page.get_by_role("button", name="Watch", exact=True).click()
        page.wait_for_selector(f"#main[data-number='{MOVES}']")
        expect(page.get_by_role("button", name="Watch", exact=True)).to_be_visible()  # at the end


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844)])
def test_turning_points_are_reached_from_the_chart_and_by_keyboard(
    server: Server, visit: Visit, width: int, height: int
) -> None:
    game = store_analysed_game(server.folder, "glasgow")
    first, second = game.turning_points[:2]
    page = visit(f"{server.url}{game.path}/replay/0", width=width, height=height)
    expect(page.locator("#slider-chart .turning")).to_have_count(len(game.turning_points))
    expect(page.locator("#step-values tbody tr")).to_have_count(2)
    with stays_loaded(page):
        page.get_by_role("link", name="Next turning point").focus()
        page.keyboard.press("Enter")
        page.wait_for_selector(f"#main[data-number='{first}']")
        expect(page.locator("#step-analysis")).to_contain_text("Turning point.")
        page.get_by_role("link", name="Next turning point").click()
        page.wait_for_selector(f"#main[data-number='{second}']")
        page.get_by_role("link", name="Previous turning point").click()
        page.wait_for_selector(f"#main[data-number='{first}']")
        # A click on the chart goes to the move below it.
        chart = page.locator("#slider-chart svg.chart")
        box = chart.bounding_box()
        assert box is not None
        chart.click(position={"x": box["width"] - 1, "y": 40})
        last = len(game.analysis.steps)
        page.wait_for_selector(f"#main[data-number='{last}']")
    values = game.analysis.steps[-1].values
    row = page.locator("#step-values tbody tr").first
    expect(row).to_contain_text(f"{round(100 * values.chances[0])} %")
    expect(row.get_by_role("cell").last).to_have_text(f"{values.points[0]:.0f}")
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def _prompt(page: Page) -> str:
    return page.locator("#prompt .prompt-text").inner_text()
