"""A game with clocks: agreed in the form, shown and ticking at the table, paused by agreement."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Page, expect

from smokestack.server.domain.time_source import ShiftedTime
from tests.web.conftest import Server

pytestmark = pytest.mark.browser


def seconds(page: Page) -> int:
    """The time on the clock that runs."""
    minutes, rest = page.locator(".clock-time[data-runs]").inner_text().split(":")
    return int(minutes) * 60 + int(rest)


def test_two_people_play_with_clocks(server: Server, visit: Callable[..., Page]) -> None:
    ann = visit(f"{server.url}/new?game=glasgow")
    expect(ann.locator("select[name=minutes]")).to_be_hidden()
    ann.select_option("#pace", "live")
    ann.select_option("select[name=minutes]", "10")
    ann.select_option("select[name=on-timeout]", "resign")
    ann.select_option("#seat-1", "link")
    ann.select_option("select[name=first]", "0")
    ann.fill("input[name=name]", "Ann")
    ann.get_by_role("button", name="Take this seat").click()
    agreed = "Clock: 10 minutes for each player, and 10 seconds more with each turn."
    expect(ann.locator(".agreements")).to_contain_text(agreed)
    expect(ann.locator(".agreements")).to_contain_text("A player whose time runs out resigns.")
    link = ann.locator(".waiting-seats input[data-copy]").input_value()
    bob = visit(link)
    expect(bob.locator("main")).to_contain_text(agreed)  # before the seat is taken
    bob.fill("input[name=name]", "Bob")
    bob.locator("form button").last.click()
    expect(ann.locator("#clocks")).to_be_visible()
    expect(bob.locator("#clocks .clock")).to_have_count(2)
    # It ticks without an update of the page.
    revision = ann.locator("#main").get_attribute("data-revision")
    before = seconds(bob)
    expect(bob.locator(".clock-time[data-runs]")).not_to_have_text(
        f"{before // 60}:{before % 60:02}"
    )
    assert seconds(bob) < before <= 600
    assert ann.locator("#main").get_attribute("data-revision") == revision
    ann.get_by_role("button", name="Suggest a pause").click()
    bob.get_by_role("button", name="Agree to the pause").click()
    for page in (ann, bob):
        expect(page.locator("#clocks")).to_contain_text("Pause")
        expect(page.locator(".clock-time[data-runs]")).to_have_count(0)
    bob.get_by_role("button", name="End the pause").click()
    expect(ann.locator(".clock-time[data-runs]")).to_have_text(re.compile(r"^9:\d\d$"))
    # The header takes Ann to the game that waits for her.
    ann.goto(server.url)
    ann.locator(".next-game").click()
    expect(ann.locator("#clocks")).to_be_visible()


@pytest.fixture(scope="module")
def shift(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("time") / "shift"


@pytest.fixture(scope="module")
def shifted(shift: Path) -> Iterator[Server]:
    """A server whose time the tests set."""
    running = Server(shift.parent, options=("--time-shift-file", str(shift)))
    yield running
    running.stop()
    assert "Traceback" not in running.log()


def new_game(page: Page, **fields: str) -> None:
    """A game of Glasgow against a bot, in which the visitor begins."""
    page.select_option("#pace", fields.pop("pace"))
    for name, value in fields.items():
        field = page.locator(f"[name={name.replace('_', '-')}]")
        if name.startswith("night"):
            field.fill(value)
        else:
            field.select_option(value)
    page.select_option("select[name=first]", "0")
    page.get_by_role("button", name="Take this seat").click()
    page.wait_for_selector("#main[data-my-turn]")
    page.wait_for_load_state()


def test_the_clock_is_right_after_an_update_and_a_lost_connection(
    shifted: Server, shift: Path, visit: Callable[..., Page]
) -> None:
    page = visit(f"{shifted.url}/new?game=glasgow")
    new_game(page, pace="live", minutes="10")
    # The page has counted for too long, as while the server is down.
    page.evaluate("const real = Date.now; Date.now = () => real() + 100000")
    expect(page.locator(".clock-time[data-runs]")).to_have_text(re.compile(r"^8:\d\d$"))
    page.evaluate("() => document.dispatchEvent(new Event('live:found'))")
    expect(page.locator(".clock-time[data-runs]")).to_have_text(re.compile(r"^9:\d\d$"))
    # The server's time moved on, and nothing at the table has changed.
    revision = page.locator("#main").get_attribute("data-revision")
    page.context.set_offline(True)
    expect(page.locator("#connection")).to_be_visible()
    ShiftedTime(shift).advance(minutes=5)
    page.context.set_offline(False)
    expect(page.locator(".clock-time[data-runs]")).to_have_text(re.compile(r"^4:\d\d$"))
    assert page.locator("#main").get_attribute("data-revision") == revision


def test_the_clock_runs_again_at_the_end_of_a_night(
    shifted: Server, shift: Path, visit: Callable[..., Page]
) -> None:
    page = visit(f"{shifted.url}/new?game=glasgow")
    time = ShiftedTime(shift)
    zone = ZoneInfo(page.evaluate("Intl.DateTimeFormat().resolvedOptions().timeZone"))
    now = time.now().astimezone(zone)
    begins, ends = now - timedelta(hours=1), now + timedelta(hours=2)
    night = {"night_start": str(begins.hour), "night_end": str(ends.hour)}
    new_game(page, pace="days", turn_hours="24", **night)
    expect(page.locator(".clock-time[data-starts-in]")).to_have_count(1)
    morning = ends.replace(minute=0, second=0, microsecond=0)
    time.advance(seconds=(morning - time.now()).total_seconds() - 4)
    page.reload()
    expect(page.locator(".clock-time[data-starts-in]")).to_have_count(1)
    expect(page.locator(".clock-time[data-runs]")).to_have_count(1)
