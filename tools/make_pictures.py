"""Make the screenshots of README and docs; run by `make pictures`.

Bots play a game of each kind from a fixed seed on a new server. Chromium then takes pictures of the
start page and of both tables, in the middle and at the end, light and dark, at five sizes.
"""

from __future__ import annotations

import asyncio
import tempfile
from base64 import b64decode
from pathlib import Path

import msgspec
from playwright.sync_api import Browser, sync_playwright

from benchmarks.browsing import FLAGS, chromium, serving
from smokestack.bots.registry import make_bot
from smokestack.server.domain.table import NewTable, Table
from smokestack.server.service.table_service import TableService
from smokestack.server.settings import Settings

PICTURES = Path(__file__).parents[1] / "docs" / "pictures"
GUEST = "pictures--------------"
NAME = "Ann"
SEED = 1851
BOT = "clerk"
# Edition, other players, and number of answers until the middle of the game.
GAMES = {"glasgow": ("standard", ["Bob"], 90), "brass": ("2007", ["Bob", "Cleo"], 150)}
WINDOWS = {
    "desktop": (1440, 900),
    "tablet-landscape": (1180, 820),
    "tablet": (820, 1180),
    "phone-landscape": (844, 390),
    "phone": (390, 844),
}
WEBP_QUALITY = 80
RETURNING_VISITOR = """
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
                        take_picture(
                            browser, f"{url}{scene.path}", cookie, scene.name, window, theme
                        )
            browser.close()


async def play_games(folder: Path) -> tuple[str, list[Scene]]:
    """The guest's cookie, and the scenes to take pictures of."""
    service = TableService(Settings(folder))
    await service.open()
    scenes = [Scene("start", "/")]
    for game in GAMES:
        middle = await play(service, game, GAMES[game][2])
        end = await play(service, game, None)
        assert middle.actor is not None
        seat = middle.actor.number
        scenes.append(Scene(f"{game}-middle", f"/tables/{middle.id}?seat={seat}"))
        scenes.append(Scene(f"{game}-end", f"/tables/{end.id}"))
    await service.close()
    return service.signer.sign(GUEST), scenes


async def play(service: TableService, game: str, length: int | None) -> Table:
    """Play all seats as a bot would, to the end or to the guest's first turn after `length`."""
    edition, others, _ = GAMES[game]
    seats = ["me", *(f"here:{name}" for name in others)]
    plan = NewTable(game, edition, {}, seats, NAME, first=0, secret=f"{SEED:064x}")
    table = await service.creation.create(GUEST, plan)
    table = await service.deals.contribute(table.id, GUEST, "pictures")
    bots = [make_bot(BOT, table.match.game, SEED, seat) for seat in range(len(seats))]
    while not table.finished:
        actor = table.match.actor
        assert actor is not None
        given = len(table.match.history)
        if length is not None and given >= length and is_good_moment(table):
            break
        answer = bots[actor].answer(table.match.view(actor))
        text = table.match.game.to_text(answer)
        table = await service.turns.answer(table.id, GUEST, table.version, f"key-{given:08}", text)
    return table


def is_good_moment(table: Table) -> bool:
    """Whether seat 0, which the pictures show, has a decision with many answers."""
    return table.match.actor == 0 and len(table.match.answers) > 5


def take_picture(
    browser: Browser, url: str, cookie: str, name: str, window: str, theme: str
) -> None:
    width, height = WINDOWS[window]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if theme == "dark" else "light",
        reduced_motion="reduce",
        has_touch=window != "desktop",
        is_mobile=window != "desktop",
        locale="en-GB",
    )
    context.add_init_script(RETURNING_VISITOR)
    if name != "start":
        context.add_cookies([{"name": "guest", "value": cookie, "url": url}])
    page = context.new_page()
    page.goto(url)
    page.wait_for_selector(".picture")
    page.evaluate("() => document.fonts.ready.then(() => true)")
    # Playwright itself can't make WebP.
    screenshot = context.new_cdp_session(page).send(
        "Page.captureScreenshot", {"format": "webp", "quality": WEBP_QUALITY}
    )
    path = PICTURES / f"{name}-{window}-{theme}.webp"
    path.write_bytes(b64decode(screenshot["data"]))
    context.close()


if __name__ == "__main__":
    main()
