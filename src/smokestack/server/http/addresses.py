"""The address of a client, and which proxies may name it.

An address in a forwarded header counts only if the connection comes from a configured proxy. If
the proxy names none, or one that can't be parsed, the client is `UNKNOWN`: all unknown clients
share one limit, which is lower than that of a single address. So is a client that seems to be on
this machine if the request has come through a proxy that is not configured.

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
REFUSAL: Final = "refusal"  # there as well: the status to refuse the request with
LOOPBACK: Final = ("127.0.0.0/8", "::1")
LOCAL_NAME: Final = "localhost"
FORWARDED_PREFIX: Final = b"x-forwarded-"
PROXY_HEADERS: Final = (b"forwarded", b"via", b"x-real-ip")
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
    """Finds the client behind the proxies that the operator has configured."""

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
        if not self.is_trusted(host):
            found = address_of(host)
            if found.is_local and _is_proxied(scope):
                self._warn()
                return UNKNOWN
            return found
        headers = [entry for entry in scope["headers"] if entry[0].startswith(FORWARDED_PREFIX)]
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


def host_name(header: str) -> str:
    """The name in a Host header, without the port: `[::1]:8750` is `::1`."""
    text = header.strip().lower()
    if text.startswith("["):
        return text[1:].partition("]")[0]
    return text.partition(":")[0]


def origin_of(client: ClientAddress, signer: TokenSigner) -> Origin:
    """What is stored with a table: hashes, which are useless without the server's key."""
    if client.is_local:
        return THIS_MACHINE
    return Origin(
        signer.pseudonym(client.address),
        signer.pseudonym(client.network) if client.network else "",
        client != UNKNOWN,
    )


def _is_proxied(scope: Scope) -> bool:
    """Whether a request over loopback has come through a proxy.

    Browsers on this machine use one of its names and HTTP/1.1; nginx uses HTTP/1.0 and replaces
    the name unless it is configured otherwise.
    """
    if scope.get("http_version") == "1.0":
        return True
    for name, value in scope["headers"]:
        if name.startswith(FORWARDED_PREFIX) or name in PROXY_HEADERS:
            return True
        if name == b"host" and not _is_local_name(value.decode("latin-1")):
            return True
    return False


def _is_local_name(header: str) -> bool:
    """Whether a Host header names this machine as only programs on it can reach it."""
    name = host_name(header).removesuffix(".")
    if name == LOCAL_NAME or name.endswith(f".{LOCAL_NAME}"):
        return True
    address = _parse(name)
    return address is not None and (address.is_loopback or address.is_unspecified)


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
