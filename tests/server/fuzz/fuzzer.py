"""Sends generated requests to one server, one after the other, and checks every response.

One request at a time, so that a change of the database is that of the request. Several processes
run one fuzzer each.
"""

from __future__ import annotations

import json
import logging
import random
import re
import sqlite3
import time
from collections import Counter, deque
from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path
from urllib.parse import unquote

from smokestack.server.service.table_service import TableService
from tests.server.api.fuzz import create_tables
from tests.server.api.servers import Running
from tests.server.fuzz.checks import SecretWatch, problems_of
from tests.server.fuzz.connection import Connection, Reply
from tests.server.fuzz.generating import PAGE_QUERY, Generator
from tests.server.fuzz.journeys import JOURNEY_ADDRESS, JOURNEYS, Cast, Journey, Step
from tests.server.fuzz.learning import Learner
from tests.server.fuzz.operations import Operation, operations_of
from tests.server.fuzz.stored_secrets import StoredSecrets
from tests.server.fuzz.values import Data, Values
from tests.server.fuzz.visitors import Sent, Visitor

MAX_FAILURES = 20  # files to write
CONTEXT = 20  # requests before a failure that are saved with it
API_GUESTS, BROWSERS = 5, 4
JOURNEY_SHARE = 0.15  # of all requests
EXPLORED = 3  # operations to choose from, of which the least used one is taken

# What the server works on by itself, and so may write at any moment.
BACKGROUND_WORK = """
SELECT 1 FROM jobs WHERE due <= strftime('%Y-%m-%d %H:%M:%f', 'now', '+1 seconds')
  AND kind NOT IN ('notice', 'notice-clock', 'notice-digest', 'push', 'webhook')
UNION SELECT 1 FROM analyses WHERE result IS NULL AND lease_owner IS NOT NULL
"""
LINK = re.compile(r"https?://[^/\s]+(/\S+)")
GUEST_OF_ACCOUNT = "SELECT guest FROM accounts WHERE name = ?"


