"""Whole games, from the first click to the score."""

from __future__ import annotations

import random
import re

from playwright.sync_api import Page, expect

from tests.web.brass_positions import find_position, last_turns, open_table
from tests.web.conftest import Server
from tests.web.player import (
    MAX_ANSWERS,
    Visit,
    answers,
    click_on_board,
    fill_in_form,
    my_turn,
    play_to_the_end,
    see_version,
    set_up,
    sit_down,
    stays_loaded,
    version,
)


def test_a_game_of_glasgow_against_a_bot_from_the_first_click_to_the_score(
    server: Server, visit: Visit
) -> None:
    page = visit(server.url)
    page.get_by_role("button", name="Play Glasgow now").click()
    assert my_turn(page)
    with stays_loaded(page):
        assert play_to_the_end(page) > 10
    expect(page).to_have_title(re.compile("Game over"))
    result = page.locator("#prompt .prompt-text").inner_text()
    assert " wins " in result
    page.get_by_role("link", name="Score and turning points").click()
    expect(page.get_by_role("heading", name="Score", exact=True)).to_be_visible()
    expect(page.locator("main .lead")).to_have_text(result)
    sums = page.locator("tfoot .number").all_inner_texts()
    assert [int(number) for number in sums] == _scores(result)


def test_two_browsers_play_against_each_other_and_see_each_answer(
    server: Server, visit: Visit
) -> None:
    ann = visit()
    table = fill_in_form(ann, server.url, "me", "link", name="Ann")
    expect(ann.get_by_role("status")).to_have_text("Waiting for players to take their seats.")
    link = ann.get_by_label("Send this link to a friend").input_value()
    bob = visit(link)
    expect(bob.locator("main")).to_contain_text("You are invited to a game of Glasgow.")
    sit_down(bob, "Bob")
    assert bob.url == table
    ann.wait_for_selector("#main[data-my-turn]")
    expect(ann.locator("#player-1")).to_contain_text("Bob")
    with stays_loaded(ann), stays_loaded(bob):
        _alternate(ann, bob)


def test_the_last_turns_of_brass_against_bots(server: Server, visit: Visit) -> None:
    """Whole games of Brass are in `whole_games.py`."""
    page = visit()
    open_table(page, server, find_position(last_turns))
    assert play_to_the_end(page) > 2
    result = page.locator("#prompt .prompt-text").inner_text()
    page.get_by_role("link", name="Score and turning points").click()
    sums = page.locator("tfoot .number").all_inner_texts()
    assert [int(number) for number in sums] == _scores(result)


def test_two_people_at_one_screen_share_the_board_of_glasgow(server: Server, visit: Visit) -> None:
    page = visit()
    set_up(page, server.url, "me", "here:Bob", name="Ann")
    chance = random.Random(3)
    acted: set[str] = set()
    while acted != {"Ann", "Bob"}:
        assert version(page) < MAX_ANSWERS
        acting = page.locator(".seat-panel.acting h2").inner_text()
        assert my_turn(page)
        acted.add("Bob" if "Bob" in acting else "Ann")
        click_on_board(page, chance)


def test_cards_are_shown_only_after_the_screen_was_handed_over(
    server: Server, visit: Visit
) -> None:
    page = visit()
    table = set_up(page, server.url, "me", "here:Bob", game="brass", name="Ann")
    spectator = visit(table)
    chance = random.Random(5)
    names = set()
    for _ in range(2):
        name = (
            page.locator(".hand-over p").inner_text().removeprefix("Hand the screen to ").strip(".")
        )
        names.add(name)
        assert page.locator("#main[data-my-turn]").count() == 0
        assert answers(page).count() == 0
        see_version(spectator, version(page))
        # The page shows what a spectator sees.
        assert _board(page) == _board(spectator)
        page.get_by_role("link", name=f"I am {name}: show my cards").click()
        page.wait_for_selector("#main[data-my-turn]")
        assert _board(page) != _board(spectator)
        while page.locator(".hand-over").count() == 0:
            click_on_board(page, chance)
    assert names == {"Ann", "Bob"}


def _alternate(ann: Page, bob: Page) -> None:
    """Play until each has answered; both pages show the same log."""
    chance = random.Random(2)
    turns = {ann: 0, bob: 0}
    last = None
    while min(turns.values()) < 1:
        actor, other = (ann, bob) if ann.locator("#main[data-my-turn]").count() else (bob, ann)
        if actor is not last:
            turns[actor] += 1
            last = actor
        assert other.locator("#main[data-my-turn]").count() == 0
        reached = click_on_board(actor, chance)
        see_version(other, reached)
        assert _log(ann) == _log(bob)
    assert ann.locator(".seat-panel").first.inner_text().startswith("Ann")


def _log(page: Page) -> list[str]:
    return page.locator("#log .log-entry").all_inner_texts()


def _board(page: Page) -> str:
    """The board and its description, as the server rendered them."""
    shown = page.locator("#stage").inner_html() + page.locator("#board-text").inner_html()
    without_arrows = re.sub(r'<button type="button" class="offscreen".*?</button>', "", shown)
    return without_arrows.replace(" arrived", "")


def _scores(sentence: str) -> list[int]:
    """The points of a result, winner first."""
    found = re.search(r"wins (\d+) to (\d+(?:, \d+)*) \(", sentence)
    assert found, sentence
    return [int(found[1]), *(int(other) for other in found[2].split(", "))]
