"""The door of the house: every request passes here, whatever it is for.

It gives each an id, looks at the name that it asks for, lets nobody keep the house waiting, puts
the same guards on every answer, and writes down what was asked, never more than its kind.
"""

from __future__ import annotations

import asyncio
import logging
from random import getrandbits
from time import perf_counter
from typing import Any, Final

import msgspec
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from smokestack.engine.language import speaking, tr
from smokestack.server.api.caller import is_api
from smokestack.server.api.problems import OF_STATUSES, PROBLEM, Problem, problem_kind
from smokestack.server.counting import Counts
from smokestack.server.limits import SAFE
from smokestack.server.logs import REQUEST
from smokestack.server.settings import Settings
from smokestack.server.visitor import preferred

log = logging.getLogger("smokestack.requests")

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; "
    "img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS: Final = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
)
YEAR: Final = 365 * 24 * 3600
METHODS: Final = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE")
FOR_MACHINES: Final = ("/health", "/ready", "/metrics")
"""Asked for by whatever address the machine has."""


class Door:
    """Around the whole app."""

    def __init__(self, inside: ASGIApp, settings: Settings, counts: Counts) -> None:
        self._inside = inside
        self._settings = settings
        self._counts = counts
        self._hosts = {host.lower() for host in settings.hosts}
        self._headers = list(HEADERS)
        if settings.public_url.startswith("https://"):
            self._headers.append((b"strict-transport-security", b"max-age=%d" % YEAR))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await self._inside(scope, receive, send)
            return
        if self._settings.behind_proxy:
            believe_proxy(scope)
        begun = perf_counter()
        request_id = f"{getrandbits(64):016x}"  # no secret: it only tells lines of the log apart
        line = Line(scope, receive, send, self._settings.line_patience)
        line.headers = [*self._headers, (b"x-request-id", request_id.encode())]
        token = REQUEST.set(request_id)
        try:
            await self._answer(scope, line)
        finally:
            self._note(scope, line, perf_counter() - begun)
            REQUEST.reset(token)

    async def _answer(self, scope: Scope, line: Line) -> None:
        if not self._is_ours(scope):
            await _turn_away(scope, line, 421)
            return
        try:
            async with asyncio.timeout(self._settings.patience) as line.clock:
                await self._inside(scope, line.receive, line.send)
        except TimeoutError:
            if line.status:
                log.warning("an answer was not finished in time", extra={"facts": _facts(scope)})
            else:
                await _turn_away(scope, line, 503)

    def _is_ours(self, scope: Scope) -> bool:
        if not self._hosts or scope["path"] in FOR_MACHINES:
            return True
        given = next((value for name, value in scope["headers"] if name == b"host"), b"")
        return host_in(given.decode("latin-1")) in self._hosts

    def _note(self, scope: Scope, line: Line, seconds: float) -> None:
        route = _route(scope)
        status = line.status or 499  # gone before an answer
        method = _method(scope)
        self._counts.request(method, route, status, None if line.is_stream else seconds)
        level = logging.DEBUG if scope["path"] in FOR_MACHINES else logging.INFO
        facts = {**_facts(scope), "status": status, "ms": round(seconds * 1000, 1)}
        log.log(level, "%s %s", method, route, extra={"facts": facts})


class Line:
    """The two ends of a request. Who sends too slowly is told so; for reading see `Connection`."""

    def __init__(self, scope: Scope, receive: Receive, send: Send, patience: float) -> None:
        self.clock: asyncio.Timeout | None = None
        self.status = 0
        self.headers: list[tuple[bytes, bytes]] = []
        self.is_stream = False
        self._receive = receive
        self._send = send
        self._patience = patience
        self._has_all = _method(scope) in SAFE  # whoever reads on only waits for the end

    async def receive(self) -> Any:
        if self._has_all:
            return await self._receive()
        try:
            async with asyncio.timeout(self._patience):
                message = await self._receive()
        except TimeoutError:
            raise HTTPException(status_code=408) from None
        if message["type"] == "http.disconnect":
            raise HTTPException(status_code=400)
        self._has_all = not message.get("more_body", False)
        return message

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            given = dict(message["headers"])
            added = [(name, value) for name, value in self.headers if name not in given]
            message["headers"] = [*message["headers"], *added]
            if given.get(b"content-type", b"").startswith(b"text/event-stream"):
                self.is_stream = True
                if self.clock is not None:
                    self.clock.reschedule(None)
        await self._send(message)


def believe_proxy(scope: Scope) -> None:
    """Take from the proxy in front of us, and nobody before it, whom it speaks for and how."""
    given = {name: value.decode("latin-1") for name, value in scope["headers"]}
    address = given.get(b"x-forwarded-for", "").rpartition(",")[2].strip()
    if address:
        scope["client"] = (address.strip("[]"), 0)
    scheme = given.get(b"x-forwarded-proto", "").rpartition(",")[2].strip()
    if scheme in ("http", "https"):
        scope["scheme"] = scheme


def host_in(header: str) -> str:
    """The name in a Host header, without a port: `[::1]:8750` is `::1`."""
    text = header.strip().lower()
    if text.startswith("["):
        return text[1:].partition("]")[0]
    return text.partition(":")[0]


def _method(scope: Scope) -> str:
    """One that is known, since anybody can make one up."""
    method = str(scope.get("method", ""))
    return method if method in METHODS else "OTHER"


def _route(scope: Scope) -> str:
    """The kind of address: with the names of its parts, never the parts themselves."""
    return str(scope.get("path_template") or "(none)")


def _facts(scope: Scope) -> dict[str, Any]:
    table_id = scope.get("path_params", {}).get("table_id", "")
    return {"table": table_id} if table_id else {}


async def _turn_away(scope: Scope, line: Line, status: int) -> None:
    """An answer from the door itself."""
    given = next((value for name, value in scope["headers"] if name == b"accept-language"), b"")
    with speaking(preferred(given.decode("latin-1"))):
        kind = problem_kind(OF_STATUSES[status])
        text = {
            421: tr("This server is not known by this name."),
            503: tr("The house is too busy right now. Please try again later."),
        }[status]
    body = text.encode()
    media_type = "text/plain; charset=utf-8"
    if is_api(scope):
        body = msgspec.json.encode(Problem(kind.type, kind.title, kind.status, text))
        media_type = PROBLEM
    headers = [
        (b"content-type", media_type.encode()),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
    ]
    await line.send({"type": "http.response.start", "status": status, "headers": headers})
    await line.send({"type": "http.response.body", "body": body, "more_body": False})
