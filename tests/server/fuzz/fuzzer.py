"""Sends generated requests to one server, one after the other, and checks every response.

One request at a time, so that a change of the database is that of the request. Several processes
run one fuzzer each.
"""

from __future__ import annotations

import base64
import json
import logging
import random
import sqlite3
import time
from collections import Counter, deque
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote, urlencode

import msgspec

from smokestack.server.domain.tokens import hash_token
from tests.server.api.fuzz import create_tables
from tests.server.api.servers import Running
from tests.server.fuzz.checks import SecretWatch, problems_of
from tests.server.fuzz.connection import Connection, Reply
from tests.server.fuzz.forms import Form, forms_of, urls_of
from tests.server.fuzz.operations import Operation, operations_of, template_pattern
from tests.server.fuzz.values import Data, Values

MAX_FAILURES = 20  # files to write
CONTEXT = 20  # requests before a failure that are saved with it
API_GUESTS, BROWSERS = 5, 4
EXPLORED = 3  # operations to choose from, of which the least used one is taken
OTHER_NAMES = {
    "table_id": ("id",),
    "tournament_id": ("id",),
    "seat": ("my_seats",),
    "token": ("seat_token",),
}
"""Path parameters that are called differently where the server sends them."""
PAGE_QUERY = {
    **dict.fromkeys(("seat", "players", "move", "at", "line", "draw"), ("0", "1", "7")),
    **dict.fromkeys(("game", "edition"), ("glasgow", "brass", "2018")),
    "answer": ("0", "move 1"),
    "lines": ("0", "1.2", "0.5_0.6"),
    "position": ("x", "eNqrrgUAAXUA-Q"),
    "solution": ("yes",),
    "start": ("glasgow/standard/2", "brass/2018/3"),
    "table": ("nowhere",),
    "thing": ("tile-1", "card-wigan"),
}
"""Query parameters of pages, which no document lists."""
OTHER_METHODS = ("GET", "POST", "OPTIONS", "PUT", "PATCH", "DELETE", "HEAD", "TRACE", "BREW")
HEADERS = (
    "accept-language: \x00",
    "accept-language: " + "de," * 300,
    "accept: application/xml",
    "accept-encoding: gzip, br;q=x",
    "content-type: application/json; charset=utf-16",
    "content-type: multipart/form-data",
    "content-type: text/plain",
    "cookie: guest=; name=%ff%fe; language=xx; csrftoken=x",
    "cookie: guest=" + "x" * 2000,
    "authorization: Bearer",
    "authorization: Bearer " + "x" * 22 + "." + "y" * 43,
    "authorization: Basic eDp5",
    "host: evil.example",
    "x-forwarded-for: not an address",
    "x-forwarded-proto: gopher",
    "hx-request: true",
    "range: bytes=0-1",
    "if-none-match: *",
    "expect: 100-continue",
    "idempotency-key: " + "k" * 300,
)


OWN_SEAT = """
SELECT 1 FROM seats s WHERE s.token_hash = :secret AND
  (s.guest = :guest OR EXISTS (SELECT 1 FROM seat_devices d
   WHERE d.table_id = s.table_id AND d.seat = s.number AND d.guest = :guest)
   OR s.guest = '' AND EXISTS (SELECT 1 FROM tables t WHERE t.id = s.table_id AND t.host = :guest))
"""
SHARED_REMATCH = f"{OWN_SEAT} AND EXISTS (SELECT 1 FROM tables t WHERE t.rematch = s.table_id)"
# What the server works on by itself, and so may write at any moment.
BACKGROUND_WORK = """
SELECT 1 FROM jobs WHERE due <= strftime('%Y-%m-%d %H:%M:%f', 'now', '+1 seconds')
UNION SELECT 1 FROM analyses WHERE result IS NULL AND lease_owner IS NOT NULL
"""
SESSION = "SELECT guest FROM sessions WHERE :token IN (token_hash, previous_hash)"


