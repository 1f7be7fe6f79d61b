"""The address of a client, and which proxies may name it.

An address in a forwarded header counts only if the connection comes from a configured proxy. If
the proxy names none, or one that can't be parsed, the client is `UNKNOWN`: all unknown clients
share one limit, which is lower than that of a single address.

This module does without the web framework, because the supervisor imports it.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import TYPE_CHECKING, Any, Final

import msgspec

from smokestack.engine.errors import InvalidInput
from smokestack.server.domain.origin import THIS_MACHINE, Origin
from smokestack.server.domain.tokens import TokenSigner

if TYPE_CHECKING:
    from litestar.types import Scope

log = logging.getLogger(__name__)

MAX_CACHED_ADDRESSES: Final = 50_000
CLIENT: Final = "client_address"  # in the state of a scope
LOOPBACK: Final = ("127.0.0.0/8", "::1")
IPV4_NETWORK_BITS: Final = 24
IPV6_ADDRESS_BITS: Final = 64  # what one customer gets at least
IPV6_NETWORK_BITS: Final = 48  # what one customer gets at most


class ClientAddress(msgspec.Struct, frozen=True):
    """What requests are counted by."""

    address: str
    """An IPv4 address or an IPv6 /64; empty for this machine."""
    network: str = ""
    """An IPv4 /24 or an IPv6 /48."""

    @property
    def is_local(self) -> bool:
        return not self.address


LOCAL: Final = ClientAddress("")
UNKNOWN: Final = ClientAddress("unknown")


class TrustedProxies:
    """Finds the client behind the proxies that the host has configured."""

    def __init__(self, proxies: Iterable[str]) -> None:
        self._networks = [_read_network(text) for text in proxies]
        self._is_trusted = lru_cache(MAX_CACHED_ADDRESSES)(self._find)
        self._has_warned = False

    def is_trusted(self, host: str) -> bool:
        """Whether a connection comes from a configured proxy."""
        return bool(self._networks) and self._is_trusted(host)

    def identify(self, scope: Scope) -> ClientAddress:
        """The client of a request; a trusted proxy also sets the scheme of the scope."""
        client = scope.get("client")
        host = client[0] if client else ""
        headers = [entry for entry in scope["headers"] if entry[0].startswith(b"x-forwarded-")]
        if not self.is_trusted(host):
            found = address_of(host)
            if found.is_local and headers:
                self._warn()
                return UNKNOWN
            return found
        forwarded = _entries(headers, b"x-forwarded-for")
        # Proxies append the address that they see; everything before it comes from the client.
        while len(forwarded) > 1 and self.is_trusted(forwarded[-1]):
            forwarded.pop()
        scheme = (_entries(headers, b"x-forwarded-proto") or [""])[-1]
        if scheme in ("http", "https"):
            scope["scheme"] = scheme
        return _named_address(forwarded[-1]) if forwarded else UNKNOWN

    def _find(self, host: str) -> bool:
        address = _parse(host)
        return address is not None and any(
            address in network for network in self._networks if network.version == address.version
        )

    def _warn(self) -> None:
        """Without this, every visitor of a proxy that is not configured would be unlimited."""
        if not self._has_warned:
            self._has_warned = True
            log.warning(
                "request through a proxy that is not trusted; its clients share one low limit. "
                "Name the proxy with --behind-proxy or --trusted-proxy"
            )


def address_of(host: str) -> ClientAddress:
    """The address that a connection comes from."""
    found = _named_address(host)
    return LOCAL if found.address in LOOPBACK else found


def client_of(scope: Scope | dict[str, Any]) -> ClientAddress:
    """The client that the gateway has identified."""
    found: ClientAddress = scope["state"][CLIENT]
    return found


def origin_of(client: ClientAddress, signer: TokenSigner) -> Origin:
    """What is stored with a table: hashes, which are useless without the server's key."""
    if client.is_local:
        return THIS_MACHINE
    return Origin(
        signer.pseudonym(client.address),
        signer.pseudonym(client.network) if client.network else "",
        client != UNKNOWN,
    )


@lru_cache(MAX_CACHED_ADDRESSES)
def _named_address(text: str) -> ClientAddress:
    """The address as a proxy or the system names it; loopback addresses are named as such."""
    address = _parse(text)
    if address is None:
        return UNKNOWN
    if address.is_loopback:
        return ClientAddress(LOOPBACK[0] if address.version == 4 else LOOPBACK[1])
    if isinstance(address, IPv4Address):
        return ClientAddress(str(address), _network(address, IPV4_NETWORK_BITS))
    return ClientAddress(_network(address, IPV6_ADDRESS_BITS), _network(address, IPV6_NETWORK_BITS))


def _parse(text: str) -> IPv4Address | IPv6Address | None:
    """An address, also in brackets or with a port: `198.51.100.7:4711`, `[2001:db8::1]:4711`."""
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return (isinstance(address, IPv6Address) and address.ipv4_mapped) or address


def _network(address: IPv4Address | IPv6Address, bits: int) -> str:
    return str(ip_network((address, bits), strict=False))


def _entries(headers: Iterable[tuple[bytes, bytes]], name: bytes) -> list[str]:
    """The entries of a header, which may be repeated, in order."""
    values = [value.decode("latin-1") for other, value in headers if other == name]
    return [entry.strip() for value in values for entry in value.split(",")]


def _read_network(text: str) -> Any:
    try:
        network = ip_network(text.strip(), strict=False)
    except ValueError:
        raise InvalidInput(
            f"trusted proxy {text!r:.60}: expected an address such as 10.0.0.5 or a network such "
            "as 10.0.0.0/24"
        ) from None
    if network.prefixlen == 0:
        raise InvalidInput(f"trusted proxy {text}: every client could claim any address")
    return network
