"""All pages are completely in the reader's language."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from smokestack.presentation.language import LANGUAGES, tr, use_language
from tests.english import english_messages
from tests.server.analysed_games import store_analysed_game
from tests.web.conftest import Server
from tests.web.player import Visit, notations, set_up, submit

OTHERS = [code for code in LANGUAGES if code != "en"]
BROWSERS = {"en": "en-GB", "de": "de-AT", "fr": "fr-CA", "nl": "nl-BE"}
EXPECTED_WORDS = {
    "de": ("Neue Partie", "Regeln", "Offene Tische"),
    "fr": ("Nouvelle partie", "Règles", "Tables ouvertes"),
    "nl": ("Nieuw spel", "Regels", "Open tafels"),
}

# All visible and accessible texts, except the names of languages, which are in their own.
TEXTS = """() => {
  const texts = [document.title];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const parent = walk.currentNode.parentElement;
    if (!parent.closest("script, [lang]:not(html)")) texts.push(walk.currentNode.textContent);
  }
  for (const element of document.querySelectorAll("body *")) {
    for (const name of ["aria-label", "title", "placeholder", "data-text", "data-copied"]) {
      if (element.hasAttribute(name)) texts.push(element.getAttribute(name));
    }
  }
  return texts.map((text) => text.replace(/\\s+/g, " ").trim()).filter(Boolean);
}"""


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_browser_chooses_the_language(server: Server, visit: Visit, code: str) -> None:
    page = visit(server.url, locale=BROWSERS[code])
    assert page.get_attribute("html", "lang") == code
    with use_language(code):
        expect(page.locator(".quick-start .primary")).to_have_text(tr("Play Glasgow now"))
    assert page.locator("#language").input_value() == code
    for word in EXPECTED_WORDS.get(code, ()):
        assert word in page.locator("body").inner_text()


def test_the_default_language_is_english(server: Server, visit: Visit) -> None:
    page = visit(server.url, locale="fi-FI")
    assert page.get_attribute("html", "lang") == "en"


@pytest.mark.parametrize("code", OTHERS)
def test_the_chosen_language_applies_to_every_page(server: Server, visit: Visit, code: str) -> None:
    page = visit(f"{server.url}/rules/brass")
    page.select_option("#language", code)
    page.wait_for_selector(f"html[lang={code}]")
    assert page.url == f"{server.url}/rules/brass"
    with use_language(code):
        expect(page.locator("h1")).to_have_text(tr("Rules of {game}", game="Brass"))
    table = set_up(page, server.url, "me", "here:Bob")
    assert page.get_attribute("html", "lang") == code
    # Live updates use it, too.
    submit(page, notations(page)[0])
    with use_language(code):
        expect(page.locator("#log h2")).to_have_text(tr("What happened"))
    page.select_option("#language", "en")
    page.wait_for_selector("html[lang=en]")
    assert page.url == table


@pytest.mark.parametrize("code", OTHERS)
def test_no_english_text_remains(server: Server, visit: Visit, code: str) -> None:
    page = visit(server.url, locale=BROWSERS[code])
    english = english_messages(code)
    left = _untranslated(page, english)
    for path in ("new", "new?game=brass", "rules/glasgow", "rules/brass", "no-such-page"):
        page.goto(f"{server.url}/{path}")
        left |= _untranslated(page, english)
    for game in ("glasgow", "brass"):
        table = set_up(page, server.url, "me", "here:Bob", game=game)
        left |= _untranslated(page, english)
        if game == "brass":
            page.click(".hand-over a")
        for _ in range(3):
            page.wait_for_selector("#main[data-my-turn], .hand-over")
            left |= _untranslated(page, english)
            if page.locator(".hand-over").count():
                page.click(".hand-over a")
            page.wait_for_selector("#main[data-my-turn]")
            submit(page, notations(page)[0])
        page.goto(table)
        page.locator(".tabs [data-tab=more]").click()
        page.locator("details.leave summary").first.click()
        page.locator("details.leave .bad").first.click()
        left |= _untranslated(page, english)
        page.click("#confirm [value=yes]")
        page.locator("a[href$='/score']").wait_for()
        for address in (table, f"{table}/score", f"{table}/replay/2", f"{table}/log"):
            page.goto(address)
            left |= _untranslated(page, english)
    assert left == set()


def test_no_english_text_remains_in_studies_and_exercises(server: Server, visit: Visit) -> None:
    game = store_analysed_game(server.folder, "glasgow")
    page = visit(f"{server.url}/study/new?start=brass/2007/3")
    page.wait_for_selector("#main[data-my-turn]")
    study = page.url
    for code in OTHERS:
        page.goto(study)
        page.select_option("#language", code)
        page.wait_for_selector(f"html[lang={code}]")
        page.locator("#hint").click()
        page.locator("#hints .hint").first.wait_for()
        english = english_messages(code)
        left = _untranslated(page, english)
        for path in ("/study", "/study/edit?start=brass/2007/3", *game.mistake_paths):
            page.goto(f"{server.url}{path}")
            left |= _untranslated(page, english)
        page.locator("#solution").click()
        page.locator("#lesson-text .hint-line").first.wait_for()
        assert left | _untranslated(page, english) == set(), code


def _untranslated(page: Page, english: re.Pattern[str]) -> set[str]:
    texts: list[str] = page.evaluate(TEXTS)
    return {text for text in texts if english.fullmatch(text)}
