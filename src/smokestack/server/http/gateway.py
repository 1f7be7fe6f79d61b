"""What every request passes, also one for a route that does not exist.

Assigns a request id, identifies the client, chooses the language, checks the host name and the
limit of requests, looks up the session, enforces timeouts, and records metrics and a log line. Logs
and metrics name the route, never the URL, since URLs of seats are secrets.
"""

from __future__ import annotations

import asyncio
import logging
from html import escape
from random import getrandbits
from time import perf_counter
from typing import Any, Final

from litestar.enums import ScopeType
from litestar.exceptions import HTTPException
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from smokestack.presentation.language import tr, translate, use_language
from smokestack.server.domain.errors import LimitExceeded, StorageUnavailable
from smokestack.server.http.addresses import (
    CLIENT,
    REFUSAL,
    ClientAddress,
    TrustedProxies,
    host_name,
)
from smokestack.server.http.errors import PROBLEM_MEDIA_TYPE, name_of_status, problem_json
from smokestack.server.http.identity import identify
from smokestack.server.http.logging import REQUEST_ID
from smokestack.server.http.metrics import Metrics
from smokestack.server.http.monitoring import HEALTH_PATHS, MONITORING_PATHS
from smokestack.server.http.rate_limit import SAFE_METHODS, RateLimiter
from smokestack.server.http.requests import HttpRequest, is_api, language_of
from smokestack.server.service.table_service import TableService

log = logging.getLogger("smokestack.requests")

METHODS: Final = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE")
CLIENT_CLOSED_REQUEST: Final = 499  # as nginx logs it
NO_ROUTE: Final = "(none)"


class Gateway:
    """ASGI middleware around the whole app."""

    def __init__(
        self, app: ASGIApp, service: TableService, metrics: Metrics, rate_limiter: RateLimiter
    ) -> None:
        settings = service.settings
        self._app = app
        self._service = service
        self._secure = settings.is_https
        self._settings = settings
        self._metrics = metrics
        self._rate_limiter = rate_limiter
        self._proxies = TrustedProxies(settings.trusted_proxies)
        self._monitoring_paths = MONITORING_PATHS if settings.metrics else HEALTH_PATHS
        self._allowed_hosts = {host.lower() for host in settings.allowed_hosts}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await self._app(scope, receive, send)
            return
        client = scope["state"][CLIENT] = self._proxies.identify(scope)
        started = perf_counter()
        request_id = f"{getrandbits(64):016x}"  # not a secret
        exchange = Exchange(scope, receive, send, self._settings.client_timeout)
        exchange.headers = [(b"x-request-id", request_id.encode())]
        token = REQUEST_ID.set(request_id)
        try:
            request: HttpRequest = HttpRequest(scope)
            with use_language(language_of(request)):
                if not await self._is_refused(scope, exchange, client):
                    exchange.headers += await self._identify(request)
                    await self._respond(scope, exchange)
        finally:
            self._record(scope, exchange, perf_counter() - started)
            REQUEST_ID.reset(token)

    async def _identify(self, request: HttpRequest) -> list[tuple[bytes, bytes]]:
        try:
            return await identify(request, self._service, self._secure)
        except StorageUnavailable as error:
            log.error("can't look up a session: %s", error.reason)
            return []  # the visitor is treated as not signed in

    async def _is_refused(self, scope: Scope, exchange: Exchange, client: ClientAddress) -> bool:
        """Respond to a request that must not cost more than this."""
        if not self._is_allowed_host(scope):
            await _refuse(
                scope, exchange, 421, tr("This server does not answer to this host name.")
            )
            return True
        refusal = scope["state"].get(REFUSAL)
        if refusal and scope["path"] not in self._monitoring_paths:
            exchange.headers.append((b"connection", b"close"))
            await _refuse(scope, exchange, refusal, _text_of_refusal(refusal))
            return True
        try:
            if scope["path"] in HEALTH_PATHS:
                self._rate_limiter.check_monitoring(client)
            else:
                self._rate_limiter.check_request(client)
        except LimitExceeded as error:
            await _refuse(scope, exchange, 429, translate(error), error.retry_after)
            return True
        return False

    async def _respond(self, scope: Scope, exchange: Exchange) -> None:
        try:
            async with asyncio.timeout(self._settings.request_timeout) as exchange.deadline:
                await self._app(scope, exchange.receive, exchange.send)
        except TimeoutError:
            fields = {"route": route_of(scope), **_table_field(scope)}
            log.warning("request timed out", extra={"fields": fields})
            if not exchange.status:
                await _refuse(scope, exchange, 503, _too_busy())

    def _is_allowed_host(self, scope: Scope) -> bool:
        # Monitoring may use any address of the machine.
        if not self._allowed_hosts or scope["path"] in self._monitoring_paths:
            return True
        header = next((value for name, value in scope["headers"] if name == b"host"), b"")
        return host_name(header.decode("latin-1")) in self._allowed_hosts

    def _record(self, scope: Scope, exchange: Exchange, seconds: float) -> None:
        route = route_of(scope)
        status = exchange.status or CLIENT_CLOSED_REQUEST
        method = _method(scope)
        self._metrics.count_request(method, route, status, None if exchange.is_stream else seconds)
        level = logging.DEBUG if scope["path"] in MONITORING_PATHS else logging.INFO
        fields = {
            **_table_field(scope),
            "status": status,
            "duration_ms": round(seconds * 1000, 1),
        }
        log.log(level, "%s %s", method, route, extra={"fields": fields})


