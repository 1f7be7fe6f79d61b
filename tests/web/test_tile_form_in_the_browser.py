"""The form for a tile set checks what is typed, and keeps it."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.web.conftest import Server
from tests.web.player import Visit, my_turn, resign


def entry(page: Page, tile: str) -> Locator:
    return page.locator(".tile-entry", has=page.locator(f"[name={tile}-known]"))


def test_a_tile_set_is_checked_while_it_is_typed(server: Server, visit: Visit) -> None:
    page = visit(f"{server.url}/tiles/included", width=390, height=844)
    factory, problem = entry(page, "F1"), entry(page, "F1").locator("[data-problem]")
    points = factory.locator("[name=F1-points]")
    points.fill("100")
    expect(problem).to_have_text("Enter a whole number from 0 to 99.")
    points.fill("7")
    expect(problem).to_be_empty()
    for good in ("stone", "steel", "gold"):
        factory.locator(f"[name=F1-{good}]").fill("0")
    expect(problem).to_have_text("The cost must have at least one good.")
    factory.locator("[name=F1-steel]").fill("2")
    expect(problem).to_have_text("The leftmost good is not part of the cost.")
    factory.locator("[name=F1-first]").select_option("steel")
    expect(problem).to_be_empty()
    expect(page.locator(".tile-entry[data-wrong]")).to_have_count(0)

    contracts = page.locator("[data-contract]")
    kinds = contracts.locator("[name$='-kind']")
    doubles = [kind for kind in kinds.all() if kind.input_value() == "double"]
    other = next(kind for kind in kinds.all() if kind.input_value() != "double")
    assert len(doubles) == 1
    before = other.input_value()
    other.select_option("double")
    expect(page.locator("[data-contract][data-wrong]")).to_have_count(2)
    other.select_option(before)
    expect(page.locator(".tile-entry[data-wrong]")).to_have_count(0)

    page.fill("[name=name]", "From my box")
    page.get_by_role("button", name="Save as my set").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("From my box")
    assert page.locator("[name=F1-points]").input_value() == "7"
    assert page.locator("[name=F1-steel]").input_value() == "2"
    page.get_by_role("link", name="Play with this set").click()
    page.select_option("#seat-1", "here")
    page.click("main form .primary")
    my_turn(page)
    expect(page.locator("#players")).to_contain_text("Tile set: From my box.")
    resign(page)
    page.get_by_role("link", name="Replay").click()
    expect(page.locator("#players")).to_contain_text("Tile set: From my box.")
