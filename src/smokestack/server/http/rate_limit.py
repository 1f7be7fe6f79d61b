"""Limits of requests and of event streams, shared by all processes of a server.

Every request counts for its address and its network. A request that may change something also
counts for its guest and, if the guest has a seat at its table, for that seat. Some kinds of
requests have further limits.
"""

from __future__ import annotations

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
from smokestack.server.domain.origin import NETWORK_LIMIT_FACTOR, UNKNOWN_ADDRESS_FACTOR
from smokestack.server.domain.table import Table
from smokestack.server.http.addresses import UNKNOWN, ClientAddress, client_of
from smokestack.server.http.requests import HttpRequest, bearer_token, is_api, visitor_of
from smokestack.server.http.shared_counts import (
    Count,
    Limit,
    Rate,
    SharedCounts,
    SharedMemory,
    SharedRates,
)
from smokestack.server.http.visitor import session_of
from smokestack.server.service.table_service import TableService

GUESTS_PER_ADDRESS: Final = 5  # a family or a club behind one router
NETWORKS_PER_NAME: Final = 20  # from which somebody may try to sign in under one name
TABLE_FACTOR: Final = 2  # what all seats of a table may send together, in limits of a guest
SAFE_METHODS: Final = ("GET", "HEAD", "OPTIONS")
SPECTATOR_MESSAGES_PER_MINUTE: Final = 30  # at a table, of all who have no seat there
SPECTATOR_MESSAGES_OF_ADDRESS: Final = 10  # of these
REPORTS_PER_MINUTE: Final = 1
REPORTS_AT_ONCE: Final = 20
ANALYSES_PER_MINUTE: Final = 2
ANALYSES_AT_ONCE: Final = 10
MONITORING_PER_MINUTE: Final = 600

# The `opt` of routes
HINT: Final = {"counts_as": "hint"}
ANALYSIS: Final = {"counts_as": "analysis"}
CHAT: Final = {"counts_as": "chat"}
REPORT: Final = {"counts_as": "report"}

Charge = tuple[Limit, str]


