"""Whole games at every size; run by `make test-sizes`, because they take minutes.

At every question, the prompt, one's own goods and in Brass the hand are in the window.
"""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Server
from tests.web.player import (
    MAX_ANSWERS,
    Visit,
    click_on_board,
    my_turn,
    notations,
    set_up,
    submit,
)
from tests.web.test_brass_layout_in_the_browser import COVERED
from tests.web.windows import DESKTOP, SIZES, name_of

SEATS = {"glasgow": ("me", "apprentice"), "brass": ("me", "apprentice", "apprentice")}
NEEDED = {
    "glasgow": ".prompt-text, .own-facts",
    "brass": ".prompt-text, .own-facts, #part-hand .thing",
}


def answer(page: Page, size: tuple[int, int], chance: random.Random) -> None:
    """By mouse on the board; with a finger from the list."""
    if size == DESKTOP:
        click_on_board(page, chance)
    else:
        submit(page, chance.choice(notations(page)))


def close_list(page: Page) -> None:
    if page.locator("html.list-open").count():
        page.locator("#list-toggle").click()


@pytest.mark.parametrize("size", SIZES, ids=name_of)
@pytest.mark.parametrize("game", SEATS)
def test_a_whole_game(server: Server, visit: Visit, game: str, size: tuple[int, int]) -> None:
    width, height = size
    page = visit(f"{server.url}/health", width=width, height=height, touch=size != DESKTOP)
    set_up(page, server.url, *SEATS[game], game=game)
    chance = random.Random(width)
    questions = 0
    while my_turn(page):
        assert questions < MAX_ANSWERS
        questions += 1
        close_list(page)
        page.wait_for_timeout(50)  # the map may still move
        assert page.evaluate(COVERED, NEEDED[game]) == [], f"question {questions}"
        answer(page, size, chance)
    assert questions > 10
    expect(page.locator(".ranking li")).to_have_count(len(SEATS[game]))
