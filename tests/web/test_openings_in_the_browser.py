"""The openings explorer on a phone, in all languages, and from the study board."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from smokestack.presentation.language import LANGUAGES
from tests.web.conftest import Server
from tests.web.player import Visit

PHONE = {"width": 360, "height": 740}
GLASGOW = "openings?game=glasgow&edition=standard&players=2"


def test_a_line_of_first_moves_is_followed_and_left_on_a_phone(
    server: Server, visit: Visit
) -> None:
    page = visit(f"{server.url}/{GLASGOW}", **PHONE)
    rows = page.locator(".opening-choices tbody tr")
    first = rows.first
    games = int(first.locator("td").first.inner_text())
    chosen = first.locator("a").inner_text()
    first.locator("a").click()
    expect(page.locator(".opening-line li")).to_have_text([chosen])
    expect(page.get_by_role("heading", name="Move 2")).to_be_visible()
    later = [int(text) for text in rows.locator("td:nth-child(2)").all_inner_texts() if text != "–"]
    assert later
    assert max(later) <= games
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.locator(".opening-line a").first.click()
    expect(page.get_by_role("heading", name="Move 1")).to_be_visible()


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_openings_are_shown_in_every_language(server: Server, visit: Visit, language: str) -> None:
    page = visit(f"{server.url}/{GLASGOW}")
    page.locator("#language").select_option(language)
    expect(page.locator("html")).to_have_attribute("lang", language)
    texts = page.locator(".opening-choices tbody th").all_inner_texts()
    assert len(texts) > 2
    assert all(re.fullmatch(r"\S.*", text) for text in texts)


def test_the_study_board_leads_to_the_opening_of_the_player_who_must_move(
    server: Server, visit: Visit
) -> None:
    page = visit(f"{server.url}/study")
    page.locator("select[name=start]").select_option("glasgow/standard/2")
    page.get_by_role("button", name="Set up").click()
    page.wait_for_selector("#main[data-my-turn]")
    page.wait_for_load_state()  # the scripts handle clicks only then
    page.locator("[data-tab=more]").click()
    page.locator("#more a[href^='/openings?']").click()
    expect(page.locator("main.openings")).to_be_visible()
    expect(page.locator(".opening-choices tbody tr").first).to_be_visible()
