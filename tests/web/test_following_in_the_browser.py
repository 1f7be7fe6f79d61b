"""Following the others: their actions one by one, the log, unread messages, a lost connection."""

from __future__ import annotations

import signal
import time
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.web.conftest import Server
from tests.web.player import (
    Visit,
    my_turn,
    notations,
    see_change,
    see_version,
    set_up,
    stays_loaded,
    submit,
    take_seat,
    version,
)

MAX_SECONDS_TO_SEE_LOSS = 3.0


def play_turn(page: Page) -> int:
    """Answer until it is somebody else's turn; returns the number of answers by then."""
    my_turn(page)
    while page.locator("#main[data-my-turn]").count():
        loans = [answer for answer in notations(page) if answer.startswith("loan")]
        submit(page, (loans or notations(page))[0])
    return int(page.get_attribute("#main", "data-moves") or 0)


def at_step(page: Page, number: int) -> Locator:
    return page.locator(".past-tools output", has_text=f"{number} / ")


def test_actions_of_bots_are_shown_one_by_one_and_can_be_seen_again(
    server: Server, visit: Visit
) -> None:
    page = visit(width=390, height=844)
    set_up(page, server.url, "me", "apprentice", "apprentice", game="brass")
    play_turn(page)
    my_turn(page)
    page.locator(".tabs [data-tab=more]").click()
    page.select_option("#pace", "slow")
    page.locator(".tabs [data-tab=prompt]").click()
    with stays_loaded(page):
        latest = play_turn(page)  # the bots may have answered by then
        page.wait_for_selector("#main[data-following]")
        page.locator("#past-end").click()
        my_turn(page)
        # What has happened since then, step by step, and stopped.
        steps = page.locator("#since")
        assert 0 < int(steps.get_attribute("data-from") or 0) <= latest
        steps.click()
        at_step(page, 1).wait_for()
        page.locator("#past-back").click()
        at_step(page, 0).wait_for()
        page.wait_for_timeout(2600)
        assert at_step(page, 0).count() == 1, "a reader who steps back is not moved on"
        page.locator("#past-next").click()
        at_step(page, 1).wait_for()
        expect(page.locator(".prompt-text")).to_contain_text("Apprentice")
        page.locator("#past-end").click()
        my_turn(page)
        # The log has an entry for each action, under its round, and shows it on the board.
        page.locator(".tabs [data-tab=log]").click()
        assert "Canal period, round 1" in page.locator("#log .headline").last.inner_text()
        entries = page.locator("#log .log-entry")
        built = entries.filter(has_text="builds").first
        assert "card:" in built.inner_text()
        built.locator(".entry-text").tap()
        things = (built.get_attribute("data-things") or "").split()
        told = page.locator("#stage .told").evaluate_all(
            "all => all.map((one) => one.dataset.thing)"
        )
        assert things
        assert sorted(told) == sorted(things)
    assert page.evaluate("localStorage.getItem('pace')") == "slow"


def test_what_is_new_reaches_a_player_who_looks_elsewhere(server: Server, visit: Visit) -> None:
    ann = visit(width=390, height=844)
    set_up(ann, server.url, "me", "link", name="Ann")
    lists = ann.context.new_page()
    lists.goto(server.url)
    bob = visit()
    take_seat(bob, ann.get_by_label("Send this link to a friend").input_value(), "Bob")
    my_turn(ann)
    expect(ann.locator(".tabs [data-tab=prompt] .dot.seat-0")).to_be_visible()
    with stays_loaded(lists):
        expect(lists.locator(".table-card").first).to_contain_text("Your turn")
        expect(lists.locator("#my-turns .count")).to_have_text("1")
        assert lists.title() == "(1) Smokestack"
        ann.locator(".tabs [data-tab=more]").click()
        ann.check("#sound")
        ann.locator(".tabs [data-tab=prompt]").click()
        see_version(bob, submit(ann, notations(ann)[0]))
        while ann.locator("#main[data-my-turn]").count():
            submit(ann, notations(ann)[0])
        expect(lists.locator(".table-card").first).to_contain_text("Bob's turn")
        expect(lists.locator("#my-turns")).to_be_hidden()
    bob.locator(".tabs [data-tab=chat]").click()
    bob.fill("#chat-text", "Hello")
    bob.press("#chat-text", "Enter")
    expect(ann.locator("#unread .count")).to_have_text("1")
    expect(bob.locator("#unread")).to_be_hidden()
    ann.locator(".tabs [data-tab=chat]").click()
    expect(ann.locator("#unread")).to_be_hidden()
    ann.locator(".tabs [data-tab=prompt]").click()
    expect(ann.locator("#unread")).to_be_hidden()
    while bob.locator("#main[data-my-turn]").count():
        submit(bob, notations(bob)[0])
    ann.wait_for_selector("#main[data-my-turn]")
    expect(ann.locator("html")).to_have_attribute("data-sounded", "turn")


def test_a_move_without_a_connection_is_kept_and_sent_once(server: Server, visit: Visit) -> None:
    page = visit()
    set_up(page, server.url, "me", "here:Bob")
    my_turn(page)
    before = version(page)
    page.context.set_offline(True)
    start = time.monotonic()
    line = page.locator("#connection")
    expect(line).to_contain_text("Connection lost")
    assert time.monotonic() - start < MAX_SECONDS_TO_SEE_LOSS
    page.locator("#answers .answer").first.click()
    expect(line).to_contain_text("Your move is kept")
    page.locator("#answers .answer").nth(1).click()  # refused: the other one is waiting
    page.context.set_offline(False)
    assert see_change(page, before) == before + 1
    expect(line).to_be_hidden()
    # Without a key that identifies it, a message is not sent again, but the reader is told.
    page.locator(".tabs [data-tab=chat]").click()
    page.context.set_offline(True)
    page.fill("#chat-text", "Hello")
    page.press("#chat-text", "Enter")
    expect(page.locator("#notices")).to_contain_text("Not sent")
    assert page.input_value("#chat-text") == "Hello"
    page.context.set_offline(False)
    expect(line).to_be_hidden()
    # A move that is not wanted any more can be dropped.
    page.context.set_offline(True)
    page.locator("#answers .answer").first.click()
    line.get_by_role("button").click()
    page.context.set_offline(False)
    expect(line).to_be_hidden()
    assert version(page) == before + 1
    submit(page, notations(page)[0])


def test_a_server_that_is_silent_is_noticed(tmp_path: Path, visit: Visit) -> None:
    """A network that drops all packets closes no connection; a stopped process looks the same."""
    server = Server(tmp_path)
    page = visit()
    set_up(page, server.url, "me", "here:Bob")
    my_turn(page)
    assert server.process is not None
    line = page.locator("#connection")
    page.wait_for_timeout(1000 * MAX_SECONDS_TO_SEE_LOSS)
    expect(line).to_be_hidden()
    server.process.send_signal(signal.SIGSTOP)
    try:
        start = time.monotonic()
        expect(line).to_contain_text("Connection lost")
        assert time.monotonic() - start < MAX_SECONDS_TO_SEE_LOSS
    finally:
        server.process.send_signal(signal.SIGCONT)
    expect(line).to_be_hidden()
    server.stop()
