"""Where a request came from, without the address itself, and what the limits of addresses mean for
networks and for addresses that are not known."""

from __future__ import annotations

from typing import Final

import msgspec


class Origin(msgspec.Struct, frozen=True):
    """Keyed hashes of an address and of its network; both empty for this machine."""

    address: str = ""
    network: str = ""
    is_known: bool = True
    """False if a proxy did not name the address. All such requests share one `address`."""


THIS_MACHINE = Origin()

NETWORK_LIMIT_FACTOR: Final = 4  # times the limit of an address
UNKNOWN_ADDRESS_FACTOR: Final = 0.2  # of the limit of an address, for all unknown ones together


def has_room(
    origin: Origin, max_of_address: int, of_address: int, of_network: int, new: int
) -> bool:
    """Whether an origin may add `new`, given how many its address and its network have already."""
    factor = 1.0 if origin.is_known else UNKNOWN_ADDRESS_FACTOR
    others = new - 1  # at least one is permitted, however low the limit is
    return (
        of_address + others < max_of_address * factor
        and of_network + others < max_of_address * NETWORK_LIMIT_FACTOR
    )
