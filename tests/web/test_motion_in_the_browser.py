"""Changes on the board are animated, unless the reader prefers reduced motion."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.web.conftest import Server
from tests.web.player import Visit, notations, set_up, submit, take_seat

# Records every moving cube: its kind, start and end in the window, and the duration.
WATCH = """() => {
  window.travelled = [];
  new MutationObserver((records) => {
    for (const cube of records.flatMap((record) => [...record.addedNodes])) {
      if (!cube.classList?.contains("travels")) continue;
      const [way] = cube.getAnimations();
      const duration = way.effect.getComputedTiming().duration;
      const middle = () => {
        const box = cube.getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2];
      };
      way.pause();
      const start = middle();
      way.currentTime = duration;
      const end = middle();
      way.currentTime = 0;
      way.play();
      window.travelled.push({ kind: cube.classList[1], start, end, duration });
    }
  }).observe(document.body, { childList: true, subtree: true });
}"""


def test_a_cube_moves_from_the_market_to_where_it_is_used(server: Server, visit: Visit) -> None:
    page = begin_developing(visit, server.url, still=False)
    before = cube_middles(page)
    stack = page.locator("#thing-stack-iron").bounding_box()
    assert stack is not None
    discard(page)
    (way,) = page.evaluate("window.travelled")
    assert way["kind"] == "iron"
    assert 150 <= way["duration"] <= 300
    assert any(is_near(way["start"], middle) for middle in before)
    assert stack["x"] < way["end"][0] < stack["x"] + stack["width"]
    assert stack["y"] < way["end"][1] < stack["y"] + stack["height"]
    assert len(cube_middles(page)) == len(before) - 1
    page.wait_for_selector(".travels", state="detached")


def test_no_cube_moves_with_reduced_motion(server: Server, visit: Visit) -> None:
    page = begin_developing(visit, server.url, still=True)
    before = cube_middles(page)
    discard(page)
    assert len(cube_middles(page)) == len(before) - 1
    assert page.evaluate("window.travelled") == []


def begin_developing(visit: Visit, url: str, still: bool) -> Page:
    """The page of the first player; without iron works, the iron will come from the market."""
    ann = visit(still=still)
    set_up(ann, url, "me", "link", game="brass")
    bob = visit(still=still)
    take_seat(bob, ann.get_by_label("Send this link to a friend").input_value(), "Bob")
    ann.wait_for_selector("#main[data-title*='urn –']")
    page = ann if ann.locator("#main[data-my-turn]").count() else bob
    page.evaluate(WATCH)
    submit(page, "develop iron")
    return page


def discard(page: Page) -> None:
    submit(page, notations(page)[0])


def cube_middles(page: Page) -> list[list[float]]:
    found: list[list[float]] = page.locator("#thing-market-iron [data-marker]").evaluate_all(
        "cubes => cubes.map(cube => cube.getBoundingClientRect())"
        ".map(box => [box.x + box.width / 2, box.y + box.height / 2])"
    )
    return found


def is_near(point: list[float], other: list[float]) -> bool:
    """Within a pixel."""
    return all(abs(a - b) < 1 for a, b in zip(point, other, strict=True))
