"""Answers: repeated, undone, confirmed, lost, and given after a restart."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.conftest import Server
from tests.web.player import (
    OPEN_THINGS,
    Visit,
    answers,
    my_turn,
    notations,
    point_on,
    see_version,
    set_up,
    stays_loaded,
    submit,
    take_seat,
    version,
)

SETTLE_MILLISECONDS = 400  # a second answer would have arrived by then


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server that a test may stop and start again."""
    running = Server(tmp_path)
    yield running
    running.stop()


def test_an_answer_can_be_undone_unless_it_reveals_something(server: Server, visit: Visit) -> None:
    page = visit()
    set_up(page, server.url, "me", "here:Bob")
    before = notations(page)
    reached = submit(page, _some(page, "answer:not([data-reveals])"))
    page.get_by_role("button", name="Undo").click()
    see_version(page, reached + 1)
    assert notations(page) == before
    assert page.locator("#log .log-entry").count() == 0
    _play_until_an_answer_reveals_something(page)
    submit(page, _some(page, "answer[data-reveals]"))
    assert page.locator("#undo").count() == 0


def test_a_new_visitor_must_confirm_answers_that_reveal_something(
    server: Server, visit: Visit
) -> None:
    page = visit(regular=False)
    set_up(page, server.url, "me", "here:Bob")
    page.get_by_role("button", name="Skip the guide").click()
    _play_until_an_answer_reveals_something(page)
    before = version(page)
    dialog = page.locator("dialog#confirm")
    revealing = _some(page, "answer[data-reveals]")
    button = page.locator(f"#answers .answer[value='{revealing}']")
    label = button.locator(".label").inner_text()
    button.click()
    expect(dialog).to_be_visible()
    expect(dialog).to_contain_text(label)
    expect(dialog).to_contain_text("You can't undo this: it reveals a building.")
    dialog.get_by_role("button", name="Cancel").click()
    page.wait_for_timeout(SETTLE_MILLISECONDS)
    assert version(page) == before
    button.click()
    dialog.get_by_role("button", name="Confirm").click()
    see_version(page, before + 1)


def test_a_double_click_answers_once(server: Server, visit: Visit) -> None:
    page = visit()
    set_up(page, server.url, "me", "here:Bob")
    page.mouse.dblclick(*point_on(page.locator(OPEN_THINGS).first))
    see_version(page, 1)
    page.wait_for_timeout(SETTLE_MILLISECONDS)
    assert version(page) == 1
    answers(page).first.dblclick()
    see_version(page, 2)
    page.wait_for_timeout(SETTLE_MILLISECONDS)
    assert version(page) == 2


def test_an_answer_whose_response_is_lost_is_applied_once(server: Server, visit: Visit) -> None:
    page = visit()
    set_up(page, server.url, "me", "here:Bob")
    sent = []

    def lose_response(route: Route) -> None:
        sent.append(route.request.post_data)
        route.fetch()
        route.abort()

    page.route("**/answers**", lose_response)
    with stays_loaded(page):
        answers(page).first.click()
        see_version(page, 1)  # by the event stream
        page.unroute("**/answers**")
        answers(page).first.click()
        see_version(page, 2)
    assert len(sent) == 1


def test_two_tabs_of_one_player_show_the_same(server: Server, visit: Visit) -> None:
    page = visit()
    table = set_up(page, server.url, "me", "here:Bob")
    other = page.context.new_page()
    other.goto(table)
    submit(page, notations(page)[0])
    see_version(other, 1)
    assert notations(other) == notations(page)
    offline = page.context.new_page()
    offline.route("**/events", lambda route: route.abort())
    offline.goto(table)
    answer = notations(page)[0]
    submit(page, answer)
    # The third tab gets no events and answers the previous decision.
    assert version(offline) == 1
    offline.locator(f"#answers .answer[value='{answer}']").click()
    see_version(offline, 2)
    expect(offline.locator("#prompt .notice")).to_contain_text("The game has changed since.")
    assert notations(offline) == notations(page)
    assert version(page) == 2


def test_hints_are_legal_answers(server: Server, visit: Visit) -> None:
    page = visit()
    set_up(page, server.url, "me", "apprentice")
    labels = answers(page).locator(".label").all_inner_texts()
    page.get_by_role("button", name="Hint").click()
    hints = page.locator("#hints .hints li")
    expect(hints.first).to_be_visible()
    for hint in hints.all():
        assert hint.locator("strong").inner_text() in labels
        assert "Win chance" in hint.inner_text()
    # The page is updated because everybody is told; the hints stay until the game goes on.
    expect(page.locator("#announcement")).to_have_text(re.compile("has looked at a hint"))
    expect(hints.first).to_be_visible()
    see_version(page, submit(page, notations(page)[0]))
    expect(hints).to_have_count(0)


def test_an_open_page_reconnects_after_a_restart(own_server: Server, visit: Visit) -> None:
    ann = visit()
    set_up(ann, own_server.url, "me", "link")
    bob = visit()
    take_seat(bob, ann.get_by_label("Send this link to a friend").input_value(), "Bob")
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
        # Its form was rendered before the restart and is still valid.
        submit(other, notations(other)[0])
        see_version(actor, reached + 1)


def my_turn_now(page: Page) -> bool:
    return page.locator("#main[data-my-turn]").count() > 0


def _some(page: Page, kind: str) -> str:
    """The first answer that matches, in notation."""
    return page.locator(f"#answers .{kind}").first.get_attribute("value") or ""


def _play_until_an_answer_reveals_something(page: Page) -> None:
    for _ in range(40):
        assert my_turn(page)
        if page.locator("#answers .answer[data-reveals]").count():
            return
        submit(page, notations(page)[-1])
    raise AssertionError("no answer reveals something")
