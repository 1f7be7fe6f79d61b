"""Actions of a player in the browser: create a table, wait for a turn, click an answer."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from playwright.sync_api import Locator, Page

from smokestack.games import find_game
from smokestack.server.pages.board_page import ANSWER_SEPARATOR

Visit = Callable[..., Page]

MY_TURN_OR_OVER = "#main[data-my-turn], #main a[href$='/score']"
# The game has started, or waits for others only.
READY = "#main[data-version], #main.waiting:not(:has(#contribution))"
MAX_ANSWERS = 400
OPEN_THINGS = "#stage .thing.open:not(.off)"

# Finds a point where a click hits the thing: curved lines do not pass through their center.
POINT = """thing => {
  const box = thing.getBoundingClientRect();
  for (const part of [2, 3, 5, 11, 23]) {
    for (let row = 1; row < part; row++) for (let column = 1; column < part; column++) {
      const x = box.x + box.width * column / part, y = box.y + box.height * row / part;
      if (document.elementFromPoint(x, y)?.closest("[data-thing]") === thing) return [x, y];
    }
  }
  return null;
}"""


def set_up(page: Page, url: str, *seats: str, game: str = "glasgow", **chosen: str) -> str:
    """Create a table, open its page and return its URL.

    The edition is the first for this number of seats. Seats are given as in the form: `me`, `link`,
    the name of a bot, or `here:NAME` for another player at this screen. The first seat starts.

    The requests are those of `fill_in_form`, but the browser shows no page before the table: that
    takes a third of the time.
    """
    players = len(seats)
    form = {"game": game, "edition": edition_for(game, players), "players": str(players)}
    form |= {"name": "Ann", "first": "0"}
    for number, seat in enumerate(seats):
        kind, _, name = seat.partition(":")
        form |= {f"seat-{number}": kind, f"name-{number}": name}
    if chosen.pop("open", ""):
        form["open"] = "yes"
    table = post_form(page, url, "/tables", {**form, **chosen})
    if "me" in seats:
        post_form(page, url, f"{table.removeprefix(url)}/contribution", {"text": "a random text"})
    page.goto(table)
    page.wait_for_selector(READY)
    return page.url


def post_form(page: Page, url: str, path: str, form: dict[str, str]) -> str:
    """Send a form with the cookies of the browser, and return the URL to which it leads."""
    requests = page.context.request
    if not _csrf_token(page, url):
        requests.get(f"{url}/new")
    fields: dict[str, str | float | bool] = {"_csrf_token": _csrf_token(page, url), **form}
    response = requests.post(url + path, form=fields, max_redirects=0)
    assert response.status == 303, response.text()
    return url + response.headers["location"]


def _csrf_token(page: Page, url: str) -> str:
    cookies = {cookie["name"]: cookie["value"] for cookie in page.context.cookies(url)}
    return cookies.get("csrftoken", "")


def edition_for(game: str, players: int) -> str:
    """The first edition for this number of players."""
    rules = find_game(game)
    return next(name for name in rules.editions if players in rules.player_counts(name))


def fill_in_form(page: Page, url: str, *seats: str, game: str = "glasgow", **chosen: str) -> str:
    """The same as `set_up`, as a person does it."""
    edition = edition_for(game, len(seats))
    page.goto(f"{url}/new?game={game}&edition={edition}&players={len(seats)}")
    page.fill("main [name=name]", chosen.get("name", "Ann"))
    for number, seat in enumerate(seats):
        kind, _, name = seat.partition(":")
        page.select_option(f"#seat-{number}", kind)
        if name:
            page.fill(f"[name=name-{number}]", name)
    page.select_option("[name=first]", chosen.get("first", "0"))
    if chosen.get("open"):
        page.check("[name=open]")
    page.click("main form .primary")
    page.wait_for_selector(READY)
    page.wait_for_load_state()  # the scripts handle clicks only then
    return page.url


def take_seat(page: Page, link: str, name: str) -> str:
    """Take the seat of an invitation, open the table and return its URL.

    The requests are those of `sit_down`.
    """
    url, _, token = link.partition("/seats/")
    page.goto(post_form(page, url, f"/seats/{token}", {"name": name}))
    page.wait_for_selector(READY)
    page.wait_for_load_state()  # the scripts handle clicks only then
    return page.url


def sit_down(page: Page, name: str = "") -> None:
    """Take the seat of the invitation on the page."""
    if name:
        page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Take this seat").click()
    page.wait_for_selector(READY)
    page.wait_for_load_state()  # the scripts handle clicks only then


@contextmanager
def stays_loaded(page: Page) -> Iterator[None]:
    """The code inside must not cause the page to be loaded again."""
    page.evaluate("window.stayed = true")
    yield
    assert page.evaluate("window.stayed"), "the page was loaded again"


def version(page: Page) -> int:
    return int(page.get_attribute("#main", "data-version") or 0)


def revision(page: Page) -> int:
    return int(page.get_attribute("#main", "data-revision") or 0)


def see_version(page: Page, number: int) -> None:
    """Wait until the page shows a version or a later one, which bots may reach at once."""
    earlier = "".join(f":not([data-version='{version}'])" for version in range(number))
    page.wait_for_selector(f"#main{earlier}")


def see_change(page: Page, since: int) -> int:
    """Wait until the page shows another version than `since`."""
    page.wait_for_selector(f"#main:not([data-version='{since}'])")
    return version(page)


def my_turn(page: Page) -> bool:
    """Wait until it is the player's turn; False once the game is over."""
    page.wait_for_selector(MY_TURN_OR_OVER)
    page.wait_for_load_state()  # the game starts with a new page
    return page.locator("#main[data-my-turn]").count() > 0


