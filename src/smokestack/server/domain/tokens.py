"""Tokens of guests and seats, signed with the server's key.

Without the key, a guest's cookie or a seat's token can't be forged, even with the database.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from base64 import urlsafe_b64encode
from functools import lru_cache
from typing import Final

from smokestack.engine.core.stream import MAX_SEED

MAX_CACHED_SIGNATURES: Final = 10_000

_GUEST = re.compile(r"[A-Za-z0-9_-]{22}")


def new_id() -> str:
    """A random name for a table or tile set, used in URLs and typed in commands.

    It never starts with a hyphen, which a command would read as an option.
    """
    while (name := secrets.token_urlsafe(12)).startswith("-"):
        pass
    return name


class TokenSigner:
    """Issues and checks tokens."""

    def __init__(self, key: bytes) -> None:
        self._hash = hmac.new(key, digestmod="sha256")
        self._signature = lru_cache(MAX_CACHED_SIGNATURES)(self._sign)

    def new_guest(self) -> str:
        return secrets.token_urlsafe(16)

    def sign(self, guest: str) -> str:
        """The token of a guest, used as cookie and as bearer token."""
        return f"{guest}.{self._signature('guest', guest)}"

    def read(self, token: str) -> str | None:
        """The guest of a token; None unless this server has signed it."""
        guest, _, signature = token.partition(".")
        if not _GUEST.fullmatch(guest) or not signature.isascii():
            return None
        return guest if hmac.compare_digest(signature, self._signature("guest", guest)) else None

    def secret(self, purpose: str) -> str:
        """A key for another purpose, such as CSRF tokens."""
        return self._signature("secret", purpose)

    def seat_token(self, table_id: str, seat: int, token_nonce: str) -> str:
        """The token of a seat, derived whenever it is shown."""
        return self._signature("seat", table_id, str(seat), token_nonce)

    def bot_seed(self, table_id: str, version: int) -> int:
        """The seed of a bot's random stream, which players can't predict."""
        digest = self._digest("bot", table_id, str(version))
        return int.from_bytes(digest[:8], "big") & MAX_SEED

    def pseudonym(self, address: str) -> str:
        """Stands for a client's address in the database."""
        return self._signature("address", address)[:22]

    def _sign(self, *parts: str) -> str:
        return urlsafe_b64encode(self._digest(*parts)).decode().rstrip("=")

    def _digest(self, *parts: str) -> bytes:
        signing = self._hash.copy()  # cheaper than a new HMAC
        signing.update("\n".join(parts).encode())
        return signing.digest()


def hash_token(token: str) -> str:
    """The hash of a seat's token that is stored instead of the token."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()
