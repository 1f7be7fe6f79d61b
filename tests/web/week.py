"""A week of correspondence play; run by `make test-week`, because it takes minutes.

The server has two processes. It is restarted, is down for two days, and its processes are killed,
also while clocks run out. Every time-out happens once, and everybody is told everything once on
each channel.
"""

from __future__ import annotations

import os
import signal
from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import expect

from smokestack.server.domain.notices import ABSENCE, CLOCK, GAME_OVER, INVITATION, YOUR_TURN
from tests.web.correspondence import (
    NOWHERE,
    Person,
    Told,
    World,
    everywhere,
    wait_for,
    world,
)
from tests.web.player import READY, Visit, notations, submit

Kills = tuple[tuple[float, int], ...]
"""Seconds after the first clock has run out, and the number of the process that is killed."""

TABLES = 5  # whose clocks run out within a second or two
ROUNDS: tuple[Kills, ...] = (
    ((-0.4, 0),),
    ((0.0, 0), (0.5, 1)),
    ((0.1, 1), (0.3, 0)),
    ((0.2, 0), (0.2, 1)),
    ((0.7, 1), (1.5, 0)),
)


@pytest.fixture(params=["sqlite", "postgresql"])
def played(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[World]:
    database = "" if request.param == "sqlite" else request.getfixturevalue("new_database")
    with world(tmp_path, database) as found:
        yield found


@pytest.fixture
def ann(played: World, visit: Visit) -> Person:
    return played.add("Ann", visit(NOWHERE))


@pytest.fixture
def bob(played: World, visit: Visit) -> Person:
    return played.add("Bob", visit(NOWHERE))


def test_two_people_play_for_a_week(played: World, ann: Person, bob: Person) -> None:
    started = played.time.now()
    table = invite_by_name(played, ann, bob)
    expected = everywhere(bob, INVITATION, table)
    played.settle(seconds=6)
    played.settle(minutes=15)
    assert played.told() == expected
    accept(played, ann, bob, table)
    for person in played.people:
        played.wait_until_present(person)
    played.settle(seconds=6)  # both are looking at the table, so nobody is told that it begins
    for person in played.people:
        played.close_page(person)
    played.settle(minutes=15)
    assert played.told() == expected

    acting, other = ann, bob
    reserve = {"Ann": 12.0, "Bob": 12.0}
    waited = 0.25  # hours of the turn that have passed
    for hours, incident in (
        (8, "none"),
        (20, "restart"),
        (32, "killed process"),
        (10, "down for two days"),
        (15, "both processes killed"),
        (14, "restart"),
    ):
        played.settle(hours=hours / 2)
        cause(played, incident)
        played.settle(hours=hours / 2)
        played.settle(minutes=2)  # until a mail about the clock
        if hours > 30:  # six hours before the end of the turn and the reserve
            expected += everywhere(acting, CLOCK, table)
        assert played.told() == expected, incident
        play_turn(played, acting, 24 + reserve[acting.name] - waited - hours)
        reserve[acting.name] -= max(0.0, waited + hours - 24)
        played.settle(seconds=6)
        played.settle(minutes=90)
        waited = 1.5
        expected += everywhere(other, YOUR_TURN, table)
        assert played.told() == expected, incident
        acting, other = other, acting

    due = played.due(table)
    played.advance_to(due, seconds=5 * 3600)
    played.settle()
    played.settle(minutes=15)
    expected += everywhere(acting, CLOCK, table)
    assert played.told() == expected
    kill_at(played, due, ((0.1, 0), (0.1, 1)))
    expect_one_time_out(table, acting)
    expected += everywhere(ann, GAME_OVER, table) + everywhere(bob, GAME_OVER, table)
    for passed in (0.01, 1.5, 48):
        played.settle(hours=passed)
    assert played.told() == expected
    expect_one_time_out(table, acting)
    for person in played.people:
        person.page.goto(f"{played.server.url}/tables/{table}")
        expect(person.page.locator("#prompt .prompt-text")).to_have_text(
            f"{acting.name}'s time has run out. The game is over."
        )
    assert (played.time.now() - started).days >= 7


def test_processes_are_killed_while_clocks_run_out(played: World, ann: Person, bob: Person) -> None:
    for person in played.people:
        played.close_page(person)
    for kills in ROUNDS:
        tables = [start_by_program(ann, bob) for _ in range(TABLES)]
        played.settle(seconds=6)
        played.settle(hours=2)
        due = played.due(tables[0])
        played.advance_to(due, seconds=4 * 3600)  # nothing is left to be said before the end
        played.settle()
        played.settle(hours=2)
        played.settle(minutes=2)
        before = played.told()
        kill_at(played, due, kills)
        for table in tables:
            expect_one_time_out(table, ann)
        played.processes()  # one that starts while time is skipped takes that for a downtime
        played.settle(seconds=6)
        played.settle(hours=2)
        expected: Counter[Told] = Counter()
        for table in tables:
            expected += everywhere(ann, GAME_OVER, table) + everywhere(bob, GAME_OVER, table)
        assert played.told() - before == expected, f"killed: {kills}"
        for table in tables:
            expect_one_time_out(table, ann)


def test_a_bot_plays_on_once_after_processes_were_killed(
    played: World, ann: Person, bob: Person
) -> None:
    for person in played.people:
        played.close_page(person)
    table = start_by_program(ann, bob, on_timeout="bot")
    played.settle(seconds=6)
    played.settle(hours=2)
    due = played.due(table)
    played.advance_to(due, seconds=2 * 3600)
    played.settle()
    played.settle(minutes=2)  # until a mail about the clock
    before = played.told()
    kill_at(played, due, ((0.1, 0), (0.3, 1)))
    expect_one_time_out(table, ann)
    wait_for(lambda: is_turn_of(bob, table, 1))
    played.settle(seconds=6)
    played.settle(hours=2)
    expected = everywhere(ann, ABSENCE, table) + everywhere(bob, YOUR_TURN, table)
    assert played.told() - before == expected
    expect_one_time_out(table, ann)


def cause(played: World, incident: str) -> None:
    if incident == "restart":
        played.restart()
    elif incident == "down for two days":
        played.restart(down={"days": 2})
    elif incident != "none":
        played.wait_for_heartbeat()
        processes = played.processes()
        for process in processes if incident == "both processes killed" else processes[1:]:
            os.kill(process, signal.SIGKILL)
        played.processes()


def invite_by_name(played: World, ann: Person, bob: Person) -> str:
    """Ann creates a table with a clock and invites Bob; returns its id."""
    page = ann.page
    page.goto(f"{played.server.url}/new?game=glasgow")
    page.select_option("#pace", "days")
    page.select_option("select[name=turn-hours]", "24")
    page.select_option("select[name=reserve-hours]", "12")
    page.select_option("select[name=on-timeout]", "resign")
    page.select_option("#seat-1", "link")
    page.select_option("select[name=first]", "0")
    page.click("main form .primary")
    page.wait_for_selector(READY)
    page.wait_for_load_state()
    table = page.url.rpartition("/")[2]
    page.get_by_label("Invite someone who has an account").fill("bob")
    page.get_by_role("button", name="Invite", exact=True).click()
    expect(page.locator(".announcements")).to_contain_text("The host has invited bob.")
    played.close_page(bob)
    return table


def accept(played: World, ann: Person, bob: Person, table: str) -> None:
    """Bob follows the link of the mail and takes the seat; the game begins."""
    bob.page.goto(f"{played.server.url}/tables/{table}")
    expect(bob.page.locator("main")).to_contain_text("You are invited to this table.")
    expect(bob.page.locator(".agreements")).to_contain_text(
        "Clock: 1 day for each turn, and a reserve of 12 hours for the game."
    )
    bob.page.get_by_role("button", name="Take this seat").click()
    for person in (ann, bob):
        expect(person.page.locator("#clocks .clock")).to_have_count(2)
    expect(ann.page.locator("#main[data-my-turn]")).to_be_visible()


def play_turn(played: World, person: Person, hours_left: float) -> None:
    """Open the game that waits, look at the clock, answer until it is the other's turn."""
    page = person.page
    page.goto(f"{played.server.url}/next")
    page.wait_for_selector("#main[data-my-turn]")
    page.wait_for_load_state()
    shown = page.locator(".clock-time[data-runs]").get_attribute("data-runs")
    assert float(shown or 0) / 3600 == pytest.approx(hours_left, abs=0.2)
    while page.locator("#main[data-my-turn]").count():
        submit(page, notations(page)[0])
    played.close_page(person)


def start_by_program(ann: Person, bob: Person, on_timeout: str = "resign") -> str:
    """A game in which Ann begins; its clock gives her twelve hours."""
    pace = {"kind": "days", "turn_hours": 12, "reserve_hours": 0, "on_timeout": on_timeout}
    plan = {"game": "glasgow", "seats": ["me", "link"], "name": "Ann", "first": 0, "pace": pace}
    first, second = ann.program, bob.program
    table = first.post("/tables", json=plan).json()
    body = {"seat_token": table["seats"][1]["seat_token"], "name": "Bob"}
    assert second.post("/seats", json=body).status_code == 200
    for client in (first, second):
        reply = client.post(f"/tables/{table['id']}/contribution", json={"text": "any text"})
        assert reply.status_code == 200
    assert reply.json()["actor"] == 0
    return str(table["id"])


def is_turn_of(person: Person, table: str, seat: int) -> bool:
    try:
        return bool(person.program.get(f"/tables/{table}").json()["actor"] == seat)
    except httpx.TransportError:  # to a process that was killed
        return False


def kill_at(played: World, due: datetime, kills: Kills) -> None:
    """Let time pass in small steps until clocks run out, and kill processes then."""
    played.advance_to(due, seconds=8)
    played.wait_for_heartbeat()
    processes = played.processes()
    for offset, number in kills:
        played.sleep_until(due, offset)
        os.kill(processes[number], signal.SIGKILL)


def expect_one_time_out(table: str, loser: Person) -> None:
    def time_outs() -> list[str]:
        try:
            log = loser.program.get(f"/tables/{table}/log").json()
            seats = loser.program.get(f"/tables/{table}").json()["seats"]
        except httpx.TransportError:  # to a process that was killed
            return []
        said = [each for each in log["announcements"] if each["kind"] == "timed-out"]
        return [seats[each["seat"]]["name"] for each in said]

    assert wait_for(time_outs) == [loser.name]
