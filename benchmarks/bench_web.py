"""How much a table loads and how fast it answers; `make bench-web` prints it.

A real server on loopback and a real Chromium with empty caches, at a game of each kind that has
run for a while. Sizes are as sent, compressed. Times are medians.
"""

from __future__ import annotations

import asyncio
import re
import sys
import tempfile
import time
from html import unescape
from pathlib import Path
from statistics import median

import httpx
import msgspec
from playwright.sync_api import Browser, Response, sync_playwright
from rich.console import Console

from browsing import FLAGS, chromium, serving
from measuring import new_table
from smokestack.engine.stream import Stream
from smokestack.server.house import House
from smokestack.server.settings import Settings
from smokestack.server.table import NewTable, Table

GUEST = "bench-----------------"
SEED = 1845
VIEWS = 7
ANSWERS = 60
MOST_BYTES = {"glasgow": 100_000, "brass": 200_000}
MOST_SECONDS_TO_VIEW = 1.0
MOST_SECONDS_TO_ANSWER = 0.050
RUNNING = {"glasgow": ("standard", 2, 50), "brass": ("2007", 4, 120)}
PAINTED = "() => performance.getEntriesByName('first-contentful-paint')[0].startTime / 1000"


class Place(msgspec.Struct, frozen=True):
    """A running game, and the cookie of the guest who plays all its seats."""

    game: str
    path: str
    cookie: str


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        places = asyncio.run(lay_tables(folder))
        with serving(folder) as url:
            report(url, places)


def report(url: str, places: list[Place]) -> None:
    table = new_table("a running game", "KB loaded", "s to first view", "ms for an answer")
    failed = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        for place in places:
            looks = [look(browser, url, place) for _ in range(VIEWS)]
            size = max(size for size, _ in looks)
            seconds = median(seconds for _, seconds in looks)
            trip = median(trips(url, place))
            table.add_row(place.game, f"{size / 1000:,.1f}", f"{seconds:.2f}", f"{trip * 1000:.1f}")
            if size >= MOST_BYTES[place.game]:
                failed.append(f"{place.game} loads too much")
            if seconds >= MOST_SECONDS_TO_VIEW or trip >= MOST_SECONDS_TO_ANSWER:
                failed.append(f"{place.game} takes too long")
        browser.close()
    Console().print(table)
    print(
        "Required: Glasgow under 100 KB, Brass under 200 KB; first view under 1 s; an answer, "
        "rendering included, under 50 ms on an idle machine."
    )
    sys.exit("; ".join(failed) or None)


async def lay_tables(folder: Path) -> list[Place]:
    """A game of each kind in the server's folder, played at random for a while."""
    house = House(Settings(folder))
    await house.open()
    places = []
    for game, (edition, people, length) in RUNNING.items():
        seats = ["me", *(f"here:Guest {number}" for number in range(2, people + 1))]
        plan = NewTable(game, edition, {}, seats, "Guest", first=0, seed=SEED)
        table = await play(house, await house.create(GUEST, plan), length)
        places.append(Place(game, f"/tables/{table.id}", house.identity.sign(GUEST)))
    await house.close()
    return places


async def play(house: House, table: Table, length: int) -> Table:
    stream = Stream(SEED)
    for number in range(length):
        answers = table.match.answers
        answer = answers[stream.below(len(answers))]
        table = await house.answer(table.id, GUEST, table.version, f"key-{number:08}", answer)
    return table


def look(browser: Browser, url: str, place: Place) -> tuple[int, float]:
    """Bytes sent for a page with everything it loads, and the time until it is painted."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    context.add_cookies([{"name": "guest", "value": place.cookie, "url": url}])
    page = context.new_page()
    responses: list[Response] = []
    page.on("response", lambda response: responses.append(response))
    page.goto(f"{url}{place.path}?seat=0", wait_until="load")
    page.wait_for_selector("#stage .picture")
    page.wait_for_timeout(200)  # fonts and icons
    size = sum(
        response.request.sizes()["responseBodySize"]
        for response in responses
        if not response.url.endswith("/events")
    )
    seconds: float = page.evaluate(PAINTED)
    context.close()
    return size, seconds


def trips(url: str, place: Place) -> list[float]:
    """Seconds from sending an answer to having its page, for a number of answers."""
    took: list[float] = []
    stream = Stream(SEED)
    with httpx.Client(base_url=url, cookies={"guest": place.cookie}) as web:
        page = web.get(place.path).text
        while len(took) < ANSWERS:
            handed = re.search(r'class="button primary" href="([^"]+\?seat=\d)"', page)
            if handed:
                page = web.get(handed[1]).text
            if "data-my-turn" not in page:
                break
            action, form = read_form(page, stream)
            form["_csrf_token"] = web.cookies["csrftoken"]
            start = time.perf_counter()
            response = web.post(action, data=form, headers={"hx-request": "true"})
            took.append(time.perf_counter() - start)
            response.raise_for_status()
            page = response.text
    return took


def read_form(page: str, stream: Stream) -> tuple[str, dict[str, str]]:
    """Where to send an answer, and the form with one of those offered."""
    form = page[page.index('<form id="answers"') :]
    action = re.search(r'action="([^"]+)"', form)
    assert action
    fields = dict(re.findall(r'name="(version|key)" value="([^"]*)"', form))
    answers = re.findall(r'name="answer" value="([^"]*)"', form)
    return action[1], {**fields, "answer": unescape(answers[stream.below(len(answers))])}


if __name__ == "__main__":
    main()
