"""The pages speak the reader's language, all of them and all of it."""

from __future__ import annotations

import gettext
import re

import pytest
from playwright.sync_api import Page, expect

from smokestack.engine.language import FOLDER, LANGUAGES, speaking, tr
from web.conftest import Server
from web.people import Visit, notations, set_up, submit

OTHERS = [code for code in LANGUAGES if code != "en"]
BROWSERS = {"en": "en-GB", "de": "de-AT", "fr": "fr-CA", "nl": "nl-BE"}
KNOWN = {
    "de": ("Neue Partie", "Regeln", "Offene Tische"),
    "fr": ("Nouvelle partie", "Règles", "Tables ouvertes"),
    "nl": ("Nieuw spel", "Regels", "Open tafels"),
}
LEAST_LETTERS = 10  # shorter ones may be words of both languages

# Everything that is read or heard, apart from names of languages, which are in their own.
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
    with speaking(code):
        expect(page.locator(".at-once .primary")).to_have_text(tr("Play Glasgow now"))
    assert page.locator("#language").input_value() == code
    for word in KNOWN.get(code, ()):
        assert word in page.locator("body").inner_text()


def test_a_language_that_the_house_does_not_speak_is_english(server: Server, visit: Visit) -> None:
    page = visit(server.url, locale="fi-FI")
    assert page.get_attribute("html", "lang") == "en"


@pytest.mark.parametrize("code", OTHERS)
def test_the_switch_holds_on_every_page(server: Server, visit: Visit, code: str) -> None:
    page = visit(f"{server.url}/rules/brass")
    page.select_option("#language", code)
    page.wait_for_selector(f"html[lang={code}]")
    assert page.url == f"{server.url}/rules/brass"
    with speaking(code):
        expect(page.locator("h1")).to_have_text(tr("Rules of {game}", game="Brass"))
    table = set_up(page, server.url, "me", "here:Bob")
    assert page.get_attribute("html", "lang") == code
    # News speak it too.
    submit(page, notations(page)[0])
    with speaking(code):
        expect(page.locator("#log h2")).to_have_text(tr("What happened"))
    page.select_option("#language", "en")
    page.wait_for_selector("html[lang=en]")
    assert page.url == table


@pytest.mark.parametrize("code", OTHERS)
def test_no_english_is_left(server: Server, visit: Visit, code: str) -> None:
    page = visit(server.url, locale=BROWSERS[code])
    english = _english(code)
    left = _left(page, english)
    for path in ("new", "new?game=brass", "rules/glasgow", "rules/brass", "no-such-page"):
        page.goto(f"{server.url}/{path}")
        left |= _left(page, english)
    for game in ("glasgow", "brass"):
        table = set_up(page, server.url, "me", "here:Bob", game=game)
        left |= _left(page, english)
        if game == "brass":
            page.click(".curtain a")
        for _ in range(3):
            page.wait_for_selector("#main[data-my-turn], .curtain")
            left |= _left(page, english)
            if page.locator(".curtain").count():
                page.click(".curtain a")
            page.wait_for_selector("#main[data-my-turn]")
            submit(page, notations(page)[0])
        page.goto(table)
        page.locator(".tabs [data-tab=more]").click()
        page.locator("details.leave summary").first.click()
        page.locator("details.leave .bad").first.click()
        left |= _left(page, english)
        page.click("#confirm [value=yes]")
        page.locator("a[href$='/score']").wait_for()
        for address in (table, f"{table}/score", f"{table}/replay/2", f"{table}/log"):
            page.goto(address)
            left |= _left(page, english)
    assert left == set()


def _left(page: Page, english: re.Pattern[str]) -> set[str]:
    texts: list[str] = page.evaluate(TEXTS)
    return {text for text in texts if english.fullmatch(text)}


def _english(code: str) -> re.Pattern[str]:
    """Whatever the house says otherwise in a language than in English."""
    catalogue = gettext.translation("smokestack", FOLDER, [code])
    patterns = []
    for message in _messages(catalogue):
        told = catalogue.gettext(message)
        letters = re.sub(r"\{\w+\}", "", message)
        if told == message or len(re.findall("[a-z]", letters, re.I)) < LEAST_LETTERS:
            continue
        patterns.append(re.sub(r"\\\{\w+\\\}", ".+", re.escape(message)))
    assert len(patterns) > 100, f"the catalogue of {code} is nearly empty"
    return re.compile("|".join(patterns))


def _messages(catalogue: gettext.NullTranslations) -> list[str]:
    found: dict[object, str] = catalogue.__dict__["_catalog"]
    return [message for message in found if isinstance(message, str) and message]