class Visitor(msgspec.Struct):
    """Someone who sends requests: with a bearer token, with cookies, or with neither."""

    name: str
    connection: Connection
    token: str = ""
    cookies: dict[str, str] = {}
    contexts: deque[dict[str, list[Any]]] = msgspec.field(default_factory=lambda: deque(maxlen=12))
    """What the server has sent of some tables: values by the name of their field."""
    forms: dict[str, deque[Form]] = {}
    """By operation: forms that the server has offered."""
    links: deque[tuple[str, str]] = msgspec.field(default_factory=lambda: deque(maxlen=200))
    """Operations and URLs that the server has linked to."""
    csrf: str = ""


class Sent(msgspec.Struct):
    """A request, as it is saved if something is wrong with its response."""

    visitor: str
    method: str
    target: str
    headers: list[str]
    body: bytes
    operation: Operation | None = None

    def encode(self) -> bytes:
        lines = [f"{self.method} {self.target} HTTP/1.1", *self.headers]
        lines.append(f"content-length: {len(self.body)}")
        return "\r\n".join([*lines, "", ""]).encode("utf-8", "replace") + self.body

    def to_data(self) -> Data:
        return {
            "visitor": self.visitor,
            "request": f"{self.method} {self.target}",
            "headers": self.headers,
            "body": self.body.decode("utf-8", "replace"),
            "bytes": base64.b64encode(self.encode()).decode(),
        }


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
        self._patterns = [
            (operation, template_pattern(operation.template)) for operation in self.operations
        ]
        self._by_name = {operation.name: operation for operation in self.operations}
        self.values = Values(self.rng, document["components"]["schemas"])
        self._seconds = {operation.name: 0.001 for operation in self.operations}
        self._weights = {
            operation.name: 50.0 if operation.method == "OPTIONS" else 1.0
            for operation in self.operations
        }
        self._history: deque[Sent] = deque(maxlen=CONTEXT + 1)
        self._secrets = SecretWatch()
        self._database = sqlite3.connect(database)
        self._visitors = [Visitor("nobody", Connection(self._port))]
        for number in range(API_GUESTS):
            guest = server.guest()
            visitor = Visitor(f"api-{number}", Connection(self._port), guest.token)
            self._secrets.leaks(visitor.name, f'"token":"{guest.token}"')
            self._visitors.append(visitor)
            for table in create_tables(guest):
                self._secrets.leaks(visitor.name, json.dumps(table))
                self._learn_table(visitor, table)
        for number in range(BROWSERS):
            self._visitors.append(Visitor(f"browser-{number}", Connection(self._port)))

    def close(self) -> None:
        self._database.close()
        for visitor in self._visitors:
            visitor.connection.close()

    def run(self, requests: int) -> None:
        """Send so many requests; stops early after too many violations."""
        for browser in self._visitors:
            if browser.name.startswith("browser"):
                self._send(browser, self._request(browser, self._by_name["GET /new"], "/new"))
                study = f"/study/new?start={self.rng.choice(PAGE_QUERY['start'])}"
                self._send(browser, self._request(browser, self._by_name["GET /study/new"], study))
        while self.requests < requests and len(self.violations) < MAX_FAILURES:
            visitor = self.rng.choice(self._visitors)
            choice = self.rng.random()
            if choice < 0.2 and visitor.forms:
                self._submit_form(visitor)
            elif choice < 0.3 and visitor.contexts:
                self._continue_game(visitor)
            elif choice < 0.4 and visitor.links:
                self._follow_link(visitor)
            else:
                operation = self._choose_operation()
                self._send(visitor, self._generate(visitor, operation))

    # Choosing requests

    def _choose_operation(self) -> Operation:
        """All operations get the same time, so cheap ones are requested more often."""
        some = self.rng.sample(self.operations, EXPLORED)
        return min(some, key=lambda operation: self._used(operation.name))

    def _used(self, name: str) -> float:
        """The time that an operation has taken; OPTIONS, which does nothing, counts as slow."""
        return self.counts[name] * self._seconds[name] * self._weights[name]

    def _generate(self, visitor: Visitor, operation: Operation) -> Sent:
        """A request: plausible, with something wrong, or with everything wrong."""
        rng = self.rng
        wrong = rng.random()
        context = rng.choice(visitor.contexts) if visitor.contexts and wrong < 0.8 else {}
        path = operation.template
        for name, kind in operation.parameters.items():
            value = self._parameter(name, kind, context, strange=rng.random() < 0.1)
            path = path.replace(f"{{{name}}}", self._quote(value))
        query = self._query(operation, strange=wrong > 0.7)
        sent = self._request(visitor, operation, path + query)
        if not template_pattern(operation.template).fullmatch(unquote(path, errors="replace")):
            sent.operation = None  # a slash in a value leads elsewhere
        if operation.method not in ("GET", "HEAD", "OPTIONS"):
            self._add_body(visitor, operation, sent, context, strange=wrong > 0.6)
        if wrong > 0.9:
            self._spoil(sent)
        return sent

    def _parameter(
        self, name: str, kind: type, context: dict[str, list[Any]], strange: bool
    ) -> str:
        rng = self.rng
        if strange:
            return self.values.text() or "x"
        for other in (name, *OTHER_NAMES.get(name, ())):
            if context.get(other) and rng.random() < 0.8:
                return str(rng.choice(context[other]))
            known = self.values.known(other)
            if known is not None and rng.random() < 0.7:
                return str(known)
        return str(rng.choice((-1, 0, 1, 2, 3, 7))) if kind is int else self.values.text() or "x"

    def _quote(self, value: str) -> str:
        """Escaped for a path, though not always correctly."""
        safe = "" if self.rng.random() < 0.9 else "/%"
        return quote(value, safe=safe, errors="surrogatepass").replace(" ", "%20")

    def _query(self, operation: Operation, strange: bool) -> str:
        rng = self.rng
        found = {}
        for parameter in operation.query:
            if rng.random() < 0.6:
                value = self.values.valid(parameter.get("schema", {}), parameter["name"])
                found[parameter["name"]] = self.values.text() if strange else value
        if not operation.is_api and rng.random() < 0.2:
            for name in rng.sample(list(PAGE_QUERY), rng.randint(1, 4)):
                known = self.values.known("table_id") if name == "table" else None
                usual = str(known or rng.choice(PAGE_QUERY[name]))
                found[name] = self.values.text() if strange else usual
        if rng.random() < 0.02:
            found[self.values.text()] = self.values.text()
        return f"?{urlencode(found, errors='surrogatepass')}" if found else ""

    def _add_body(
        self,
        visitor: Visitor,
        operation: Operation,
        sent: Sent,
        context: dict[str, list[Any]],
        strange: bool,
    ) -> None:
        if operation.body is not None:
            body = self.values.valid(operation.body)
            if isinstance(body, dict):
                for name in body:
                    if context.get(name) and self.rng.random() < 0.8:
                        body[name] = self.rng.choice(context[name])
            if strange:
                body = self.values.mutate(body)
            sent.headers.append("content-type: application/json")
            sent.body = json.dumps(body).encode()
        elif not operation.is_api:
            form = self._form(visitor, operation)
            self._fill(visitor, sent, form, strange)

    def _form(self, visitor: Visitor, operation: Operation) -> Form:
        """A form for an operation that anybody was offered, or fields of other forms."""
        for other in (visitor, *self._visitors):
            if offered := other.forms.get(operation.name):
                return self.rng.choice(offered)
        return Form("", {})

    def _fill(self, visitor: Visitor, sent: Sent, form: Form, strange: bool) -> None:
        rng = self.rng
        fields = {name: rng.choice(values) for name, values in form.fields.items()}
        for name, value in fields.items():
            if not value and rng.random() < 0.7:
                fields[name] = rng.choice(("Ann", "Ben", "Good luck", "1", "yes"))
        if "_csrf_token" in fields or visitor.csrf:
            fields["_csrf_token"] = visitor.csrf
        if strange:
            for _ in range(rng.randint(1, 3)):
                other = str(self.values.known("field") or self.values.text())
                name = rng.choice(list(fields)) if fields and rng.random() < 0.8 else other
                if rng.random() < 0.2:
                    fields.pop(name, None)
                else:
                    fields[name] = self.values.text()
        sent.headers.append("content-type: application/x-www-form-urlencoded")
        sent.body = urlencode(fields, errors="surrogatepass").encode()

    def _spoil(self, sent: Sent) -> None:
        """Break the request itself: its method, path, headers or the bytes of its body."""
        rng = self.rng
        choice = rng.random()
        if choice < 0.2:
            sent.method = rng.choice(OTHER_METHODS)
            sent.operation = None
        elif choice < 0.4:
            sent.target = rng.choice(
                (
                    sent.target + "/",
                    sent.target + "/x",
                    "/" + sent.target,
                    sent.target + "%2e%2e",
                    sent.target.replace("/", "/./", 1),
                    sent.target + "?" * 50,
                    "/%ff",
                    "/" + "a" * 3000,
                )
            )
            sent.operation = None
        elif choice < 0.6 or not sent.body:
            name, _, _ = (header := rng.choice(HEADERS)).partition(":")
            sent.headers = [line for line in sent.headers if not line.startswith(f"{name}:")]
            sent.headers.append(header)
            if name == "host" or "\x00" in header:  # refused before it reaches a route
                sent.operation = None
        else:
            sent.body = self._spoil_bytes(sent.body)

    def _spoil_bytes(self, body: bytes) -> bytes:
        rng = self.rng
        place = rng.randrange(len(body))
        return rng.choice(
            (
                body[:place],
                body[:place] + bytes([rng.randrange(256)]) + body[place + 1 :],
                body[:place] + body[place + 1 :],
                body + body,
                b"\xff\xfe" + body,
                b"[" * 20_000,
                b'{"a":' * 5_000 + b"1" + b"}" * 5_000,
                b"1" * 5000,
                b"&" * 300,
                b"a=1&" * 60,
                b"x" * 70_000,
            )
        )

    def _submit_form(self, visitor: Visitor) -> None:
        """Submit a form as the server has offered it, to reach what only a real player reaches."""
        name = self.rng.choice(list(visitor.forms))
        offered = visitor.forms[name]
        form = offered[-1] if self.rng.random() < 0.6 else self.rng.choice(offered)
        sent = self._request(visitor, self._by_name[name], form.action)
        self._fill(visitor, sent, form, strange=self.rng.random() < 0.1)
        self._send(visitor, sent)

    def _follow_link(self, visitor: Visitor) -> None:
        name, url = self.rng.choice(visitor.links)
        self._send(visitor, self._request(visitor, self._by_name[name], url))

    def _continue_game(self, visitor: Visitor) -> None:
        """Give a legal answer, if the latest table offers one."""
        context = visitor.contexts[-1]
        table, answers = context.get("id"), context.get("answer")
        if not (table and answers):
            return
        operation = self._by_name["POST /api/v1/tables/{table_id}/answers"]
        sent = self._request(visitor, operation, f"/api/v1/tables/{table[0]}/answers")
        body = {"version": context["version"][0], "answer": self.rng.choice(answers)}
        body["key"] = f"fuzz-{self.rng.getrandbits(64):x}"
        sent.headers.append("content-type: application/json")
        sent.body = json.dumps(body).encode()
        self._send(visitor, sent)

    def _request(self, visitor: Visitor, operation: Operation, target: str) -> Sent:
        headers = ["host: localhost"]
        if visitor.token:
            headers.append(f"authorization: Bearer {visitor.token}")
        if visitor.cookies:
            cookies = "; ".join(f"{name}={value}" for name, value in visitor.cookies.items())
            headers.append(f"cookie: {cookies}")
        if not operation.is_api and self.rng.random() < 0.5:
            headers.append("hx-request: true")
        if self.rng.random() < 0.1:
            headers.append("accept-encoding: gzip")
        return Sent(visitor.name, operation.method, target, headers, b"", operation)

    # Sending them and looking at the responses

    def _send(self, visitor: Visitor, sent: Sent) -> None:
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
            return
        self._count(sent, reply, time.perf_counter() - started)
        problems = list(problems_of(reply, sent.operation, sent.method))
        if reply.status >= 400 and is_idle and self._data_version() != before:
            problems.append("the request was refused, but the database was changed")
        leaked = self._secrets.leaks(visitor.name, self._visible(reply))
        if leaked := [secret for secret in leaked if not self._is_own(visitor, secret)]:
            problems.append(f"secrets of others: {leaked}")
        for problem in problems:
            self._report(sent, reply, problem)
        self._learn(visitor, sent, reply)

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

    def _is_own(self, visitor: Visitor, secret: str) -> bool:
        """Whether this is the token of a seat that the visitor uses, but has not seen before.

        Those who share a seat also share it in the rematch, which only one of them has requested,
        and someone who signs in sees the seats of the account and the invitations to its tables.
        """
        # A visitor of the API may have a cookie as well: pages use that one.
        for token in [visitor.token, *visitor.cookies.values()]:
            signed_in = self._database.execute(SESSION, {"token": hash_token(token)}).fetchone()
            question = OWN_SEAT if signed_in else SHARED_REMATCH
            guest = signed_in[0] if signed_in else token.partition(".")[0]
            values = {"secret": hash_token(secret), "guest": guest}
            if guest and self._database.execute(question, values).fetchone():
                return True
        return False

    def _data_version(self) -> int:
        """Changes whenever the server writes to the database."""
        (version,) = self._database.execute("PRAGMA data_version").fetchone()
        return int(version)

    def _learn(self, visitor: Visitor, sent: Sent, reply: Reply) -> None:
        """Remember what the server offers: ids, tokens, answers, forms and links."""
        for name, value in reply.headers:
            if name == "set-cookie":
                cookie, _, content = value.partition(";")[0].partition("=")
                visitor.cookies[cookie] = content
                if "csrf" in cookie:
                    visitor.csrf = content
            elif name == "location":
                self._learn_url(visitor, value)
        media_type = reply.header("content-type")
        if not reply.body:
            return
        if media_type.partition(";")[0].endswith("json"):
            self._learn_json(visitor, reply)
        elif media_type.startswith("text/html") and reply.status < 400 and self.rng.random() < 0.3:
            self._learn_html(visitor, reply)

    def _learn_json(self, visitor: Visitor, reply: Reply) -> None:
        data = json.loads(reply.body)
        for found in data if isinstance(data, list) else [data]:
            self._learn_table(visitor, found)

    def _learn_table(self, visitor: Visitor, data: Any) -> None:
        """Remember the values of a JSON object; those of a table are also used together."""
        names: dict[str, list[Any]] = {}
        _flatten(data, "", names)
        for name, values in names.items():
            for value in values[:10]:
                self.values.learn(name, value)
                if isinstance(value, str) and value.startswith("/"):
                    self._learn_url(visitor, value)
        if "id" in names and "version" in names:
            visitor.contexts.append(names)

    def _learn_html(self, visitor: Visitor, reply: Reply) -> None:
        html = reply.text
        for url in urls_of(html):
            self._learn_url(visitor, url)
        for form in forms_of(html):
            for name in form.fields:
                self.values.learn("field", name)
            path = form.action.partition("?")[0]
            for operation, pattern in self._patterns:
                if operation.method == "POST" and pattern.fullmatch(path):
                    offered = visitor.forms.setdefault(operation.name, deque(maxlen=20))
                    offered.append(form)

    def _learn_url(self, visitor: Visitor, url: str) -> None:
        path = url.partition("?")[0].partition("#")[0]
        for operation, pattern in self._patterns:
            if found := pattern.fullmatch(path):
                for name, value in found.groupdict().items():
                    self.values.learn(name, value)
                if operation.method == "GET":
                    visitor.links.append((operation.name, url.partition("#")[0]))

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


def _flatten(value: Any, name: str, found: dict[str, list[Any]]) -> None:
    """All texts and numbers inside a JSON value, by the name of their field."""
    if isinstance(value, dict):
        for key, inside in value.items():
            _flatten(inside, key, found)
    elif isinstance(value, list):
        for inside in value[:50]:
            _flatten(inside, name, found)
    elif isinstance(value, str | int) and value != "":
        found.setdefault(name, []).append(value)
