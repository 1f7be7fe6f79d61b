"""Limits of requests and of event streams, shared by all processes of a server.

Every request counts for its address and its network. A request that may change something also
counts for its guest and, if the guest has a seat there, for its table.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from math import ceil
from time import monotonic
from typing import Final

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send

from smokestack.presentation.language import tr
from smokestack.server.domain.errors import DomainError, LimitExceeded
from smokestack.server.domain.names import name_key
from smokestack.server.http.addresses import UNKNOWN, ClientAddress, client_of
from smokestack.server.http.shared_counts import (
    Count,
    Limit,
    Rate,
    SharedCounts,
    SharedMemory,
    SharedRates,
)
from smokestack.server.http.visitor import GUEST_COOKIE, read_cookie, session_of
from smokestack.server.service.table_service import TableService

GUESTS_PER_ADDRESS: Final = 5  # a family or a club behind one router
ADDRESSES_PER_NETWORK: Final = 4
NETWORKS_PER_NAME: Final = 20  # from which somebody may try to sign in under one name
TABLE_FACTOR: Final = 2  # a table has several players
SAFE_METHODS: Final = ("GET", "HEAD", "OPTIONS")
HINT: Final = {"counts_as": "hint"}  # the `opt` of routes that compute hints or analyses

Charge = tuple[Limit, str]


def rate_limit(app: ASGIApp) -> ASGIApp:
    """Middleware that checks the limits of changes and hints. It runs after routing, because one of
    the limits is per table."""

    async def middleware(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.HTTP:
            rate_limiter: RateLimiter = scope["litestar_app"].state.rate_limiter
            if scope["method"] not in SAFE_METHODS:
                await rate_limiter.check_change(scope)
            if scope["route_handler"].opt.get("counts_as") == "hint":
                rate_limiter.check_hint(scope)
        await app(scope, receive, send)

    return middleware


class RateLimiter:
    """Requests from this machine are not limited, unless a proxy says that they are for others."""

    def __init__(self, service: TableService, memory: SharedMemory, process: int = 0) -> None:
        settings = service.settings
        self._service = service
        self._max_event_streams = settings.max_event_streams_per_address
        self._rates = SharedRates(memory)
        self.counts = SharedCounts(memory, process)
        self._requests = _AddressLimits(
            Rate.REQUESTS_OF_ADDRESS, Rate.REQUESTS_OF_NETWORK, settings.requests_per_minute
        )
        per_guest = settings.changes_per_minute
        self._changes = _AddressLimits(
            Rate.CHANGES_OF_ADDRESS, Rate.CHANGES_OF_NETWORK, per_guest * GUESTS_PER_ADDRESS
        )
        self._changes_of_guest = _limit(Rate.CHANGES_OF_GUEST, per_guest)
        self._changes_of_table = _limit(Rate.CHANGES_OF_TABLE, per_guest * TABLE_FACTOR)
        hints = settings.hints_per_minute
        sign_ins = settings.sign_ins_per_minute or 1
        self._settings = settings
        self._sign_ins_of_name = Limit(Rate.SIGN_INS_OF_NAME, sign_ins * NETWORKS_PER_NAME)
        self._sign_ins_in_network = Limit(Rate.SIGN_INS_OF_NAME_IN_NETWORK, sign_ins)
        self._sign_ins = _AddressLimits(Rate.SIGN_INS_OF_ADDRESS, None, sign_ins)
        self._hints_of_guest = _limit(Rate.HINTS_OF_GUEST, hints)
        self._hints = _AddressLimits(Rate.HINTS_OF_ADDRESS, None, hints * GUESTS_PER_ADDRESS)

    def check_request(self, client: ClientAddress) -> None:
        """Count any request; `LimitExceeded` if its address or network had too many."""
        if not client.is_local:
            self._charge(self._requests.charges(client))

    async def check_change(self, scope: Scope) -> None:
        """Count a request that may change something.

        `LimitExceeded` if its guest, address or network had too many, or the players of its table.
        """
        client = client_of(scope)
        if client.is_local:
            return
        charges = self._changes.charges(client)
        guest = self._guest(scope)
        if guest and self._changes_of_guest is not None:
            charges.append((self._changes_of_guest, guest))
            table_id = str(scope["path_params"].get("table_id", ""))
            if self._changes_of_table is not None and await self._is_seated(table_id, guest):
                charges.append((self._changes_of_table, table_id))
        self._charge(charges)

    def check_sign_in(self, scope: Scope, name: str) -> None:
        """Count an attempt to sign in or up, or to confirm a password, for address and name.

        A name has a limit in each network, so that a stranger does not lock its owner out.
        """
        client = client_of(scope)
        key = name_key(name[:100])
        self._check_sign_in(
            client,
            (self._sign_ins_of_name, key),
            (self._sign_ins_in_network, f"{client.network or client.address} {key}"),
        )

    def check_passkey_sign_in(self, scope: Scope) -> None:
        """Count an attempt to sign in for the address alone: a passkey names nobody before."""
        self._check_sign_in(client_of(scope))

    def _check_sign_in(self, client: ClientAddress, *charges: Charge) -> None:
        of_address = [] if client.is_local else self._sign_ins.charges(client)
        if self._settings.sign_ins_per_minute:
            self._charge([*charges, *of_address])

    def check_hint(self, scope: Scope) -> None:
        client = client_of(scope)
        if client.is_local:
            return
        charges = self._hints.charges(client)
        guest = self._guest(scope)
        if guest and self._hints_of_guest is not None:
            charges.append((self._hints_of_guest, guest))
        self._charge(charges)

    @contextmanager
    def event_stream(self, scope: Scope) -> Iterator[None]:
        """Count an event stream while it is open; `LimitExceeded` if its address has too many."""
        client = client_of(scope)
        if client.is_local:
            yield
            return
        limit = self._max_event_streams
        if client == UNKNOWN:
            limit //= GUESTS_PER_ADDRESS
        if self.counts.total(Count.EVENT_STREAMS, client.address) >= limit:
            raise LimitExceeded(tr("Too many pages are open at once. Please close some of them."))
        self.counts.add(Count.EVENT_STREAMS, client.address, 1)
        try:
            yield
        finally:
            self.counts.add(Count.EVENT_STREAMS, client.address, -1)

    def _charge(self, charges: list[Charge]) -> None:
        """Count for all limits, or for none if one of them is exceeded."""
        rates = self._rates
        now = monotonic()
        wait = max((rates.wait(limit, name, now) for limit, name in charges), default=0.0)
        if wait > 0:
            raise LimitExceeded(tr("Too many requests at once. Please wait a moment."), ceil(wait))
        for limit, name in charges:
            rates.take(limit, name, now)

    async def _is_seated(self, table_id: str, guest: str) -> bool:
        if not table_id:
            return False
        try:
            table = await self._service.find(table_id)
        except DomainError:
            return False  # the handler will report it
        return bool(table.seats_of(guest))

    def _guest(self, scope: Scope) -> str:
        """The guest of a valid bearer token or cookie; empty if there is none."""
        session = session_of(scope["state"])
        if session is not None:
            return session.guest
        headers = dict(scope["headers"])
        scheme, _, token = headers.get(b"authorization", b"").decode("latin-1").partition(" ")
        if scheme.lower() != "bearer":
            cookies = headers.get(b"cookie", b"").decode("latin-1")
            found = dict(re.findall(r"(?:^|;\s*)([\w-]+)=([\w.-]+)", cookies))
            token = read_cookie(found, GUEST_COOKIE)
        return self._service.signer.read(token.strip()) or ""


class _AddressLimits:
    """The limit of one address, a higher one of its network, and a lower one of unknown clients."""

    def __init__(self, address: Rate, network: Rate | None, per_minute: int) -> None:
        self._address = _limit(address, per_minute)
        self._unknown = _limit(address, per_minute / GUESTS_PER_ADDRESS)
        self._network = (
            None if network is None else _limit(network, per_minute * ADDRESSES_PER_NETWORK)
        )

    def charges(self, client: ClientAddress) -> list[Charge]:
        limit = self._unknown if client == UNKNOWN else self._address
        if limit is None:
            return []
        found = [(limit, client.address)]
        if self._network is not None and client.network:
            found.append((self._network, client.network))
        return found


def _limit(rate: Rate, per_minute: float) -> Limit | None:
    """None if the settings turn the limit off."""
    return Limit(rate, per_minute) if per_minute else None
