"""Screenshots of the pages for README and docs; `make pictures` makes them anew.

Bots play a game of each kind from a fixed seed in a house of its own; then Chromium looks at the
start page and at both tables, in the middle and at the end, light and dark, wide and narrow.
"""

from __future__ import annotations

import asyncio
import tempfile
from base64 import b64decode
from pathlib import Path

import msgspec
from playwright.sync_api import Browser, sync_playwright

from browsing import FLAGS, chromium, serving
from smokestack.bots.registry import make_bot
from smokestack.server.house import House
from smokestack.server.settings import Settings
from smokestack.server.table import NewTable, Table

PICTURES = Path(__file__).parent / "pictures"
GUEST = "pictures--------------"
NAME = "Ann"
SEED = 1851
BOT = "clerk"
# Edition, the others at the table, and how many answers lead to the middle of the game.
GAMES = {"glasgow": ("standard", ["Bob"], 90), "brass": ("2007", ["Bob", "Cleo"], 150)}
WINDOWS = {"desktop": (1440, 900), "phone": (390, 844)}
QUALITY = 80  # Playwright itself takes no WebP
BEEN_HERE = """
for (const name of ["guided-glasgow", "guided-brass"]) localStorage.setItem(name, "yes");
localStorage.setItem("list", "closed");
"""


class Scene(msgspec.Struct, frozen=True):
    name: str
    path: str


def main() -> None:
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        cookie, scenes = asyncio.run(play_games(folder))
        with serving(folder) as url, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
            for scene in scenes:
                for window in WINDOWS:
                    for theme in ("light", "dark"):
                        take(browser, f"{url}{scene.path}", cookie, scene.name, window, theme)
            browser.close()


async def play_games(folder: Path) -> tuple[str, list[Scene]]:
    """The guest's cookie, and what there is to look at."""
    house = House(Settings(folder))
    await house.open()
    scenes = [Scene("start", "/")]
    for game in GAMES:
        middle = await play(house, game, GAMES[game][2])
        end = await play(house, game, None)
        assert middle.actor is not None
        seat = middle.actor.number
        scenes.append(Scene(f"{game}-middle", f"/tables/{middle.id}?seat={seat}"))
        scenes.append(Scene(f"{game}-end", f"/tables/{end.id}"))
    await house.close()
    return house.identity.sign(GUEST), scenes


async def play(house: House, game: str, length: int | None) -> Table:
    """The guest plays all seats, as a bot would; to the end, or to the first own turn after."""
    edition, others, _ = GAMES[game]
    seats = ["me", *(f"here:{name}" for name in others)]
    plan = NewTable(game, edition, {}, seats, NAME, first=0, seed=SEED)
    table = await house.create(GUEST, plan)
    bots = [make_bot(BOT, table.match.game, SEED, seat) for seat in range(len(seats))]
    while not table.finished:
        actor = table.match.actor
        assert actor is not None
        given = len(table.match.history)
        if length is not None and given >= length and is_turn_of_guest(table):
            break
        answer = bots[actor].answer(table.match.view(actor))
        text = table.match.game.to_text(answer)
        table = await house.answer(table.id, GUEST, table.version, f"key-{given:08}", text)
    return table


def is_turn_of_guest(table: Table) -> bool:
    """A question with much to choose from, for the seat that the pictures look at."""
    return table.match.actor == 0 and len(table.match.answers) > 5


def take(browser: Browser, address: str, cookie: str, name: str, window: str, theme: str) -> None:
    width, height = WINDOWS[window]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if theme == "dark" else "light",
        reduced_motion="reduce",
        has_touch=window == "phone",
        is_mobile=window == "phone",
        locale="en-GB",
    )
    context.add_init_script(BEEN_HERE)
    if name != "start":
        context.add_cookies([{"name": "guest", "value": cookie, "url": address}])
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector(".picture")
    page.evaluate("() => document.fonts.ready.then(() => true)")
    taken = context.new_cdp_session(page).send(
        "Page.captureScreenshot", {"format": "webp", "quality": QUALITY}
    )
    path = PICTURES / f"{name}-{window}-{theme}.webp"
    path.write_bytes(b64decode(taken["data"]))
    context.close()


if __name__ == "__main__":
    main()