class Exchange:
    """A request and its response.

    `receive` fails with 408 if the body arrives too slowly. A client that reads too slowly is
    handled by `protocol.Connection`.
    """

    def __init__(self, scope: Scope, receive: Receive, send: Send, client_timeout: float) -> None:
        self.deadline: asyncio.Timeout | None = None
        self.status = 0
        self.headers: list[tuple[bytes, bytes]] = []
        self.is_stream = False
        self._receive = receive
        self._send = send
        self._client_timeout = client_timeout
        # Once the body is complete, `receive` waits for the client to disconnect: no timeout.
        self._is_complete = _method(scope) in SAFE_METHODS

    async def receive(self) -> Any:
        if self._is_complete:
            return await self._receive()
        try:
            async with asyncio.timeout(self._client_timeout):
                message = await self._receive()
        except TimeoutError:
            raise HTTPException(status_code=408) from None
        if message["type"] == "http.disconnect":
            raise HTTPException(status_code=400)
        self._is_complete = not message.get("more_body", False)
        return message

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            given = dict(message["headers"])
            added = [(name, value) for name, value in self.headers if name not in given]
            message["headers"] = [*message["headers"], *added]
            if given.get(b"content-type", b"").startswith(b"text/event-stream"):
                self.is_stream = True
                if self.deadline is not None:
                    self.deadline.reschedule(None)
        await self._send(message)


def route_of(scope: Scope) -> str:
    """The template of the path, such as `/tables/{table_id}`."""
    return str(scope.get("path_template") or NO_ROUTE)


def _method(scope: Scope) -> str:
    """The method if it is a known one: an arbitrary label would let clients grow the metrics."""
    method = str(scope.get("method", ""))
    return method if method in METHODS else "OTHER"


def _table_field(scope: Scope) -> dict[str, Any]:
    table_id = scope.get("path_params", {}).get("table_id", "")
    return {"table_id": table_id} if table_id else {}


def _text_of_refusal(status: int) -> str:
    """Why the requests of a connection beyond a limit are refused."""
    if status == 429:
        return tr("Too many pages are open at once. Please close some of them.")
    return _too_busy()


def _too_busy() -> str:
    return tr("The server is too busy right now. Please try again later.")


async def _refuse(
    scope: Scope, exchange: Exchange, status: int, text: str, retry_after: int | None = None
) -> None:
    """Respond without calling the app."""
    body, media_type = text.encode(), "text/plain; charset=utf-8"
    headers = [(b"cache-control", b"no-store")]
    if retry_after is not None:
        headers.append((b"retry-after", b"%d" % retry_after))
    if is_api(scope):
        body = problem_json(name_of_status(status), text, retry_after)
        media_type = PROBLEM_MEDIA_TYPE
    elif (b"hx-request", b"true") in scope["headers"]:
        # As `error_notice.html`: otherwise the script would replace the page by this text.
        body, media_type = (
            f'<p class="notice">{escape(text)}</p>'.encode(),
            "text/html; charset=utf-8",
        )
        headers += [(b"hx-retarget", b"#notices"), (b"hx-reswap", b"innerHTML")]
    headers += [
        (b"content-type", media_type.encode()),
        (b"content-length", b"%d" % len(body)),
    ]
    await exchange.send({"type": "http.response.start", "status": status, "headers": headers})
    await exchange.send({"type": "http.response.body", "body": body, "more_body": False})
