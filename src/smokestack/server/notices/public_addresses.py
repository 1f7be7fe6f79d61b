"""Which network addresses are public: requests that people ask for must not reach the operator's
own network."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Final

GLOBAL_UNICAST: Final = IPv6Network("2000::/3")


def is_public(address: str) -> bool:
    """Whether an address is on the internet, whatever form it is written in."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return False
    return _is_public_v4(found) if isinstance(found, IPv4Address) else _is_public_v6(found)


def _is_public_v4(address: IPv4Address) -> bool:
    return address.is_global and not address.is_multicast and not address.is_reserved


def _is_public_v6(address: IPv6Address) -> bool:
    """Tunnels (6to4, Teredo) are refused: they lead to an IPv4 address inside the address."""
    if address.ipv4_mapped is not None:
        return _is_public_v4(address.ipv4_mapped)
    if address.teredo is not None or address.sixtofour is not None:
        return False
    return address in GLOBAL_UNICAST and address.is_global
