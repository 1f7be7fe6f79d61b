"""How much one client may change, and one table be changed, in a while."""

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

from smokestack.engine.language import tr
from smokestack.server.errors import TooMuch
from smokestack.server.identity import Identity
from smokestack.server.settings import Settings
from smokestack.server.visitor import GUEST

MOST_BUCKETS: Final = 50_000
GUESTS_AT_AN_ADDRESS: Final = 5  # a family, a club
BURST: Final = 0.5  # of what a minute allows, at once
SAFE: Final = ("GET", "HEAD", "OPTIONS")


class Buckets:
    """Buckets that are filled evenly; what was not used for long is forgotten, being full."""

    def __init__(self, per_minute: int) -> None:
        self._rate = per_minute / 60
        self._size = max(1.0, per_minute * BURST)
        self._levels: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, name: str, now: float) -> float:
        """Seconds until there is something in a bucket; 0 if there is."""
        return max(0.0, (1.0 - self._level(name, now)) / self._rate)

    def take(self, name: str, now: float) -> None:
        self._levels[name] = (self._level(name, now) - 1.0, now)
        self._levels.move_to_end(name)
        if len(self._levels) > MOST_BUCKETS:
            self._levels.popitem(last=False)

    def _level(self, name: str, now: float) -> float:
        level, then = self._levels.get(name, (self._size, now))
        return min(self._size, level + (now - then) * self._rate)


class Limits:
    """Of one process; this machine itself is not limited, unless a proxy speaks for others."""

    def __init__(self, settings: Settings, identity: Identity) -> None:
        self._settings = settings
        self._identity = identity
        self._streams: Counter[str] = Counter()
        each = settings.changes_per_minute
        self._guests = Buckets(each) if each else None
        self._tables = Buckets(each * 2) if each else None
        self._addresses = Buckets(each * GUESTS_AT_AN_ADDRESS) if each else None

    def check_change(self, scope: Scope) -> None:
        """`TooMuch` if a client or a table has had enough for now; otherwise it counts."""
        address = address_of(scope)
        if not address or self._guests is None:
            return
        assert self._tables is not None
        assert self._addresses is not None
        wanted = [(self._addresses, address)]
        guest = self._guest(scope)
        if guest:
            wanted.append((self._guests, guest))
        table_id = scope["path_params"].get("table_id")
        if table_id:
            wanted.append((self._tables, str(table_id)))
        now = monotonic()
        wait = max(buckets.wait(name, now) for buckets, name in wanted)
        if wait > 0:
            raise TooMuch(tr("That was too much at once. Please wait a moment."), ceil(wait))
        for buckets, name in wanted:
            buckets.take(name, now)

    @contextmanager
    def watching(self, scope: Scope) -> Iterator[None]:
        """While a client listens to a stream; `TooMuch` if it has too many of them."""
        address = address_of(scope)
        if address and self._streams[address] >= self._settings.most_watchers_each:
            raise TooMuch(tr("Too many pages are open at once. Please close some of them."))
        self._streams[address] += 1
        try:
            yield
        finally:
            self._streams[address] -= 1
            if not self._streams[address]:
                del self._streams[address]

    def _guest(self, scope: Scope) -> str:
        """Whoever the request says that it comes from, if that is true."""
        headers = dict(scope["headers"])
        scheme, _, token = headers.get(b"authorization", b"").decode("latin-1").partition(" ")
        if scheme.lower() != "bearer":
            cookies = headers.get(b"cookie", b"").decode("latin-1")
            found = re.search(rf"(?:^|;\s*){GUEST}=([\w.-]+)", cookies)
            token = found[1] if found else ""
        return self._identity.read(token.strip()) or ""


def address_of(scope: Scope | dict[str, Any]) -> str:
    """Where a request comes from, a whole network in IPv6; empty for this machine itself."""
    client = scope.get("client")
    return _network(client[0] if client else "")


@lru_cache(MOST_BUCKETS)
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


def within_limits(app: ASGIApp) -> ASGIApp:
    """Whatever may change something has to be within the limits."""

    async def middleware(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.HTTP and scope["method"] not in SAFE:
            limits: Limits = scope["litestar_app"].state.limits
            limits.check_change(scope)
        await app(scope, receive, send)

    return middleware
