"""axe-core looks at every page, light and dark, and finds nothing serious."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Page

from web.conftest import Server
from web.people import Visit, my_turn, notations, resign, set_up, sit_down, submit

AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"
GRAVE = ("serious", "critical")
RUN = """(options) => axe.run(document, { ...options, resultTypes: ["violations"] })
  .then((found) => found.violations)"""
# In the dark nothing but the colours is different.
LIGHTS: dict[Literal["light", "dark"], dict[str, object]] = {
    "light": {},
    "dark": {"runOnly": ["color-contrast"]},
}


@pytest.fixture
def page(server: Server, visit: Visit) -> Page:
    assert AXE.exists(), "axe-core is missing; install it with: npm ci"
    return visit(server.url, inspected=True)


def test_pages_away_from_the_table(page: Page, server: Server) -> None:
    found = _look(page, "start")
    for path in ("new", "new?game=brass", "rules/glasgow", "rules/brass", "no-such-page"):
        page.goto(f"{server.url}/{path}")
        found += _look(page, path)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("game", ["glasgow", "brass"])
def test_a_game_from_the_invitation_to_its_end(
    page: Page, server: Server, visit: Visit, game: str
) -> None:
    table = set_up(page, server.url, "me", "link", game=game)
    found = _look(page, "waiting")
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
    found += _look(page, "my turn")
    for tab in ("Talk", "More"):
        page.locator(".tabs").get_by_role("button", name=tab).click()
        found += _look(page, tab)
    thing = page.locator("#stage .thing:not(.open)").first
    page.locator("#about").evaluate("box => (box.hidden = true)")
    thing.dispatch_event("contextmenu")
    page.locator("#about:not([hidden])").wait_for()
    found += _look(page, "about a thing")
    reached = submit(page, notations(page)[0])
    while my_turn_now(page):
        reached = submit(page, notations(page)[0])
    found += _look(page, "not my turn")
    resign(page)
    page.locator("a[href$='/score']").wait_for()
    found += _look(page, "finished")
    for rest in ("replay/3", "score", "log"):
        page.goto(f"{table}/{rest}")
        found += _look(page, rest)
    page.context.clear_cookies()
    page.goto(address)
    found += _look(page, "seat")
    assert not found, "\n".join(found)


def test_a_screen_that_is_handed_over(page: Page, server: Server) -> None:
    set_up(page, server.url, "me", "here:Bob", game="brass")
    found = _look(page, "curtain")
    assert not found, "\n".join(found)


def my_turn_now(page: Page) -> bool:
    return page.locator("#main[data-my-turn]").count() > 0


def _look(page: Page, where: str) -> list[str]:
    """What axe finds that is serious, each as a line that says where and what to do."""
    page.evaluate(AXE.read_text("utf-8"))
    lines = []
    for light, options in LIGHTS.items():
        page.emulate_media(color_scheme=light)
        found: list[dict[str, Any]] = page.evaluate(RUN, options)
        lines += [
            f"{where}, {light}: {rule['id']} ({rule['help']}) at {node['target']}: "
            f"{node['failureSummary']}"
            for rule in found
            if rule["impact"] in GRAVE
            for node in rule["nodes"][:4]
        ]
    return lines