def rate_limit(app: ASGIApp) -> ASGIApp:
    """Middleware that checks the limits of unsafe requests. It runs after routing, because they
    depend on the table and on the route."""

    async def middleware(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.HTTP and scope["method"] not in SAFE_METHODS:
            rate_limiter: RateLimiter = scope["litestar_app"].state.rate_limiter
            await rate_limiter.check_change(scope)
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
        hints = settings.hints_per_minute
        sign_ins = settings.sign_ins_per_minute or 1
        self._settings = settings
        self._sign_ins_of_name = Limit(Rate.SIGN_INS_OF_NAME, sign_ins * NETWORKS_PER_NAME)
        self._sign_ins_in_network = Limit(Rate.SIGN_INS_OF_NAME_IN_NETWORK, sign_ins)
        self._sign_ins = _AddressLimits(Rate.SIGN_INS_OF_ADDRESS, None, sign_ins)
        self._hints_of_guest = _limit(Rate.HINTS_OF_GUEST, hints)
        self._hints = _AddressLimits(Rate.HINTS_OF_ADDRESS, None, hints * GUESTS_PER_ADDRESS)
        self._analyses = _AddressLimits(
            Rate.ANALYSES_OF_ADDRESS,
            Rate.ANALYSES_OF_NETWORK,
            ANALYSES_PER_MINUTE if hints else 0,
            ANALYSES_AT_ONCE,
        )
        self._reports = _AddressLimits(
            Rate.REPORTS_OF_ADDRESS,
            Rate.REPORTS_OF_NETWORK,
            REPORTS_PER_MINUTE if per_guest else 0,
            REPORTS_AT_ONCE,
        )
        self._spectators = Limit(Rate.SPECTATOR_MESSAGES, SPECTATOR_MESSAGES_PER_MINUTE)
        self._spectators_of_address = Limit(Rate.SPECTATOR_MESSAGES, SPECTATOR_MESSAGES_OF_ADDRESS)
        self._monitoring = Limit(Rate.MONITORING_OF_ADDRESS, MONITORING_PER_MINUTE)

    def check_request(self, client: ClientAddress) -> None:
        """Count any request; `LimitExceeded` if its address or network had too many."""
        if not client.is_local:
            self._charge(self._requests.charges(client))

    def check_monitoring(self, client: ClientAddress) -> None:
        """Count a request of an orchestrator, which must not be refused because of others."""
        if not client.is_local:
            self._charge([(self._monitoring, client.address)])

    async def check_change(self, scope: Scope) -> None:
        """Count a request that may change something.

        `LimitExceeded` if its guest, address, network or seat had too many, or too many of its
        kind.
        """
        client = client_of(scope)
        if client.is_local:
            return
        guest = self._guest(scope)
        kind = scope["route_handler"].opt.get("counts_as")
        charges = self._changes.charges(client)
        if self._changes_of_guest is not None:
            if guest:
                charges.append((self._changes_of_guest, guest))
            charges += await self._table_charges(scope, guest, client, kind == "chat")
        if kind in ("hint", "analysis"):
            charges += self._hints.charges(client)
            if guest and self._hints_of_guest is not None:
                charges.append((self._hints_of_guest, guest))
        if kind == "analysis":
            charges += self._analyses.charges(client)
        if kind == "report":
            charges += self._reports.charges(client)
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

    @contextmanager
    def event_stream(self, scope: Scope) -> Iterator[None]:
        """Count an event stream while it is open; `LimitExceeded` if its address has too many."""
        client = client_of(scope)
        if client.is_local:
            yield
            return
        limit = self._max_event_streams
        if client == UNKNOWN:
            limit = int(limit * UNKNOWN_ADDRESS_FACTOR)
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

    async def _table_charges(
        self, scope: Scope, guest: str, client: ClientAddress, is_chat: bool
    ) -> list[Charge]:
        """The seats of a table have equal shares of its limit; one guest may own several.

        The devices of a seat use its share, so they take nothing from the other seats. Of requests
        of others only messages count.
        """
        table = await self._table(scope)
        if table is None:
            return []
        owner = table.owner_for(guest)
        if owner:
            share = sum(seat.guest == owner for seat in table.seats) / len(table.seats)
            per_minute = self._settings.changes_per_minute * TABLE_FACTOR * share
            return [(Limit(Rate.CHANGES_OF_SEAT, per_minute), f"{table.id} {owner}")]
        if not is_chat:
            return []
        return [
            (self._spectators, table.id),
            (self._spectators_of_address, f"{table.id} {client.address}"),
        ]

    async def _table(self, scope: Scope) -> Table | None:
        """The table that a request names, if it exists."""
        table_id = str(scope["path_params"].get("table_id", ""))
        try:
            return await self._service.find(table_id) if table_id else None
        except DomainError:
            return None  # the handler will report it

    def _guest(self, scope: Scope) -> str:
        """The guest for whom the routes take the request; empty if there is none."""
        request: HttpRequest = HttpRequest(scope)
        if not is_api(scope):
            return visitor_of(request).guest
        session = session_of(scope["state"])
        if session is not None:
            return session.guest
        return self._service.signer.read(bearer_token(request)) or ""


class _AddressLimits:
    """The limit of one address, a higher one of its network, and a lower one of unknown clients."""

    def __init__(
        self, address: Rate, network: Rate | None, per_minute: int, at_once: int | None = None
    ) -> None:
        self._address = _limit(address, per_minute, at_once)
        self._unknown = _limit(address, per_minute, at_once, UNKNOWN_ADDRESS_FACTOR)
        self._network = (
            None if network is None else _limit(network, per_minute, at_once, NETWORK_LIMIT_FACTOR)
        )

    def charges(self, client: ClientAddress) -> list[Charge]:
        limit = self._unknown if client == UNKNOWN else self._address
        if limit is None:
            return []
        found = [(limit, client.address)]
        if self._network is not None and client.network:
            found.append((self._network, client.network))
        return found


def _limit(
    rate: Rate, per_minute: float, at_once: float | None = None, factor: float = 1
) -> Limit | None:
    """None if the settings turn the limit off."""
    if not per_minute:
        return None
    return Limit(rate, per_minute * factor, None if at_once is None else at_once * factor)
