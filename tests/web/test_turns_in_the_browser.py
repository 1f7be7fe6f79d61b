"""Answers given twice, taken back, asked about, or given while the house was away."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from web.conftest import Server
from web.people import (
    OPEN_THINGS,
    Visit,
    answers,
    my_turn,
    notations,
    point_on,
    see_version,
    set_up,
    sit_down,
    stays_loaded,
    submit,
    version,
)

LONG_ENOUGH = 400  # milliseconds in which a second answer would have arrived


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server that a test may stop and start again."""
    running = Server(tmp_path)
    yield running
    running.stop()


def test_an_answer_can_be_taken_back_until_something_comes_to_light(
    server: Server, visit: Visit
) -> None:
    page = visit(server.url)
    set_up(page, server.url, "me", "here:Bob")
    before = notations(page)
    reached = submit(page, _some(page, "answer:not([data-reveals])"))
    page.get_by_role("button", name="Take back").click()
    see_version(page, reached + 1)
    assert notations(page) == before
    assert page.locator("#log .deed").count() == 0
    _play_until_something_can_be_revealed(page)
    submit(page, _some(page, "answer[data-reveals]"))
    assert page.locator("#undo").count() == 0


def test_whoever_is_new_is_asked_before_something_comes_to_light(
    server: Server, visit: Visit
) -> None:
    page = visit(server.url, regular=False)
    set_up(page, server.url, "me", "here:Bob")
    page.get_by_role("button", name="Skip the guide").click()
    _play_until_something_can_be_revealed(page)
    before = version(page)
    dialog = page.locator("dialog#confirm")
    revealing = _some(page, "answer[data-reveals]")
    button = page.locator(f"#answers .answer[value='{revealing}']")
    label = button.locator(".label").inner_text()
    button.click()
    expect(dialog).to_be_visible()
    expect(dialog).to_contain_text(label)
    dialog.get_by_role("button", name="Wait").click()
    page.wait_for_timeout(LONG_ENOUGH)
    assert version(page) == before
    button.click()
    dialog.get_by_role("button", name="Go on").click()
    see_version(page, before + 1)


def test_a_double_click_plays_once(server: Server, visit: Visit) -> None:
    page = visit(server.url)
    set_up(page, server.url, "me", "here:Bob")
    page.mouse.dblclick(*point_on(page.locator(OPEN_THINGS).first))
    see_version(page, 1)
    page.wait_for_timeout(LONG_ENOUGH)
    assert version(page) == 1
    answers(page).first.dblclick()
    see_version(page, 2)
    page.wait_for_timeout(LONG_ENOUGH)
    assert version(page) == 2


def test_an_answer_whose_reply_is_lost_is_played_once(server: Server, visit: Visit) -> None:
    page = visit(server.url)
    set_up(page, server.url, "me", "here:Bob")
    sent = []

    def lose_the_reply(route: Route) -> None:
        sent.append(route.request.post_data)
        route.fetch()
        route.abort()

    page.route("**/answers**", lose_the_reply)
    with stays_loaded(page):
        answers(page).first.click()
        see_version(page, 1)  # the stream of news told of it
        page.unroute("**/answers**")
        answers(page).first.click()
        see_version(page, 2)
    assert len(sent) == 1


def test_two_tabs_of_one_player_agree(server: Server, visit: Visit) -> None:
    page = visit(server.url)
    table = set_up(page, server.url, "me", "here:Bob")
    other = page.context.new_page()
    other.goto(table)
    submit(page, notations(page)[0])
    see_version(other, 1)
    assert notations(other) == notations(page)
    deaf = page.context.new_page()
    deaf.route("**/events", lambda route: route.abort())
    deaf.goto(table)
    answer = notations(page)[0]
    submit(page, answer)
    # The third tab has not heard of it and gives an answer to the question of before.
    assert version(deaf) == 1
    deaf.locator(f"#answers .answer[value='{answer}']").click()
    see_version(deaf, 2)
    expect(deaf.locator("#prompt .notice")).to_contain_text("The game has moved on.")
    assert notations(deaf) == notations(page)
    assert version(page) == 2


def test_a_hint_names_answers_that_can_be_given(server: Server, visit: Visit) -> None:
    page = visit(server.url)
    set_up(page, server.url, "me", "apprentice")
    labels = answers(page).locator(".label").all_inner_texts()
    page.get_by_role("button", name="Hint").click()
    hints = page.locator("#hints .hints li")
    expect(hints.first).to_be_visible()
    for hint in hints.all():
        assert hint.locator("strong").inner_text() in labels
        assert "Chance to win" in hint.inner_text()


def test_a_page_left_open_over_a_restart_picks_up_again(own_server: Server, visit: Visit) -> None:
    ann = visit(own_server.url)
    set_up(ann, own_server.url, "me", "link")
    bob = visit(ann.get_by_label("Send this link to a friend").input_value())
    sit_down(bob, "Bob")
    expect(ann.locator("#player-1")).to_contain_text("Bob")
    actor, other = (ann, bob) if my_turn_now(ann) else (bob, ann)
    with stays_loaded(other):
        own_server.stop()
        own_server.start()
        actor.reload()
        reached = submit(actor, notations(actor)[0])
        see_version(other, reached)
        while not my_turn_now(other):
            reached = submit(actor, notations(actor)[0])
            see_version(other, reached)
        # Its form was made by the server that is gone, and still holds.
        submit(other, notations(other)[0])
        see_version(actor, reached + 1)


def my_turn_now(page: Page) -> bool:
    return page.locator("#main[data-my-turn]").count() > 0


def _some(page: Page, kind: str) -> str:
    """The first answer of a kind, in notation."""
    return page.locator(f"#answers .{kind}").first.get_attribute("value") or ""


def _play_until_something_can_be_revealed(page: Page) -> None:
    for _ in range(40):
        assert my_turn(page)
        if page.locator("#answers .answer[data-reveals]").count():
            return
        submit(page, notations(page)[-1])
    raise AssertionError("nothing came up that reveals something")