class Fuzzer:
    def __init__(self, server: Running, database: Path, seed: int, failures: Path) -> None:
        logging.getLogger("uvicorn.error").setLevel(logging.ERROR)  # not all bytes sent are HTTP
        self.rng = random.Random(seed)
        self.seed = seed
        self.requests = 0
        self.statuses: Counter[int] = Counter()
        self.counts: Counter[str] = Counter()
        self.succeeded: set[str] = set()
        self.violations: list[str] = []
        self._failures = failures
        self._port = int(server.url.rpartition(":")[2])
        document = server.guest().get("/openapi.json").json()
        self.operations = operations_of(server.app, document)
        self._by_name = {operation.name: operation for operation in self.operations}
        self.values = Values(self.rng, document["components"]["schemas"])
        self._seconds = {operation.name: 0.001 for operation in self.operations}
        self._weights = {
            operation.name: 50.0 if operation.method == "OPTIONS" else 1.0
            for operation in self.operations
        }
        self._history: deque[Sent] = deque(maxlen=CONTEXT + 1)
        self._secrets = SecretWatch()
        self._mails = server.mails
        self._database = sqlite3.connect(database)
        self._stored = StoredSecrets(self._database, json.dumps(document))
        self._learner = Learner(self.rng, self.values, self.operations)
        self._visitors = [Visitor("nobody", Connection(self._port))]
        for number in range(API_GUESTS):
            guest = server.guest()
            visitor = Visitor(f"api-{number}", Connection(self._port), guest.token)
            self._secrets.leaks(visitor.name, f'"token":"{guest.token}"')
            self._visitors.append(visitor)
            for table in create_tables(guest):
                self._secrets.leaks(visitor.name, json.dumps(table))
                self._learner.learn_table(visitor, table)
        for number in range(BROWSERS):
            self._visitors.append(Visitor(f"browser-{number}", Connection(self._port)))
        ann, ben = (Visitor(name, Connection(self._port)) for name in ("ann", "ben"))
        self._visitors += [ann, ben]
        self._generator = Generator(self.rng, self.values, self.operations, self._visitors)
        self._inboxes: dict[str, list[EmailMessage]] = {}
        service: TableService = server.app.state.service
        self._unsubscribe_link = service.notices.unsubscribe_link
        self._cast = Cast(
            self.rng, ann, ben, self._visitors[1], self._inboxes, self._unsubscribe_token
        )
        self._waiting: list[Callable[[Cast], Journey]] = []
        self._journey: Journey | None = None
        self._step: Step | None = None

    def close(self) -> None:
        self._database.close()
        for visitor in self._visitors:
            visitor.connection.close()

    def run(self, requests: int) -> None:
        """Send so many requests; stops early after too many violations."""
        for browser in self._visitors:
            if browser.name.startswith("browser"):
                start = self.rng.choice(PAGE_QUERY["start"])
                for url in ("/new", f"/study/new?start={start}", f"/study/edit?start={start}"):
                    self._send(browser, self._generator.of_step(Step(browser, "GET", url)))
        while self.requests < requests and len(self.violations) < MAX_FAILURES:
            self._read_mails()
            visitor = self.rng.choice(self._visitors)
            choice = self.rng.random()
            if self.rng.random() < JOURNEY_SHARE:
                self._continue_journey()
            elif choice < 0.2 and visitor.forms:
                self._send(visitor, self._generator.of_form(visitor))
            elif choice < 0.3 and visitor.contexts:
                if sent := self._generator.of_game(visitor):
                    self._send(visitor, sent)
            elif choice < 0.4 and visitor.links:
                self._send(visitor, self._generator.of_link(visitor))
            else:
                operation = self._choose_operation()
                self._send(visitor, self._generator.any(visitor, operation))

    # Choosing requests

    def _choose_operation(self) -> Operation:
        """Each operation once; then all get the same time, so cheap ones come more often."""
        if new := [each for each in self.operations if each.name not in self.counts]:
            return self.rng.choice(new)
        some = self.rng.sample(self.operations, EXPLORED)
        return min(some, key=lambda operation: self._used(operation.name))

    def _used(self, name: str) -> float:
        """The time that an operation has taken; OPTIONS, which does nothing, counts as slow."""
        return self.counts[name] * self._seconds[name] * self._weights[name]

    def _continue_journey(self) -> None:
        """Take the next step of a journey, or begin the next one."""
        if self._journey is None:
            if not self._waiting:
                self._waiting = self.rng.sample(JOURNEYS, len(JOURNEYS))
            self._journey = self._waiting.pop()(self._cast)
            self._step = next(self._journey)
        reply = Reply(0, [], b"")
        if self._step is not None:
            step = self._step
            found = self._send(step.visitor, self._generator.of_step(step))
            if found is None or (found.status >= 400 and not step.may_fail):
                self._end_journey()
                return
            reply = found
        try:
            self._step = self._journey.send(reply)
        except (StopIteration, LookupError):  # over, or interrupted by a generated request
            self._end_journey()

    def _end_journey(self) -> None:
        if self._journey is not None:
            self._journey.close()
        self._journey = None

    def _unsubscribe_token(self, name: str) -> str:
        """The token that a mail would contain; this server sends no notices."""
        found = self._database.execute(GUEST_OF_ACCOUNT, (name,)).fetchone()
        return self._unsubscribe_link(found[0] if found else "").rpartition("/")[2]

    # Sending them and looking at the responses

    def _send(self, visitor: Visitor, sent: Sent) -> Reply | None:
        self._history.append(sent)
        data = sent.encode()
        is_idle = self._database.execute(BACKGROUND_WORK).fetchone() is None
        before = self._data_version()
        self._secrets.note_request(visitor.name, data.decode("utf-8", "replace"))
        started = time.perf_counter()
        try:
            reply = visitor.connection.exchange(data, sent.method == "HEAD")
        except (OSError, ValueError) as error:
            visitor.connection.close()
            self._report(sent, None, f"no response ({error!r})")
            return None
        self._count(sent, reply, time.perf_counter() - started)
        problems = list(problems_of(reply, sent.operation, sent.method))
        if reply.status >= 400 and is_idle and self._data_version() != before:
            problems.append("the request was refused, but the database was changed")
        leaked = self._secrets.leaks(visitor.name, self._visible(reply))
        if leaked := [secret for secret in leaked if not self._stored.is_own(visitor, secret)]:
            problems.append(f"secrets of others: {leaked}")
        request = unquote(data.decode("utf-8", "replace"))
        if stored := self._stored.leaks(visitor, self._visible(reply), request):
            problems.append(f"stored secrets of others: {stored}")
        for problem in problems:
            self._report(sent, reply, problem)
        self._learner.learn(visitor, reply)
        return reply

    def _count(self, sent: Sent, reply: Reply, seconds: float) -> None:
        self.requests += 1
        self.statuses[reply.status] += 1
        if sent.operation is not None:
            name = sent.operation.name
            self.counts[name] += 1
            self._seconds[name] += (seconds - self._seconds[name]) * 0.05
            if reply.status < 400:
                self.succeeded.add(name)

    def _visible(self, reply: Reply) -> str:
        return "\n".join([*(value for _, value in reply.headers), reply.text])

    def _read_mails(self) -> None:
        """Follow the links in mails, as a person who got them."""
        while self._mails:
            mail = self._mails.pop(0)
            if re.search(JOURNEY_ADDRESS, address := str(mail["to"])):
                self._inboxes.setdefault(address, []).append(mail)
                continue
            visitor = self.rng.choice(self._visitors[1:])
            for path in LINK.findall(mail.get_content()):
                self._secrets.note_request(visitor.name, path)
                self._learner.learn_url(visitor, path)

    def _data_version(self) -> int:
        """Changes whenever the server writes to the database."""
        (version,) = self._database.execute("PRAGMA data_version").fetchone()
        return int(version)

    def _report(self, sent: Sent, reply: Reply | None, problem: str) -> None:
        """Note a violation and save the request with those before it."""
        self.violations.append(f"{sent.method} {sent.target}: {problem}")
        self._failures.mkdir(parents=True, exist_ok=True)
        file = self._failures / f"seed-{self.seed}-request-{self.requests}.json"
        data: Data = {"problem": problem, "seed": self.seed, **sent.to_data()}
        if reply is not None:
            data["status"] = reply.status
            data["response_headers"] = reply.headers
            data["response"] = reply.text[:20_000]
        data["requests_before"] = [before.to_data() for before in list(self._history)[:-1]]
        file.write_text(json.dumps(data, indent=1))
