"""Playing by keyboard, by touch, on a small screen, and without motion."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Server
from tests.web.player import (
    MAX_ANSWERS,
    OPEN_THINGS,
    Visit,
    my_turn,
    notations,
    point_on,
    resign,
    see_change,
    see_version,
    set_up,
    submit,
    version,
)

PHONE = 390
MAX_TABS = 120
TURN_LIMIT = 36  # enough for some answers of each kind
FOCUSED_IS = "(selector) => document.activeElement.matches(selector)"
# Whether the focused element looks different without the focus, and its HTML.
SHOWS_FOCUS = """() => {
  const focused = document.activeElement;
  const look = () => [focused, ...focused.querySelectorAll("*")].map((part) => {
    const style = getComputedStyle(part);
    const outline = style.outlineStyle === "none" ? "" : style.outline;
    return [outline, style.stroke, style.strokeWidth, style.boxShadow].join();
  }).join();
  const before = look();
  focused.blur();
  const after = look();
  focused.focus();
  return [before !== after, focused.outerHTML.slice(0, 120)];
}"""
WIDTH = "() => document.documentElement.scrollWidth"


def test_a_game_by_keyboard_alone_from_the_start_page_to_the_score(
    server: Server, visit: Visit
) -> None:
    page = visit(server.url)
    _tab_to(page, ".quick-start button")
    page.keyboard.press("Enter")
    page.wait_for_selector("#main[data-table]")
    short = {"options": "shown", "option-turn_limit": str(TURN_LIMIT)}
    set_up(page, server.url, "me", "apprentice", **short)
    by_list = by_board = 0
    for _ in range(MAX_ANSWERS):
        if not my_turn(page):
            break
        before = version(page)
        if page.locator(OPEN_THINGS).count() and by_board <= by_list:
            by_board += 1
            _tab_to(page, OPEN_THINGS)
            page.keyboard.press("ArrowRight")
            page.keyboard.press("Enter")
            if page.locator("#menu:not([hidden])").count():
                page.keyboard.press("Enter")
        else:
            by_list += 1
            page.keyboard.press("l")
            page.keyboard.press("Tab")
            if not page.evaluate(FOCUSED_IS, "#answers .answer"):
                page.keyboard.press("Shift+Tab")
            page.keyboard.press("Enter")
        see_change(page, before)
        if my_turn(page):
            page.wait_for_function(FOCUSED_IS, arg=f"{OPEN_THINGS}, #answers .answer")
    assert by_list > 1
    assert by_board > 1
    _tab_to(page, "a[href$='/score']")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Score", exact=True)).to_be_visible()


def test_the_focus_stays_on_the_board_after_a_confirmation(server: Server, visit: Visit) -> None:
    page = visit()
    set_up(page, server.url, "me", "here:Bob")
    page.evaluate("localStorage.setItem('ask', 'yes')")
    asked = page.locator("#confirm[open]")
    for _ in range(MAX_ANSWERS):
        _tab_to(page, f"{OPEN_THINGS}, #answers .answer")
        before = version(page)
        page.keyboard.press("Enter")
        if page.locator("#menu:not([hidden])").count():
            page.keyboard.press("Enter")
        if confirmed := asked.count():
            page.keyboard.press("Escape")
            expect(asked).to_have_count(0)
            assert page.evaluate(FOCUSED_IS, f"{OPEN_THINGS}, #answers .answer")
            page.evaluate("localStorage.setItem('ask', 'no')")
            page.keyboard.press("Enter")
            if page.locator("#menu:not([hidden])").count():
                page.keyboard.press("Enter")
        see_change(page, before)
        page.wait_for_function(FOCUSED_IS, arg=f"{OPEN_THINGS}, #answers .answer")
        if confirmed:
            return
    raise AssertionError("no answer needed a confirmation")


def test_every_focused_element_is_marked(server: Server, visit: Visit) -> None:
    page = visit()
    addresses = [server.url, f"{server.url}/new", f"{server.url}/rules/glasgow"]
    addresses.append(set_up(page, server.url, "me", "here:Bob"))
    addresses.append(f"{set_up(page, server.url, 'me', 'here:Bob', game='brass')}?seat=0")
    addresses.append(addresses[-1].replace("seat=0", "seat=1"))
    for address in addresses:
        page.goto(address)
        stops = 0
        for _ in range(40):
            page.keyboard.press("Tab")
            if page.evaluate(FOCUSED_IS, "body"):
                break
            stops += 1
            shown, what = page.evaluate(SHOWS_FOCUS)
            assert shown, what
        assert stops > 5


def test_arrow_keys_move_the_focus_between_things(server: Server, visit: Visit) -> None:
    page = visit()
    set_up(page, server.url, "me", "here:Bob")
    _tab_to(page, OPEN_THINGS)
    seen = set()
    for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp", "ArrowRight"):
        page.keyboard.press(key)
        assert page.evaluate(FOCUSED_IS, OPEN_THINGS)
        seen.add(page.evaluate("document.activeElement.id"))
        # The preview explains the focused thing.
        expect(page.locator("#preview")).not_to_be_empty()
    assert len(seen) > 1
    assert version(page) == 0


def test_the_first_tap_previews_and_the_second_answers(server: Server, visit: Visit) -> None:
    page = visit(width=PHONE, height=844)
    set_up(page, server.url, "me", "here:Bob")
    for number in range(1, 4):
        page.touchscreen.tap(*point_on(page.locator(OPEN_THINGS).first))
        confirm = page.locator("#preview button")
        expect(confirm.first).to_be_visible()
        expect(confirm.first).to_be_in_viewport()
        assert version(page) == number - 1
        confirm.first.tap()
        see_version(page, number)
        if not page.locator(OPEN_THINGS).count():
            break


def test_no_page_is_wider_than_a_phone(server: Server, visit: Visit) -> None:
    page = visit(width=PHONE, height=844)
    too_wide: list[str] = []
    addresses = [server.url, *(f"{server.url}/{path}" for path in _PLAIN_PAGES)]
    for game in ("glasgow", "brass"):
        table = set_up(page, server.url, "me", "here:Bob", game=game)
        if game == "brass":
            page.get_by_role("link", name="show my cards").click()
            page.wait_for_selector("#main[data-my-turn]")
        _note_width(page, too_wide)
        submit(page, notations(page)[0])
        for tab in ("Players", "Log", "Chat", "More"):
            page.locator(".tabs").get_by_role("button", name=tab).click()
            _note_width(page, too_wide)
        resign(page)
        expect(page.locator("a[href$='/score']")).to_be_visible()
        paths = ("", "/replay/0", "/replay/1", "/score", "/log", "/deal")
        addresses += [f"{table}{path}" for path in paths]
    addresses.append(set_up(page, server.url, "me", "link"))  # the waiting page
    for address in addresses:
        page.goto(address)
        _note_width(page, too_wide)
    assert too_wide == []


@pytest.mark.parametrize("game", ["glasgow", "brass"])
def test_on_a_phone_the_prompt_is_above_tabs_or_hand_and_below_the_tools(
    server: Server, visit: Visit, game: str
) -> None:
    page = visit(width=PHONE, height=844)
    set_up(page, server.url, "me", "apprentice", game=game)
    page.wait_for_selector("#main[data-my-turn]")
    below = "#part-hand" if game == "brass" else ".tabs"
    tools, prompt, next_ = (
        page.locator(part).bounding_box() for part in (".board-tools", "#prompt", below)
    )
    assert tools
    assert prompt
    assert next_
    assert tools["y"] + tools["height"] <= prompt["y"]
    assert abs(prompt["y"] + prompt["height"] - next_["y"]) < 2


def test_on_a_phone_the_prompt_is_visible_before_the_table_script_runs(
    server: Server, visit: Visit
) -> None:
    page = visit(width=PHONE, height=844)
    page.route(re.compile(r"/table\b[^/]*\.js"), lambda route: route.abort())
    set_up(page, server.url, "me", "here:Bob")
    assert page.evaluate("typeof showTab") == "undefined"
    expect(page.locator("#prompt")).to_be_visible()


def test_a_search_in_the_rules_also_filters_the_contents(server: Server, visit: Visit) -> None:
    page = visit(f"{server.url}/rules/glasgow")
    entries = page.locator(".contents li:visible")
    before = entries.count()
    page.get_by_label("Search the rules").fill("barrel")
    assert 0 < entries.count() == page.locator(".rule:visible").count() < before


def test_on_a_phone_tabs_show_every_section(server: Server, visit: Visit) -> None:
    page = visit(width=PHONE, height=844)
    set_up(page, server.url, "me", "here:Bob")
    sections = {
        "Turn": "prompt",
        "Players": "players",
        "Log": "log",
        "Chat": "chat",
        "More": "more",
    }
    for name, section in sections.items():
        tab = page.locator(".tabs").get_by_role("button", name=name)
        tab.tap()
        expect(page.locator(f"#{section}")).to_be_visible()
        assert tab.get_attribute("aria-pressed") == "true"
        others = [other for other in sections.values() if other != section]
        for other in others:
            expect(page.locator(f"#{other}")).to_be_hidden()
    page.set_viewport_size({"width": 844, "height": PHONE})
    for tab in page.locator(".tabs button:visible").all():
        expect(tab).to_be_in_viewport(ratio=1)


# The distance between the guide and what it explains, or a large number if it hides all of it.
GUIDE_GAP = """() => {
  const [box, target] = ["#guide", ".guide-target"].map(
    (name) => document.querySelector(name).getBoundingClientRect());
  const across = Math.max(box.left - target.right, target.left - box.right);
  const down = Math.max(box.top - target.bottom, target.top - box.bottom);
  return Math.max(across, down) < -40 ? 9999 : Math.max(across, down);
}"""


@pytest.mark.parametrize(("game", "first"), [("glasgow", "1"), ("brass", "0"), ("brass", "1")])
def test_a_new_visitor_sees_the_guide_once(
    server: Server, visit: Visit, game: str, first: str
) -> None:
    page = visit(regular=False)
    set_up(page, server.url, "me", "apprentice", game=game, first=first)
    guide = page.locator("#guide")
    expect(guide).to_be_visible()
    expect(guide).to_contain_text("Step 1 of")
    page.wait_for_selector("#main[data-my-turn]")
    page.reload()
    shown = guide.locator("section:not([hidden])")
    text = shown.inner_text()
    page.get_by_role("button", name="Next", exact=True).click()
    assert shown.inner_text() != text
    page.get_by_role("button", name="Back", exact=True).click()
    assert shown.inner_text() == text
    for _ in range(guide.locator("section").count() - 1):
        page.get_by_role("button", name="Next", exact=True).click()
        page.wait_for_timeout(50)
        assert page.evaluate(GUIDE_GAP) < 40  # beside what it explains, and not over it
    assert page.locator(".guide-target").count() == 1
    page.get_by_role("button", name="Skip the guide").click()
    expect(guide).to_be_hidden()
    page.reload()
    page.wait_for_selector("#main[data-my-turn]")
    expect(guide).to_be_hidden()
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Guide through a turn").click()
    expect(guide).to_be_visible()


@pytest.mark.parametrize("still", [True, False], ids=["reduced", "normal"])
def test_nothing_moves_with_reduced_motion(server: Server, visit: Visit, still: bool) -> None:
    page = visit(server.url, still=still)
    expect(page.locator("#example-pause")).to_have_text("Watch" if still else "Pause")
    set_up(page, server.url, "me", "here:Bob")
    moving = page.locator("#stage .moves").first
    duration = moving.evaluate("piece => getComputedStyle(piece).transitionDuration")
    assert (duration == "0s") is still
    submit(page, notations(page)[0])
    running = page.evaluate("() => document.getAnimations().length")
    assert not (still and running)


_PLAIN_PAGES = ("new", "new?game=brass", "rules/glasgow", "rules/brass", "no-such-page")


def _tab_to(page: Page, selector: str) -> None:
    """Press Tab until an element that matches has the focus."""
    for _ in range(MAX_TABS):
        if page.evaluate(FOCUSED_IS, selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {selector}")


def _note_width(page: Page, too_wide: list[str]) -> None:
    width = page.evaluate(WIDTH)
    if width > PHONE:
        too_wide.append(f"{page.url}: {width}")
