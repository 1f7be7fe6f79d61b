"""Verifiable dealing: a secret that the server commits to, and a contribution from every seat.

docs/fair-dealing.md specifies the algorithm. `terminal/deal_check.py` and `web/static/verify.js`
are independent implementations of it.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from typing import TYPE_CHECKING, Final

import msgspec

from smokestack.engine.core.keyed_stream import KeyedStream
from smokestack.engine.core.shuffler import Shuffler
from smokestack.engine.core.stream import Stream
from smokestack.engine.errors import InvalidInput, brief
from smokestack.engine.messages import mark

if TYPE_CHECKING:
    from smokestack.engine.record import Setup

ALGORITHM: Final = "smokestack-deal-1"
MAX_CONTRIBUTION_LENGTH: Final = 64  # characters

BOT: Final = "bot"
ABSENT: Final = "absent"
PERSON: Final = "person:"

_HEX: Final = re.compile("[0-9a-f]{64}")
_TABLE_ID: Final = re.compile("[A-Za-z0-9_-]{1,32}")


class Deal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a verifiable deal is made from."""

    table: str
    """The id of the table for which the secret was made."""
    secret: str
    """256 random bits in hexadecimal; known to the server alone until the game is over."""
    commitment: str
    """The hash of the secret, published before anyone contributed."""
    contributions: list[str]
    """One for each seat: `person:TEXT`, `bot` or `absent`; empty while it is missing."""
    algorithm: str = ALGORITHM

    @property
    def complete(self) -> bool:
        return all(self.contributions)


class Shuffle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The order that a shuffle gave, the top of a pile last."""

    label: str
    order: list[int]


def new_deal(table_id: str, contributions: list[str], secret: str = "") -> Deal:
    """A deal with a new secret, unless one is given, and a commitment to it."""
    secret = secret or secrets.token_hex(32)
    return Deal(table_id, secret, commitment_to(table_id, secret), contributions)


def commitment_to(table_id: str, secret: str) -> str:
    """The hash that proves later that the secret was fixed before anyone contributed."""
    text = "\n".join((ALGORITHM, "commitment", table_id, secret))
    return hashlib.sha256(text.encode()).hexdigest()


def stream_of(setup: Setup) -> Shuffler:
    """The randomness of a game: keyed if it has a deal, otherwise from its seed."""
    deal = setup.deal
    if deal is None:
        return Stream(setup.seed)
    check_deal(deal, len(setup.players))
    text = "\n".join((ALGORITHM, "deal", *deal.contributions))
    return KeyedStream(hmac.digest(bytes.fromhex(deal.secret), text.encode(), "sha256"))


def check_deal(deal: Deal, players: int) -> None:
    """Check a deal from outside; `InvalidInput` says what is wrong."""
    if deal.algorithm != ALGORITHM:
        raise InvalidInput(
            mark("deal: algorithm {found} is unknown; this version knows {known}"),
            found=brief(deal.algorithm),
            known=ALGORITHM,
        )
    if not _HEX.fullmatch(deal.secret) or not _TABLE_ID.fullmatch(deal.table):
        raise InvalidInput(mark("deal: the secret or the table id is malformed"))
    if deal.commitment != commitment_to(deal.table, deal.secret):
        raise InvalidInput(mark("deal: the secret does not match the commitment"))
    if len(deal.contributions) != players or not all(map(_is_contribution, deal.contributions)):
        raise InvalidInput(mark("deal: every seat needs one valid contribution"))


def is_text(text: str) -> bool:
    """Whether a person may contribute this text."""
    return 0 < len(text) <= MAX_CONTRIBUTION_LENGTH and text.isprintable()


def _is_contribution(contribution: str) -> bool:
    if contribution in (BOT, ABSENT):
        return True
    return contribution.startswith(PERSON) and is_text(contribution.removeprefix(PERSON))
