"""Rate limits for unsafe requests, and the maximum number of event streams per address.

Each process counts by itself, in memory.
"""

from __future__ import annotations

import re
from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from math import ceil
from time import monotonic
from typing import Any, Final

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send

from smokestack.presentation.language import tr
from smokestack.server.domain.errors import LimitExceeded
from smokestack.server.domain.tokens import TokenSigner
from smokestack.server.http.visitor import GUEST_COOKIE, read_cookie
from smokestack.server.settings import Settings

MAX_BUCKETS: Final = 50_000
GUESTS_PER_ADDRESS: Final = 5  # a family or a club behind one router
TABLE_FACTOR: Final = 2  # a table has several players
BURST: Final = 0.5  # share of a minute's requests that may come at once
SAFE_METHODS: Final = ("GET", "HEAD", "OPTIONS")


def rate_limit(app: ASGIApp) -> ASGIApp:
    """Middleware that checks the limits of unsafe requests. It runs after routing, because one of
    the limits is per table."""

    async def middleware(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.HTTP and scope["method"] not in SAFE_METHODS:
            rate_limiter: RateLimiter = scope["litestar_app"].state.rate_limiter
            rate_limiter.check(scope)
        await app(scope, receive, send)

    return middleware


class RateLimiter:
    """Requests from this machine are not limited, unless a proxy says that they are for others."""

    def __init__(self, settings: Settings, signer: TokenSigner) -> None:
        self._settings = settings
        self._signer = signer
        self._event_streams: Counter[str] = Counter()
        per_guest = settings.changes_per_minute
        self._guests = TokenBuckets(per_guest) if per_guest else None
        self._tables = TokenBuckets(per_guest * TABLE_FACTOR) if per_guest else None
        self._addresses = TokenBuckets(per_guest * GUESTS_PER_ADDRESS) if per_guest else None

    def check(self, scope: Scope) -> None:
        """Count an unsafe request; `LimitExceeded` if its guest, table or address had too many."""
        address = address_of(scope)
        if not address or self._guests is None:
            return
        assert self._tables is not None
        assert self._addresses is not None
        used = [(self._addresses, address)]
        guest = self._guest(scope)
        if guest:
            used.append((self._guests, guest))
        table_id = scope["path_params"].get("table_id")
        if table_id:
            used.append((self._tables, str(table_id)))
        now = monotonic()
        wait = max(buckets.wait(name, now) for buckets, name in used)
        if wait > 0:
            raise LimitExceeded(tr("That was too much at once. Please wait a moment."), ceil(wait))
        for buckets, name in used:
            buckets.take(name, now)

    @contextmanager
    def event_stream(self, scope: Scope) -> Iterator[None]:
        """Count an event stream while it is open; `LimitExceeded` if its address has too many."""
        address = address_of(scope)
        limit = self._settings.max_event_streams_per_address
        if address and self._event_streams[address] >= limit:
            raise LimitExceeded(tr("Too many pages are open at once. Please close some of them."))
        self._event_streams[address] += 1
        try:
            yield
        finally:
            self._event_streams[address] -= 1
            if not self._event_streams[address]:
                del self._event_streams[address]

    def _guest(self, scope: Scope) -> str:
        """The guest of a valid bearer token or cookie; empty if there is none."""
        headers = dict(scope["headers"])
        scheme, _, token = headers.get(b"authorization", b"").decode("latin-1").partition(" ")
        if scheme.lower() != "bearer":
            cookies = headers.get(b"cookie", b"").decode("latin-1")
            found = dict(re.findall(r"(?:^|;\s*)([\w-]+)=([\w.-]+)", cookies))
            token = read_cookie(found, GUEST_COOKIE)
        return self._signer.read(token.strip()) or ""


class TokenBuckets:
    """Token buckets by name. The least recently used ones are dropped: they are full again."""

    def __init__(self, per_minute: int) -> None:
        self._rate = per_minute / 60
        self._size = max(1.0, per_minute * BURST)
        self._levels: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, name: str, now: float) -> float:
        """Seconds until the bucket has a token; 0 if it has one now."""
        return max(0.0, (1.0 - self._level(name, now)) / self._rate)

    def take(self, name: str, now: float) -> None:
        self._levels[name] = (self._level(name, now) - 1.0, now)
        self._levels.move_to_end(name)
        if len(self._levels) > MAX_BUCKETS:
            self._levels.popitem(last=False)

    def _level(self, name: str, now: float) -> float:
        level, then = self._levels.get(name, (self._size, now))
        return min(self._size, level + (now - then) * self._rate)


def address_of(scope: Scope | dict[str, Any]) -> str:
    """The client's IPv4 address or IPv6 /64 network; empty for this machine."""
    client = scope.get("client")
    return _network(client[0] if client else "")


@lru_cache(MAX_BUCKETS)
def _network(host: str) -> str:
    try:
        address = ip_address(host)
    except ValueError:
        return ""
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            address = address.ipv4_mapped
        elif not address.is_loopback:
            return f"{IPv6Address(int(address) >> 64 << 64)}/64"
    return "" if address.is_loopback else str(address)
