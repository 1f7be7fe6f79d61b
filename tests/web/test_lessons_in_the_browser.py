"""The interactive first games, played to their end as they mark what to do."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Server
from tests.web.player import Visit, open_list, see_change, version

IN_VIEW = """thing => {
  const box = thing.getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  return document.elementFromPoint(x, y)?.closest('[data-thing]') === thing;
}"""


@pytest.mark.parametrize(("game", "width"), [("brass", 390), ("glasgow", 1440)])
def test_a_lesson_is_played_to_its_end(server: Server, visit: Visit, game: str, width: int) -> None:
    page = visit(server.url, width=width, height=900)
    page.get_by_role("link", name=f"Learn {game.capitalize()}").click()
    page.wait_for_selector("#lesson-next")
    tried = False
    while page.get_by_role("link", name="Play a game").count() == 0:
        expect(page.locator(".lesson-text .step")).to_contain_text("Step")
        if page.locator("#lesson-next").count():
            page.locator("#lesson-next").click()
            page.wait_for_load_state()
            continue
        if not tried:
            tried = True
            try_another_move(page)
        before = version(page)
        follow_marks(page)
        see_change(page, before)
        assert page.url.endswith(f"/learn/{game}/{version(page)}")
    assert page.locator(".notice").count() == 0


def try_another_move(page: Page) -> None:
    """A move that the step does not teach is explained, and nothing happens."""
    before = version(page)
    open_list(page)
    page.locator("#answers .answer:not(.guide-target)").last.click()
    if page.locator("#confirm[open]").count():
        page.locator("#confirm-yes").click()
    expect(page.locator(".notice")).to_contain_text(page.locator(".task").inner_text())
    assert version(page) == before
    page.locator("#list-toggle").click()


def follow_marks(page: Page) -> None:
    """Press what the lesson marks: a button, a thing on the board, or else the action."""
    version_before = version(page)
    for _ in range(4):
        if version(page) != version_before:
            return
        pressed = (
            press_visible(page, "#answers .answer.guide-target:not(.addition[aria-pressed=true])")
            or press_visible(page, ".actions [data-give].guide-target")
            or press_things(page)
            or press_visible(page, ".actions [data-action].guide-target")
        )
        assert pressed
        press_visible(page, ":is(#preview, #menu) .answer.guide-target")
        if page.locator("#confirm[open]").count():
            page.locator("#confirm-yes").click()
        page.wait_for_timeout(150)


def press_visible(page: Page, selector: str) -> bool:
    for found in page.locator(selector).all():
        if found.is_visible():
            found.click()
            return True
    return False


def press_things(page: Page) -> bool:
    for thing in page.locator("#stage .thing.guide-target:is(.open, .start)").all():
        if thing.is_visible() and thing.evaluate(IN_VIEW):
            box = thing.bounding_box()
            assert box
            touch = page.evaluate("matchMedia('(pointer: coarse)').matches")
            press = page.touchscreen.tap if touch else page.mouse.click
            press(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            return True
    return False
