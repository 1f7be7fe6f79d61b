"""A server of two processes whose time can be set, and people whom it tells of events.

Each has an account, a browser, a phone for push messages, a webhook and a mail address, all on
loopback.
"""

from __future__ import annotations

import re
import socket
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import cached_property
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Page, expect
from sqlalchemy import Select, create_engine, select

from benchmarks.own_server import is_running
from smokestack.server.domain.notices import (
    ABSENCE,
    CHANNELS,
    CLOCK,
    GAME_BEGUN,
    GAME_OVER,
    INVITATION,
    YOUR_TURN,
)
from smokestack.server.domain.time_source import ShiftedTime
from smokestack.server.notices.presence import REFRESH_SECONDS, VALID_SECONDS
from smokestack.server.settings import Settings
from smokestack.server.storage.notices import MAIL_JOB, PUSH_JOB, WEBHOOK_JOB
from smokestack.server.storage.schema import accounts, heartbeats, jobs, presence
from smokestack.server.storage.tables import TIMEOUT_JOB
from tests.server.notices.receivers import Browser, Mailbox, Receiver, mailbox, receiver
from tests.server.server_process import processes_of
from tests.web.conftest import Server
from tests.web.test_lobby_in_the_browser import sign_up
from tests.web.test_notices_in_the_browser import SUBSCRIBE

NOWHERE = "about:blank"
PATIENCE_SECONDS = 150.0
"""Other processes take over the work of a killed one after a minute."""
DELIVERIES = (PUSH_JOB, WEBHOOK_JOB, MAIL_JOB)
TITLES = {
    YOUR_TURN: "It is your turn",
    GAME_BEGUN: "The game has begun",
    GAME_OVER: "The game is over",
    INVITATION: "You are invited to a game",
    CLOCK: "Your time is nearly over",
    ABSENCE: "A bot plays for you now",
}
PASSWORD = "correct horse battery"  # of `sign_up`

Told = tuple[str, str, str, str]
"""A channel, the name of a person, the kind of an event and a table."""


class Person:
    def __init__(self, name: str, page: Page, server: Server, web: Receiver) -> None:
        self.name = name
        self.page = page
        self.address = f"{name.lower()}@example.org"
        self.phone = Browser(web, f"phone-{name}")
        self.webhook = f"{web.url}/hook-{name}"
        self._url = server.url

    def sign_up(self, mails: Mailbox) -> None:
        """Create an account and turn on all notices on all channels."""
        page = self.page
        sign_up(page, self._url, self.name)
        form = page.locator("form[action='/account/email']")
        form.locator("[name=email]").fill(self.address)
        form.locator("[name=password]").fill(PASSWORD)
        form.get_by_role("button").click()
        mail = wait_for(lambda: [mail for mail in mails.mails if mail["to"] == self.address])[0]
        page.goto(_links(mail.get_content())[0])
        page.get_by_role("button", name="Confirm").click()
        phone = self.phone
        page.add_init_script(SUBSCRIBE % (phone.endpoint, phone.public_key, phone.auth))
        page.context.grant_permissions(["notifications"], origin=self._url)
        page.goto(f"{self._url}/notices")
        self.server_key = page.locator("#push").get_attribute("data-key") or ""
        page.get_by_role("button", name="Turn on for this device").click()
        expect(page.locator("#this-device")).to_be_visible()
        form = page.locator("form[action='/notices/webhook']")
        form.locator("[name=url]").fill(self.webhook)
        with page.expect_navigation():
            form.get_by_role("button").click()
        boxes = page.locator(".notice-choices input[type=checkbox]")
        for number in range(boxes.count()):
            boxes.nth(number).check()
        page.locator("form[action='/notices'] button").click()
        expect(page.locator(".notice-choices input:not(:checked)")).to_have_count(0)

    @cached_property
    def program(self) -> httpx.Client:
        """A program that acts for this person."""
        # An idle connection to a process that is killed would be no use.
        client = httpx.Client(
            base_url=f"{self._url}/api/v1", timeout=60, headers={"connection": "close"}
        )
        body = {"name": self.name, "password": PASSWORD}
        token = client.post("/sessions", json=body).json()["token"]
        client.headers["authorization"] = f"Bearer {token}"
        return client


