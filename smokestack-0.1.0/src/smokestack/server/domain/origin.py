"""Where a request to create a table came from, without the address itself."""

from __future__ import annotations

import msgspec


class Origin(msgspec.Struct, frozen=True):
    """Keyed hashes of an address and of its network; both empty for this machine."""

    address: str = ""
    network: str = ""
    is_known: bool = True
    """False if a proxy did not name the address. All such requests share one `address`."""


THIS_MACHINE = Origin()
