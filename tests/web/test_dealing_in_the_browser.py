"""The waiting page, contributions to the deal, and the check of a deal in the browser."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from smokestack.terminal.deal_check import key_of, shuffled
from tests.web.conftest import Server
from tests.web.player import READY, Visit, fill_in_form, resign, sit_down

Contributions = Callable[[list[str]], list[str]]

GOOD = ["commitment", "seen", "parts", "bots", "own", "shuffles", "items", "cards"]
FAIR = "The shuffles are those of the secret, and they gave the cards that this browser saw."
SHUFFLED = "The shuffles are those of the secret. Whether the game was played with them, "


def finished_table(page: Page, url: str, game: str = "glasgow") -> str:
    """A game that was started and resigned in this browser."""
    table = fill_in_form(page, url, "me", "here:Bob", game=game)
    finish(page, game)
    return table


def finish(page: Page, game: str) -> None:
    if game == "brass":
        page.get_by_role("link", name="show my cards").click()
        page.wait_for_selector("#main[data-my-turn]")
    resign(page)
    expect(page.locator("a[href$='/score']")).to_be_visible()


def verdict(page: Page) -> str:
    expect(page.locator("#verdict")).not_to_be_empty()
    return page.locator("#verdict").inner_text()


@pytest.mark.parametrize("game", ["glasgow", "brass"])
def test_a_deal_is_verified_in_the_browser(server: Server, visit: Visit, game: str) -> None:
    page = visit()
    finished_table(page, server.url, game)
    page.get_by_role("link", name="Verify this deal").click()
    assert verdict(page) == FAIR
    for name in GOOD:
        expect(page.locator(f"[data-check={name}]")).to_have_class("good")


def test_someone_who_did_not_play_verifies_it_too(server: Server, visit: Visit) -> None:
    table = finished_table(visit(), server.url)
    other = visit(f"{table}/deal")
    assert verdict(other).startswith(SHUFFLED)
    for name in ("seen", "bots", "own", "cards"):
        expect(other.locator(f"[data-check={name}]")).to_have_class("unknown")


MANIPULATIONS = {
    "record.shuffles[1].order.reverse()": "shuffles",
    "record.shuffles[1].order[3] = record.shuffles[1].order[4]": "items",
    "record.setup.deal.secret = '0'.repeat(64)": "commitment",
    "record.setup.deal.contributions.fill('person:another')": "own",
    "record.setup.deal.contributions.push('person:another')": "parts",
    "record.setup.deal.contributions.pop()": "parts",
    "record.setup.deal.contributions[1] = 'somebody'": "parts",
    "record.setup.deal.contributions[1] = 'person:'": "parts",
    "record.setup.deal.contributions[1] = 'person:two\\nlines'": "parts",
    "record.setup.deal.contributions[1] = 'person:' + 'x'.repeat(65)": "parts",
    "record.setup.deal.contributions[1] = ['bot']": "parts",
    "record.setup.deal.contributions[1] = 'bot'": "bots",
    "record.setup.deal.contributions[0] = 'person:another'": "own",
}


def test_every_manipulation_is_caught(server: Server, visit: Visit) -> None:
    page = visit()
    table = finished_table(page, server.url)
    change = ""

    def manipulate(route: Route) -> None:
        record = page.evaluate(
            f"(text) => {{ const record = JSON.parse(text); {change}; return record; }}",
            route.fetch().text(),
        )
        route.fulfill(body=json.dumps(record), content_type="application/json")

    page.route("**/record.json", manipulate)
    for change, failed in MANIPULATIONS.items():
        page.goto(f"{table}/deal")
        assert verdict(page) == "This deal can't be trusted.", change
        expect(page.locator(f"[data-check={failed}]")).to_have_class("bad")


def deal_again(page: Page, contributions: Contributions) -> None:
    """Answer with the record of a server that used other contributions, and shuffled with them.

    The browser forgets the first cards, as if the server had shown those of this record.
    """

    def answer(route: Route) -> None:
        record = route.fetch().json()
        deal = record["setup"]["deal"]
        deal["contributions"] = contributions(deal["contributions"])
        key = key_of(deal["secret"], deal["contributions"])
        for number, shuffle in enumerate(record["shuffles"]):
            shuffle["order"] = shuffled(key, number, shuffle["label"], shuffle["order"])
        route.fulfill(body=json.dumps(record), content_type="application/json")

    page.evaluate(
        """for (const name of Object.keys(localStorage)) {
          if (name.startsWith("deal-cards-")) localStorage.removeItem(name);
        }"""
    )
    page.route("**/record.json", answer)


def results(page: Page) -> dict[str, str]:
    """What the page found, check by check."""
    verdict(page)
    lines = page.locator("[data-check]")
    return {
        str(lines.nth(number).get_attribute("data-check")): str(
            lines.nth(number).get_attribute("class")
        )
        for number in range(lines.count())
    }


CHEATS: dict[str, tuple[Contributions, str]] = {
    "a text for the bot": (lambda fair: ["person:17" if t == "bot" else t for t in fair], "bots"),
    "an absent bot": (lambda fair: ["absent" if t == "bot" else t for t in fair], "bots"),
    "a text too many": (lambda fair: [*fair, "person:17"], "parts"),
    "a text of no form": (lambda fair: ["17" if t == "bot" else t for t in fair], "parts"),
    "an absent player": (lambda fair: ["bot" if t == "bot" else "absent" for t in fair], "own"),
}


@pytest.mark.parametrize("cheat", CHEATS)
def test_a_server_that_tries_contributions_until_it_likes_the_cards_is_caught(
    server: Server, visit: Visit, cheat: str
) -> None:
    page = visit()
    table = fill_in_form(page, server.url, "me", "clerk")
    finish(page, "glasgow")
    contributions, failed = CHEATS[cheat]
    deal_again(page, contributions)
    page.goto(f"{table}/deal")
    assert verdict(page) == "This deal can't be trusted."
    found = results(page)
    assert found[failed] == "bad"
    assert (found["shuffles"], found["items"], found["seen"]) == ("good", "good", "good")


def test_the_page_says_who_was_a_bot_and_whom_the_server_would_have_needed(
    server: Server, visit: Visit
) -> None:
    page = visit()
    table = fill_in_form(page, server.url, "me", "clerk")
    finish(page, "glasgow")
    page.goto(f"{table}/deal")
    assert verdict(page) == FAIR
    expect(page.locator("#others")).to_contain_text("the server could not choose the cards")
    parts = page.locator("#parts dt")
    assert sorted(parts.all_inner_texts()) == ["Ann, a person", "clerk, a bot"]
    other = visit(f"{table}/deal")
    assert verdict(other).startswith(SHUFFLED)
    expect(other.locator("#others")).to_contain_text("only if it controlled one of these people")


def test_a_bot_may_get_a_free_seat_after_the_others_contributed(
    server: Server, visit: Visit
) -> None:
    page = visit()
    table = fill_in_form(page, server.url, "me", "link")
    page.wait_for_selector(READY)
    page.get_by_role("button", name="Seat the bot").click()
    page.wait_for_selector("#main[data-version]")
    finish(page, "glasgow")
    page.goto(f"{table}/deal")
    assert verdict(page) == FAIR
    assert results(page) == dict.fromkeys(GOOD, "good")
    deal_again(page, lambda fair: ["person:17" if t == "bot" else t for t in fair])
    page.reload()
    assert verdict(page) == "This deal can't be trusted."
    assert results(page)["bots"] == "bad"


def test_a_browser_adds_the_same_text_if_it_is_asked_again(server: Server, visit: Visit) -> None:
    page = visit(server.url)
    page.evaluate("localStorage.setItem('deal-own-text', 'yes')")
    page.get_by_role("button", name="Play Glasgow now").click()
    page.wait_for_selector("#contribution")
    table = page.url.rpartition("/")[2]
    page.evaluate(
        """(name) => {
          localStorage.setItem(name, "kept");
          localStorage.removeItem("deal-own-text");
        }""",
        f"deal-text-{table}",
    )
    page.reload()
    page.wait_for_selector("#main[data-version]")
    page.goto(f"{page.url}/deal")
    expect(page.locator("#parts")).to_contain_text("person:kept")


def test_a_commitment_that_was_exchanged_is_noticed(server: Server, visit: Visit) -> None:
    page = visit()
    table = finished_table(page, server.url)
    name = f"deal-commitment-{table.rpartition('/')[2]}"
    page.evaluate("(name) => localStorage.setItem(name, '0'.repeat(64))", name)
    page.goto(f"{table}/deal")
    assert verdict(page) == "This deal can't be trusted."
    expect(page.locator("[data-check=seen]")).to_have_class("bad")


@pytest.mark.parametrize(("game", "label"), [("glasgow", "buildings"), ("brass", "cards")])
def test_a_server_that_plays_with_another_card_is_caught(
    server: Server, visit: Visit, game: str, label: str
) -> None:
    page = visit()

    def exchange_a_card(found: re.Match[str]) -> str:
        shown = json.loads(html.unescape(found[1]))
        cards = shown["0"][label]
        cards[0] = (cards[0] + 1) % 19
        return f'data-first-cards="{html.escape(json.dumps(shown))}"'

    def deal_another_card(route: Route) -> None:
        reply = route.fetch()
        body = re.sub('data-first-cards="([^"]+)"', exchange_a_card, reply.text())
        route.fulfill(response=reply, body=body)

    table = fill_in_form(page, server.url, "me", "here:Bob", game=game)
    name = f"deal-cards-{table.rpartition('/')[2]}"
    page.evaluate("(name) => localStorage.removeItem(name)", name)
    page.route(re.compile(r"/tables/[\w-]+(\?.*)?$"), deal_another_card)
    page.reload()
    finish(page, game)
    page.unroute_all(behavior="wait")
    page.goto(f"{table}/deal")
    assert verdict(page) == "This deal can't be trusted."
    expect(page.locator("[data-check=cards]")).to_have_class("bad")
    expect(page.locator("[data-check=shuffles]")).to_have_class("good")


def test_a_player_may_type_the_contribution(server: Server, visit: Visit) -> None:
    page = visit()
    table = fill_in_form(page, server.url, "me", "link")
    page.get_by_text("How the cards are dealt").click()
    page.get_by_label("I want to type my part of the deal myself").check()
    page.goto(f"{server.url}/")
    page.get_by_role("button", name="Play Glasgow now").click()
    page.get_by_label("Your part of the deal").fill("my own text")
    page.get_by_role("button", name="Ready").click()
    page.wait_for_selector("#main[data-version]")
    page.goto(f"{page.url}/deal")
    expect(page.locator("#parts")).to_contain_text("person:my own text")
    assert page.url != table


def test_nobody_sees_a_hand_before_the_game_starts(server: Server, visit: Visit) -> None:
    ann = visit()
    fill_in_form(ann, server.url, "me", "link", "link", game="brass")
    expect(ann.locator(".picture")).to_have_count(0)
    link = ann.get_by_label("Send this link to a friend").first.input_value()
    bob = visit(link)
    sit_down(bob, "Bob")
    expect(ann.locator("#player-1")).to_contain_text("Bob")
    expect(bob.locator(".picture")).to_have_count(0)


def test_a_game_starts_without_scripts(server: Server, visit: Visit) -> None:
    page = visit()
    page.route("**/waiting*.js", lambda route: route.abort())
    page.goto(server.url)
    page.get_by_role("button", name="Play Glasgow now").click()
    page.get_by_label("Your part of the deal").fill("text")
    page.get_by_role("button", name="Ready").click()
    page.wait_for_selector("#main[data-version]")


def test_talk_is_possible_while_waiting(server: Server, visit: Visit) -> None:
    ann = visit()
    table = fill_in_form(ann, server.url, "me", "link")
    eve = visit(table)
    eve.get_by_role("textbox", name="Message").fill("hello there")
    eve.get_by_role("button", name="Send").click()
    expect(ann.locator("#chat-messages")).to_contain_text("hello there")
    ann.wait_for_selector(READY)
