"""The secret links of a reader's own seats, before and after the start."""

from __future__ import annotations

import msgspec

from smokestack.server.domain.seats import visible_token
from smokestack.server.domain.table import Table
from smokestack.server.domain.tokens import TokenSigner
from smokestack.server.domain.views import name_of


class PrivateLink(msgspec.Struct, frozen=True):
    """The secret path of one of the reader's seats, for another device."""

    seat: int
    name: str
    path: str
    """Empty if the seat has none yet."""
    can_renew: bool


def private_links(signer: TokenSigner, table: Table, guest: str) -> tuple[PrivateLink, ...]:
    links = []
    for number in table.seats_of(guest):
        seat = table.seats[number]
        token = visible_token(signer, table, seat, guest)
        path = f"/seats/{token}" if token else ""
        links.append(PrivateLink(number, name_of(seat), path, seat.guest == guest))
    return tuple(links)
