"""axe-core finds no serious problem on any page, light or dark."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Page

from smokestack.puzzles.puzzle import puzzles_of
from tests.server.analysed_games import store_analysed_game
from tests.web.conftest import Server
from tests.web.player import Visit, my_turn, notations, resign, set_up, sit_down, submit

AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"
FAILING_IMPACTS = ("serious", "critical")
RUN = """([parts, options]) =>
  axe.run(parts.length ? { include: parts } : document, { ...options, resultTypes: ["violations"] })
    .then((found) => found.violations)"""
# The themes differ only in colours.
THEMES: dict[Literal["light", "dark"], dict[str, object]] = {
    "light": {},
    "dark": {"runOnly": ["color-contrast"]},
}


@pytest.fixture
def page(server: Server, visit: Visit) -> Page:
    assert AXE.exists(), "axe-core is missing; install it with: python -m tools.npm_packages test"
    return visit(inspected=True)


def test_pages_other_than_the_table(page: Page, server: Server) -> None:
    page.goto(server.url)
    found = _check(page, "start")
    for path in (
        "new",
        "new?game=brass",
        "games",
        "ratings",
        "rules/glasgow",
        "rules/brass",
        "learn/brass/1",
        "learn/glasgow/9",
        "puzzles",
        _puzzle("glasgow", "build"),
        _puzzle("glasgow", "place"),
        _puzzle("brass", "sell"),
        "study",
        "openings?game=glasgow",
        "study/new?start=brass/2018/2",
        "study/edit?start=glasgow/standard/2",
        "study/edit?start=brass/2007/4",
        "tournaments/new?game=brass",
        "notices",
        "account/forgot",
        "no-such-page",
    ):
        page.goto(f"{server.url}/{path}")
        page.locator(".editor-section").evaluate_all("all => all.forEach(each => each.open = true)")
        found += _check(page, path)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("game", ["glasgow", "brass"])
def test_a_game_from_the_invitation_to_its_end(
    page: Page, server: Server, visit: Visit, game: str
) -> None:
    table = set_up(page, server.url, "me", "link", game=game)
    found = _check(page, "waiting")
    other = visit(page.get_by_label("Send this link to a friend").input_value())
    address = other.url
    sit_down(other, "Bob")
    page.wait_for_selector("#main[data-seated] .seat-panel.acting")
    actor, idle = (page, other) if my_turn_now(page) else (other, page)
    for _ in range(4):
        if not my_turn_now(actor):
            actor, idle = idle, actor
        reached = submit(actor, notations(actor)[0])
        idle.wait_for_selector(f"#main[data-version='{reached}']")
    while not my_turn_now(page):
        submit(other, notations(other)[0])
        page.wait_for_selector(f"#main[data-version='{reached + 1}']")
        reached += 1
    assert my_turn(page)
    found += _check(page, "my turn")
    other.locator(".tabs").get_by_role("button", name="Chat", exact=True).click()
    other.get_by_role("textbox", name="Message").fill("Hello")
    other.get_by_role("textbox", name="Message").press("Enter")
    page.locator("#chat-messages .message-menu").wait_for(state="attached")
    for tab in ("Chat", "More"):
        page.locator(".tabs").get_by_role("button", name=tab).click()
        found += _check(page, tab, ".tabs", f"#{tab.lower()}")
    thing = page.locator("#stage .thing:not(.open)").first
    page.locator("#about").evaluate("box => (box.hidden = true)")
    thing.dispatch_event("contextmenu")
    page.locator("#about:not([hidden])").wait_for()
    found += _check(page, "about a thing", "#about")
    reached = submit(page, notations(page)[0])
    while my_turn_now(page):
        reached = submit(page, notations(page)[0])
    found += _check(page, "not my turn")
    resign(page)
    page.locator("a[href$='/score']").wait_for()
    found += _check(page, "finished")
    for rest in ("replay/3", "score", "log", "deal"):
        page.goto(f"{table}/{rest}")
        found += _check(page, rest)
    page.goto(table)
    page.locator(".tabs").get_by_role("button", name="More").click()
    private = page.get_by_label("seat on another device").input_value()
    page.context.clear_cookies()
    page.goto(address)
    found += _check(page, "used invitation")
    page.goto(private)
    found += _check(page, "private link")
    assert not found, "\n".join(found)


def test_a_game_with_its_analysis(page: Page, server: Server) -> None:
    game = store_analysed_game(server.folder, "glasgow")
    page.set_viewport_size({"width": 360, "height": 780})
    found = []
    for path in ("analysis", f"replay/{game.turning_points[0]}"):
        page.goto(f"{server.url}{game.path}/{path}")
        page.locator("svg.chart").first.wait_for()
        found += _check(page, path) + _too_wide(page, path)
    page.goto(f"{server.url}{game.mistake_paths[0]}")
    found += _check(page, "mistake") + _too_wide(page, "mistake")
    assert not found, "\n".join(found)


def test_the_page_that_asks_to_hand_over_the_screen(page: Page, server: Server) -> None:
    set_up(page, server.url, "me", "here:Bob", game="brass")
    found = _check(page, "hand over")
    assert not found, "\n".join(found)


def test_the_pages_of_an_account(page: Page, server: Server) -> None:
    page.set_viewport_size({"width": 360, "height": 780})
    page.goto(f"{server.url}/account")
    found = _check(page, "sign in") + _too_wide(page, "sign in")
    form = page.locator("form[action='/account/sign-up']")
    form.locator("[name=name]").fill("WWWWWWWWWWWWWWWWWWWW")
    form.locator("[name=password]").fill("correct horse battery")
    form.get_by_role("button").click()
    page.locator(".devices").wait_for()
    page.locator("details > summary").click()
    found += _check(page, "account") + _too_wide(page, "account")
    set_up(page, server.url, "me", "clerk")
    page.locator("#main[data-seated]").wait_for()
    resign(page)
    page.locator("a[href$='/score']").wait_for()
    page.goto(f"{server.url}/people/WWWWWWWWWWWWWWWWWWWW")
    assert page.locator(".statistics").count() == 2
    found += _check(page, "profile") + _too_wide(page, "profile")
    for path in ("", "new", "ratings", "ratings?list=glasgow-2-bots"):
        page.goto(f"{server.url}/{path}")
        found += _check(page, path) + _too_wide(page, path)
    set_up(page, server.url, "me", "link")
    found += _check(page, "table that waits") + _too_wide(page, "table that waits")
    assert not found, "\n".join(found)


def _puzzle(game: str, kind: str) -> str:
    """The page of a puzzle that an answer of this kind solves."""
    found = next(each for each in puzzles_of(game) if each.best.answer.split()[0] == kind)
    return f"puzzles/{found.id}"


def _too_wide(page: Page, where: str) -> list[str]:
    width = page.evaluate("document.documentElement.scrollWidth")
    return [f"{where}: {width} pixels wide"] if width > 360 else []


def my_turn_now(page: Page) -> bool:
    return page.locator("#main[data-my-turn]").count() > 0


def _check(page: Page, where: str, *parts: str) -> list[str]:
    """The serious findings of axe on a page or in some of its parts, with place and remedy."""
    if page.evaluate("() => !window.axe"):
        page.evaluate(AXE.read_text("utf-8"))
    lines = []
    for theme, options in THEMES.items():
        page.emulate_media(color_scheme=theme)
        found: list[dict[str, Any]] = page.evaluate(RUN, [parts, options])
        lines += [
            f"{where}, {theme}: {rule['id']} ({rule['help']}) at {node['target']}: "
            f"{node['failureSummary']}"
            for rule in found
            if rule["impact"] in FAILING_IMPACTS
            for node in rule["nodes"][:4]
        ]
    return lines
