"""The Brass table at every size: what one needs is visible, readable, and large enough to hit."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.brass_positions import (
    Wanted,
    at_decision,
    find_position,
    late_action,
    open_table,
    rail_action,
)
from tests.web.conftest import Server
from tests.web.player import Visit
from tests.web.windows import DESKTOP, PHONES, TABLETS, TESTED_SIZES, name_of

MIN_TEXT = 11
MIN_TARGET = 40
MIN_DESKTOP_PLOT = 44
MIN_DESKTOP_PRICE = 12

DECISIONS: dict[str, Wanted] = {
    "canal action": late_action,
    "rail action": rail_action,
    **{
        name: at_decision(name)
        for name in ("card", "coal", "iron", "second rail", "second development", "sale", "debt")
    },
}

# The map is drawn again in the frame after its part has changed its size.
TWO_FRAMES = """() => new Promise((done) => {
  requestAnimationFrame(() => requestAnimationFrame(() => done()));
})"""
# The size of every text in the window, in pixels.
TEXTS = """() => {
  const found = [];
  const inside = (box, frame) => box.width && box.top >= frame.top - 1
    && box.left >= frame.left - 1 && box.right <= frame.right + 1 && box.bottom <= frame.bottom + 1;
  const page = new DOMRect(0, 0, innerWidth, innerHeight);
  for (const text of document.querySelectorAll("#stage svg text")) {
    const box = text.getBoundingClientRect();
    if (!text.checkVisibility() || !inside(box, page)) continue;
    if (!inside(box, text.closest(".part").getBoundingClientRect())) continue;
    const { a, b } = text.getScreenCTM(); // some are rotated
    const size = parseFloat(getComputedStyle(text).fontSize) * Math.hypot(a, b);
    found.push([text.textContent, size]);
  }
  const walker = document.createTreeWalker(document.querySelector("#main"), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const [text, parent] = [walker.currentNode.nodeValue.trim(), walker.currentNode.parentElement];
    if (!text || parent.closest("svg, .visually-hidden") || !parent.checkVisibility()) continue;
    if (!inside(parent.getBoundingClientRect(), page)) continue;
    found.push([text, parseFloat(getComputedStyle(parent).fontSize)]);
  }
  return found;
}"""
# The width and height of everything in the window that can be clicked.
TARGETS = """() => {
  const found = [];
  const board = document.querySelector("#part-board").getBoundingClientRect();
  const shown = "#stage .thing:is(.open, .start), #main button:not(:disabled), #main summary";
  for (const target of document.querySelectorAll(shown)) {
    const box = target.getBoundingClientRect();
    const hidden = target.closest(".visually-hidden, .in-words") || !target.checkVisibility();
    if (hidden || !box.width || getComputedStyle(target).clipPath !== "none") continue;
    const onMap = target.closest("#part-board");
    const frame = onMap ? board : new DOMRect(0, 0, innerWidth, innerHeight);
    if (box.left < frame.left || box.right > frame.right) continue;
    if (box.top < frame.top || box.bottom > frame.bottom) continue;
    found.push([target.id || target.textContent.trim(), box.width, box.height]);
  }
  return found;
}"""
# What of the selector is outside the window or under something else.
COVERED = """(selector) => [...document.querySelectorAll(selector)].filter((each) => {
  const box = each.getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const top = document.elementFromPoint(x, y);
  return !top || !(each.contains(top) || top.contains(each));
}).map((each) => each.id || each.className?.baseVal || each.className)"""


def open_window(visit: Visit, server: Server, size: tuple[int, int]) -> Page:
    width, height = size
    return visit(width=width, height=height, touch=width < DESKTOP[0])


def show(page: Page, server: Server, name: str) -> None:
    open_table(page, server, find_position(DECISIONS[name]))
    page.evaluate("() => document.fonts.ready.then(() => true)")
    page.wait_for_timeout(150)


def open_decision(visit: Visit, server: Server, name: str, size: tuple[int, int]) -> Page:
    page = open_window(visit, server, size)
    show(page, server, name)
    return page


@pytest.mark.parametrize("size", TESTED_SIZES, ids=name_of)
def test_what_a_decision_needs_is_in_the_window(
    server: Server, visit: Visit, size: tuple[int, int]
) -> None:
    """On a phone, all texts can also be read and all targets can be hit."""
    page = open_window(visit, server, size)
    width, height = size
    for name in DECISIONS:
        show(page, server, name)
        needed = "#part-hand .thing, .prompt-text, .own-facts, .own-facts [title='Money'], #hint"
        assert page.evaluate(COVERED, needed) == [], name
        assert page.evaluate("document.documentElement.scrollWidth") <= width, name
        assert page.evaluate("document.documentElement.scrollHeight") <= height, name
        # Something that matters is visible on the map, unless the choice is among cards or stacks.
        open_on_map = page.locator("#part-board .thing.open:not(.off)")
        if open_on_map.count():
            covered = page.evaluate(COVERED, "#part-board .thing.open:not(.off)")
            assert len(covered) < open_on_map.count(), name
        if size in PHONES:
            texts = page.evaluate(TEXTS)
            assert len(texts) > 10, name
            assert [text for text in texts if text[1] < MIN_TEXT] == [], name
            targets = page.evaluate(TARGETS)
            assert len(targets) > 5, name
            assert [each for each in targets if min(each[1:]) < MIN_TARGET - 0.5] == [], name


@pytest.mark.parametrize("size", PHONES, ids=["portrait", "landscape"])
def test_on_a_phone_the_rest_is_a_tap_away_and_can_be_read(
    server: Server, visit: Visit, size: tuple[int, int]
) -> None:
    page = open_decision(visit, server, "rail action", size)
    for tab, part in {"Tiles": "stacks", "Markets": "markets", "Players": "players"}.items():
        page.locator(".tabs").get_by_role("button", name=tab).tap()
        expect(page.locator(f"#part-{part}")).to_be_visible()
        page.evaluate(TWO_FRAMES)
        assert [text for text in page.evaluate(TEXTS) if text[1] < MIN_TEXT] == [], tab
        assert page.evaluate(COVERED, "#part-hand .thing") == [], tab


def test_on_a_desktop_the_board_fills_the_width(server: Server, visit: Visit) -> None:
    page = open_decision(visit, server, "rail action", DESKTOP)
    plots = page.locator("#part-board .slot").evaluate_all(
        "plots => plots.map(plot => plot.querySelector('rect').getBoundingClientRect().width)"
    )
    assert len(plots) > 30
    assert min(plots) >= MIN_DESKTOP_PLOT
    prices = page.locator("#part-markets .price").evaluate_all(
        "texts => texts.map(text => parseFloat(getComputedStyle(text).fontSize)"
        " * text.getScreenCTM().a)"
    )
    assert min(prices) >= MIN_DESKTOP_PRICE
    boxes = {
        name: page.locator(selector).bounding_box()
        for name, selector in {
            "markets": "#part-markets",
            "map": "#part-board",
            "prompt": "#prompt",
        }.items()
    }
    markets, board, prompt = boxes["markets"], boxes["map"], boxes["prompt"]
    assert markets
    assert board
    assert prompt
    assert markets["x"] == 0
    assert board["x"] - (markets["x"] + markets["width"]) < 2
    assert prompt["x"] - (board["x"] + board["width"]) < 2
    assert prompt["x"] + prompt["width"] >= DESKTOP[0] - 1
    # The whole map is visible: no plot is outside.
    assert page.evaluate(COVERED, "#part-board .slot") == []
    for part in ("markets", "players", "hand", "stacks"):
        expect(page.locator(f"#part-{part}")).to_be_in_viewport(ratio=0.98)


@pytest.mark.parametrize("size", TABLETS, ids=["portrait", "landscape"])
def test_on_a_tablet_map_hand_stacks_and_markets_are_visible_together(
    server: Server, visit: Visit, size: tuple[int, int]
) -> None:
    page = open_decision(visit, server, "rail action", size)
    for part in ("board", "hand", "stacks", "markets"):
        expect(page.locator(f"#part-{part}")).to_be_in_viewport(ratio=0.98)
    assert [text for text in page.evaluate(TEXTS) if text[1] < MIN_TEXT] == []
    page.locator(".tabs").get_by_role("button", name="Players").tap()
    expect(page.locator("#part-players")).to_be_in_viewport(ratio=0.9)
    expect(page.locator("#prompt")).to_be_visible()


def test_the_map_zooms_and_pans_and_the_rest_stays(server: Server, visit: Visit) -> None:
    page = open_decision(visit, server, "rail action", DESKTOP)
    board = page.locator("#part-board .picture")
    whole = board.get_attribute("viewBox")
    box = board.bounding_box()
    assert box
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def width() -> float:
        return float((board.get_attribute("viewBox") or "").split()[2])

    start = width()
    page.mouse.move(*middle)
    for _ in range(5):
        page.mouse.wheel(0, -100)
    page.wait_for_timeout(100)
    zoomed = board.get_attribute("viewBox")
    assert width() < 0.7 * start
    assert page.evaluate(COVERED, "#part-hand .thing, .own-facts, .prompt-text") == []
    page.mouse.down()
    page.mouse.move(middle[0] - 120, middle[1] - 40, steps=4)
    page.mouse.up()
    assert board.get_attribute("viewBox") != zoomed
    page.keyboard.press("0")
    assert board.get_attribute("viewBox") == whole
    page.keyboard.press("+")
    assert width() < start
    page.keyboard.press("-")
    assert width() == pytest.approx(start, rel=0.01)
    page.locator("#part-board").focus()
    page.keyboard.press("+")
    before = board.get_attribute("viewBox")
    page.keyboard.press("ArrowRight")
    assert board.get_attribute("viewBox") != before
    page.get_by_label("Whole board").click()
    page.mouse.dblclick(box["x"] + 60, box["y"] + 300)  # on the sea
    page.wait_for_timeout(300)
    assert width() < start


def test_on_a_phone_the_map_goes_where_more_can_be_done(server: Server, visit: Visit) -> None:
    page = open_decision(visit, server, "canal action", PHONES[0])
    more = page.locator(".offscreen:visible").first
    more.wait_for()
    board = page.locator("#part-board .picture")
    before = board.get_attribute("viewBox")
    more.tap()
    page.wait_for_timeout(200)
    assert board.get_attribute("viewBox") != before
    assert page.locator("#part-board .thing.open:not(.off)").count() > 0
    # Two fingers that move apart zoom in; the hand stays where it is.
    box = board.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    width = float((board.get_attribute("viewBox") or "").split()[2])
    pinch(page, [[(x, y - gap), (x, y + gap)] for gap in (20, 35, 50, 65)])
    page.wait_for_timeout(200)
    assert float((board.get_attribute("viewBox") or "").split()[2]) < 0.6 * width
    assert page.evaluate("visualViewport.scale") == 1
    assert page.evaluate(COVERED, "#part-hand .thing, .own-facts, .prompt-text") == []


def pinch(page: Page, steps: list[list[tuple[float, float]]]) -> None:
    """Put fingers down at the points of the first step, move them, and lift them."""
    session = page.context.new_cdp_session(page)
    for number, points in enumerate(steps):
        kind = "touchMove" if number else "touchStart"
        touches = [{"x": x, "y": y, "id": finger} for finger, (x, y) in enumerate(points)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    session.detach()
