"""Setting up a position of each game by hand on a phone, with the keyboard and without scripts."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from smokestack.presentation.language import LANGUAGES
from tests.web.conftest import Server
from tests.web.player import Visit

PHONE = {"width": 360, "height": 740}


def open_section(page: Page, title: str) -> None:
    section = page.locator(".editor-section").filter(
        has=page.get_by_role("heading", name=title, exact=True)
    )
    if section.get_attribute("open") is None:
        section.locator("summary").press("Enter")


def open_all(page: Page) -> None:
    page.locator(".editor-section").evaluate_all("all => all.forEach(each => (each.open = true))")


def test_a_city_is_set_up_on_a_phone(server: Server, visit: Visit) -> None:
    page = visit(f"{server.url}/study", **PHONE)
    page.locator("select[name=start]").select_option("glasgow/standard/2")
    page.get_by_role("button", name="Change it by hand").click()
    page.wait_for_url("**/study/edit?game=glasgow*")
    page.get_by_label("Player 1: stone").fill("5")
    open_section(page, "City")
    page.get_by_label("City 0,0").select_option("F8 1")
    page.get_by_label("City 2,0").select_option("L7 0")
    page.get_by_role("button", name="Show on the board").click()
    expect(page.get_by_role("alert")).to_contain_text("Not a position of Glasgow")
    expect(page.get_by_label("Player 1: stone")).to_have_value("5")
    open_all(page)
    expect(page.get_by_label("City 2,0")).to_have_value("L7 0")
    page.get_by_label("City 2,0").select_option("")
    free = ["T1", "T2", "T3", "T4", "T5", "T6", "P1", "P2"]
    for number, offer in enumerate(page.locator("select[name^=offer-]").all()):
        offer.select_option(free[number])
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.get_by_role("button", name="Show on the board").click()
    page.wait_for_selector("#main.study[data-my-turn]")
    page.wait_for_load_state()  # the scripts handle clicks only then
    expect(page.locator("#board-text")).to_contain_text("F8")
    page.locator(".tabs [data-tab=more]").click()
    page.get_by_role("link", name="Edit the position").click()
    open_section(page, "City")
    expect(page.get_by_label("City 0,0")).to_have_value("F8 1")


@pytest.mark.parametrize("start", ["glasgow/standard/2", "brass/2007/4"])
def test_the_form_fits_on_a_phone_in_every_language(
    server: Server, visit: Visit, start: str
) -> None:
    for code in LANGUAGES:
        page = visit(f"{server.url}/study/edit?start={start}", locale=code, **PHONE)
        open_all(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], code


def test_a_table_of_brass_is_set_up_without_scripts(server: Server, browser: Browser) -> None:
    context = browser.new_context(java_script_enabled=False, viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.goto(f"{server.url}/study/edit?start=brass/2018/3")
    page.get_by_label("Period").select_option("rail")
    page.get_by_label("Round", exact=True).fill("2")
    page.get_by_label("Actions left in this turn").select_option("2")
    page.get_by_label("Player 2: Money").fill("77")
    open_section(page, "Tiles on the map")
    page.get_by_label("Bolton (plot 1): Tile").select_option("coal 2")
    page.get_by_label("Bolton (plot 1): Owner").select_option("1")
    page.get_by_label("Bolton (plot 1): Cubes").fill("9")
    page.get_by_role("button", name="Show on the board").press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("Bolton (plot 1): Cubes")
    expect(page.get_by_label("Player 2: Money")).to_have_value("77")
    page.get_by_label("Bolton (plot 1): Cubes").fill("3")
    open_section(page, "Canals and railways")
    page.get_by_label("Bolton – Bury").select_option("1")
    page.get_by_role("button", name="Show on the board").press("Enter")
    page.locator("#main.study").wait_for()
    description = page.locator("#board-text").text_content() or ""
    assert "Rail period, round 2" in description
    assert "£77" in description
    assert "Bolton – Bury" in description
    context.close()
