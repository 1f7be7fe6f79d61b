"""Requests: as the server has offered them, plausible ones, and ones with something wrong."""

from __future__ import annotations

import json
import random
from typing import Any
from urllib.parse import quote, unquote, urlencode

from tests.server.fuzz.forms import Form
from tests.server.fuzz.journeys import Step
from tests.server.fuzz.operations import Operation, template_pattern
from tests.server.fuzz.values import Values
from tests.server.fuzz.visitors import Sent, Visitor

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


class Generator:
    """Makes requests of visitors."""

    def __init__(
        self,
        rng: random.Random,
        values: Values,
        operations: list[Operation],
        visitors: list[Visitor],
    ) -> None:
        self.rng = rng
        self.values = values
        self._by_name = {operation.name: operation for operation in operations}
        self._patterns = [
            (operation, template_pattern(operation.template)) for operation in operations
        ]
        self._visitors = visitors

    def any(self, visitor: Visitor, operation: Operation) -> Sent:
        """A request: plausible, with something wrong, or with everything wrong."""
        rng = self.rng
        wrong = rng.random()
        context = rng.choice(visitor.contexts) if visitor.contexts and wrong < 0.8 else {}
        path = operation.template
        for name, kind in operation.parameters.items():
            value = self._parameter(name, kind, context, strange=rng.random() < 0.1)
            path = path.replace(f"{{{name}}}", self._quote(value))
        query = self._query(operation, strange=wrong > 0.7)
        sent = self.request(visitor, operation, path + query)
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

    def of_form(self, visitor: Visitor) -> Sent:
        """Submit a form as the server has offered it, to reach what only a real player reaches."""
        name = self.rng.choice(list(visitor.forms))
        offered = visitor.forms[name]
        form = offered[-1] if self.rng.random() < 0.6 else self.rng.choice(offered)
        sent = self.request(visitor, self._by_name[name], form.action)
        self._fill(visitor, sent, form, strange=self.rng.random() < 0.1)
        return sent

    def of_link(self, visitor: Visitor) -> Sent:
        name, url = self.rng.choice(visitor.links)
        return self.request(visitor, self._by_name[name], url)

    def of_game(self, visitor: Visitor) -> Sent | None:
        """A legal answer, if the latest table offers one."""
        context = visitor.contexts[-1]
        table, answers = context.get("id"), context.get("answer")
        if not (table and answers):
            return None
        operation = self._by_name["POST /api/v1/tables/{table_id}/answers"]
        sent = self.request(visitor, operation, f"/api/v1/tables/{table[0]}/answers")
        body = {"version": context["version"][0], "answer": self.rng.choice(answers)}
        body["key"] = f"fuzz-{self.rng.getrandbits(64):x}"
        sent.headers.append("content-type: application/json")
        sent.body = json.dumps(body).encode()
        return sent

    def of_step(self, step: Step) -> Sent:
        """A step of a journey, as it is."""
        path = step.path.partition("?")[0]
        operation = min(
            (
                found
                for found, pattern in self._patterns
                if found.method == step.method and pattern.fullmatch(path)
            ),
            key=lambda found: len(found.parameters),
        )
        sent = self.request(step.visitor, operation, step.path)
        if step.method == "POST" and operation.is_api:
            sent.headers.append("content-type: application/json")
            sent.body = json.dumps(step.body).encode()
        elif step.method == "POST":
            fields = {**(step.body or {}), "_csrf_token": step.visitor.csrf}
            sent.headers.append("content-type: application/x-www-form-urlencoded")
            sent.body = urlencode(fields).encode()
        return sent

    def request(self, visitor: Visitor, operation: Operation, target: str) -> Sent:
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