class World:
    def __init__(self, folder: Path, database: str, web: Receiver, mails: Mailbox) -> None:
        self.folder = folder
        self.time = ShiftedTime(folder / "shift")
        self.web = web
        self.mails = mails
        self._database = create_engine(Settings(folder, database).database_url())
        port = _free_port()
        options = {
            "--processes": "2",
            "--time-shift-file": str(folder / "shift"),
            "--public-url": f"http://localhost:{port}",
            "--smtp-host": "127.0.0.1",
            "--smtp-port": str(mails.port),
            "--smtp-tls": "none",
            "--mail-from": "games@example.org",
        }
        words = [word for option in options.items() for word in option]
        self.server = Server(
            folder, database=database, options=("--private-webhooks", *words), port=port
        )
        self.people: list[Person] = []

    def close(self) -> None:
        self.server.stop()
        self._database.dispose()

    def add(self, name: str, page: Page) -> Person:
        person = Person(name, page, self.server, self.web)
        person.sign_up(self.mails)
        self.people.append(person)
        return person

    def restart(self, down: dict[str, float] | None = None) -> None:
        """Stop the server, let time pass, and start it again."""
        self.wait_for_heartbeat()
        self.server.stop()
        self.time.advance(**(down or {}))
        self.server.start()

    def processes(self) -> list[int]:
        """The ids of both processes, once both serve; one that was killed is started again."""
        found: list[int] = wait_for(lambda: _two(processes_of(self.folder)))
        # The system distributes connections, so both will get some of them.
        for _ in range(20):
            wait_for(self._is_healthy)
        return found

    def _is_healthy(self) -> bool:
        try:
            return httpx.get(f"{self.server.url}/health", timeout=20).is_success
        except httpx.TransportError:  # to a process that was killed or is busy
            return False

    def wait_for_heartbeat(self) -> None:
        """Wait until the server has noted that it is up now, so that no clock stands still."""
        since = self.time.now()
        wait_for(lambda: self._rows(select(heartbeats.c.at).where(heartbeats.c.at >= since)))

    def wait_until_present(self, person: Person) -> None:
        """Wait until the server has noted that the page of a person is open.

        Where the test then advances the time, a notice is decided on at once that would be
        decided on seconds later, perhaps before a page that was just loaded is noted.
        """
        loaded = datetime.now(UTC)
        wait_for(
            lambda: any(
                until - timedelta(seconds=VALID_SECONDS) >= loaded
                for until in self._open_until(person)
            )
        )

    def close_page(self, person: Person) -> None:
        """Close the page, and wait until the server is sure of it.

        A page that has lost its stream for a moment, on a busy machine, has asked for changes
        instead, and counts as open for some time. Its process notes that again from time to time.
        """
        person.page.goto(NOWHERE)
        absent_since = time.monotonic()

        def is_absent() -> bool:
            nonlocal absent_since
            if any(until >= datetime.now(UTC) for until in self._open_until(person)):
                absent_since = time.monotonic()
            return time.monotonic() > absent_since + REFRESH_SECONDS + 1

        wait_for(is_absent)

    def due(self, table_id: str) -> datetime:
        """When the time of the player of a table is over."""
        query = select(jobs.c.due).where(jobs.c.kind == TIMEOUT_JOB, jobs.c.key == table_id)
        ((found,),) = self._rows(query)
        assert isinstance(found, datetime)
        return found

    def advance_to(self, moment: datetime, seconds: float = 0.0) -> None:
        """Let time pass until so many seconds before a moment."""
        self.time.advance(seconds=(moment - self.time.now()).total_seconds() - seconds)

    def sleep_until(self, moment: datetime, seconds: float) -> None:
        """Wait in real time until so many seconds after a moment."""
        time.sleep(max(0.0, (moment - self.time.now()).total_seconds() + seconds))

    def settle(self, **passed: float) -> None:
        """Let time pass, and wait until everything that is due was done.

        A delivery comes back later if its receiver is busy or could not be reached, and is not due
        until then.
        """
        self.time.advance(**passed)
        wait_for(lambda: not self._rows(self._jobs_to_do()))

    def told(self) -> Counter[Told]:
        """All that anybody was told since everybody has signed up."""
        found: Counter[Told] = Counter()
        for person in self.people:
            for message in person.phone.messages(person.server_key):
                table = message["path"].rpartition("/")[2]
                found["push", person.name, _kind(message["title"]), table] += 1
            for request in self.web.requests:
                if self.web.url + request.path == person.webhook:
                    table = request.json["table"]
                    found["webhook", person.name, request.json["kind"], table] += 1
            for mail in self.mails.mails:
                if mail["to"] == person.address and mail["subject"] != "Confirm your address":
                    for title, table in _entries(mail.get_content()):
                        found["mail", person.name, _kind(title), table] += 1
        return found

    def _jobs_to_do(self) -> Select[Any]:
        comes_back = jobs.c.kind.in_(DELIVERIES) | (jobs.c.failures > 0)
        return select(jobs.c.id).where((jobs.c.due <= self.time.now()) | comes_back)

    def _open_until(self, person: Person) -> list[datetime]:
        """Until when the pages of a person count as open."""
        owner = select(accounts.c.guest).where(accounts.c.name == person.name)
        query = select(presence.c.until).where(presence.c.guest == owner.scalar_subquery())
        return [until for (until,) in self._rows(query)]

    def _rows(self, query: Select[Any]) -> list[Any]:
        with self._database.connect() as connection:
            return [tuple(row) for row in connection.execute(query)]


@contextmanager
def world(folder: Path, database: str) -> Iterator[World]:
    with receiver() as web, mailbox() as mails:
        found = World(folder, database, web, mails)
        try:
            yield found
        finally:
            found.close()
            log = found.server.log()
            sys.stderr.write(log)  # shown if the test fails
        assert "Traceback" not in log, log[log.find("Traceback") - 500 :][:4000]


def everywhere(person: Person, kind: str, table: str) -> Counter[Told]:
    """One notice on each channel."""
    return Counter({(channel, person.name, kind, table): 1 for channel in CHANNELS})


def wait_for(find: Callable[[], Any]) -> Any:
    """What is found, once it is not empty."""
    end = time.monotonic() + PATIENCE_SECONDS
    while not (found := find()):
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.05)
    return found


def _two(found: list[int]) -> list[int]:
    return found if len(found) == 2 and all(is_running(process) for process in found) else []


def _entries(text: str) -> list[tuple[str, str]]:
    """The titles and tables of the notices in a mail."""
    lines = "\n".join(text.splitlines())
    return re.findall(r"^(.+)\n.+\nhttp://\S+/tables/(\S+)$", lines, re.MULTILINE)


def _kind(title: str) -> str:
    (found,) = [kind for kind, start in TITLES.items() if title.startswith(start)]
    return found


def _links(text: str) -> list[str]:
    return re.findall(r"http://\S+", text)


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    return port