def answers(page: Page) -> Locator:
    return page.locator("#answers .answer[name=answer]")


def notations(page: Page) -> list[str]:
    found = answers(page).evaluate_all("buttons => buttons.map(button => button.value)")
    return [str(value) for value in found]


def open_list(page: Page) -> None:
    """Show the list of answers, which works for every decision."""
    page.wait_for_load_state()  # scripts open the list on wide windows, and the button closes it
    if page.locator("html.list-open").count() == 0:
        page.locator("#list-toggle").click()


def choose_answer(page: Page, notation: str) -> None:
    """Choose an answer in the list, or the first of those that begin with it."""
    open_list(page)
    longer = f"{notation}{ANSWER_SEPARATOR}"
    page.locator(
        f"#answers .answer[value='{notation}'], #answers .answer[value^='{longer}']"
    ).first.click()


def submit(page: Page, notation: str) -> int:
    """Give an answer by its button in the list; returns the new version."""
    before = version(page)
    open_list(page)
    page.locator(f"#answers .answer[value='{notation}']").click()
    if page.locator("#confirm[open]").count():
        page.locator("#confirm-yes").click()
    return see_change(page, before)


def resign(page: Page) -> None:
    """Resign the first of the player's seats and confirm it."""
    page.locator(".tabs").get_by_role("button", name="More").click()
    page.locator("details.leave summary").first.click()
    page.get_by_role("button", name="Resign").first.click()
    page.locator("#confirm-yes").click()


def point_on(thing: Locator) -> tuple[float, float]:
    """A point of the window where a click hits a thing on the board."""
    found = thing.evaluate(POINT)
    assert found, f"no point of {thing.get_attribute('id')} can be clicked"
    return found[0], found[1]


def click_on_board(page: Page, chance: random.Random) -> int:
    """Click an open thing on the board, or a button if there is none."""
    before = version(page)
    things = page.locator(OPEN_THINGS)
    count = things.count()
    if count:
        page.mouse.click(*point_on(things.nth(chance.randrange(count))))
        menu = page.locator("#menu:not([hidden]) .answer")
        options = menu.count()
        if options:
            menu.nth(chance.randrange(options)).click()
        return see_change(page, before)
    return submit(page, chance.choice(notations(page)))


def play_to_the_end(page: Page, seed: int = 1) -> int:
    """Click until the game is over; returns the number of answers."""
    chance = random.Random(seed)
    for count in range(MAX_ANSWERS):
        if not my_turn(page):
            return count
        click_on_board(page, chance)
    raise AssertionError(f"the game is not over after {MAX_ANSWERS} answers")
