"""Who somebody is: guests' cookies and the secrets of seats, all made from one key of the server.

The key is in `secret.key` in the server's folder, or in the environment. Without it, nobody can
make a cookie or a seat's secret, whatever they read in the database.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import os
import re
import secrets
from base64 import urlsafe_b64encode
from functools import lru_cache
from pathlib import Path
from typing import Final

from smokestack.engine.errors import InvalidInput
from smokestack.engine.stream import MAX_SEED

VARIABLE: Final = "SMOKESTACK_SECRET"
FILE: Final = "secret.key"
LEAST_SECRET: Final = 16  # characters
MOST_KNOWN: Final = 10_000  # codes

_GUEST = re.compile(r"[A-Za-z0-9_-]{22}")


class Identity:
    """Makes and checks what tells guests and seats apart."""

    def __init__(self, key: bytes) -> None:
        self._hash = hmac.new(key, digestmod="sha256")
        self._code = lru_cache(MOST_KNOWN)(self._make_code)  # of those who ask again and again

    def new_guest(self) -> str:
        return secrets.token_urlsafe(16)

    def sign(self, guest: str) -> str:
        """The cookie of a guest."""
        return f"{guest}.{self._code('guest', guest)}"

    def read(self, cookie: str) -> str | None:
        """The guest of a cookie; None unless this server has signed it."""
        guest, _, code = cookie.partition(".")
        if not _GUEST.fullmatch(guest) or not code.isascii():
            return None
        return guest if hmac.compare_digest(code, self._code("guest", guest)) else None

    def secret(self, purpose: str) -> str:
        """A secret for something else that the server signs."""
        return self._code("secret", purpose)

    def seat_token(self, table_id: str, seat: int, nonce: str) -> str:
        """The secret of a seat, made anew whenever it is shown."""
        return self._code("seat", table_id, str(seat), nonce)

    def bot_seed(self, table_id: str, version: int) -> int:
        """For a bot's own random stream; nobody outside can foresee it."""
        digest = self._digest("bot", table_id, str(version))
        return int.from_bytes(digest[:8], "big") & MAX_SEED

    def _make_code(self, *words: str) -> str:
        return urlsafe_b64encode(self._digest(*words)).decode().rstrip("=")

    def _digest(self, *words: str) -> bytes:
        signing = self._hash.copy()  # cheaper than to begin with the key again
        signing.update("\n".join(words).encode())
        return signing.digest()


def lock_of(token: str) -> str:
    """What is stored of a seat's secret: enough to know it again, too little to make it."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def load_key(folder: Path) -> bytes:
    """The server's key, from the environment or from its file, which the first start writes."""
    given = os.environ.get(VARIABLE)
    if given:
        if len(given) < LEAST_SECRET:
            raise InvalidInput(f"{VARIABLE} must have at least {LEAST_SECRET} characters")
        return hashlib.sha256(given.encode()).digest()
    path = folder / FILE
    try:
        if not path.exists():
            _write_key(path)
        text = path.read_text("ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidInput(f"{path}: the server's key can't be read ({error})") from None
    if len(text) < LEAST_SECRET:
        raise InvalidInput(
            f"{path}: no key of a server; remove the file for a new one, which makes all "
            "cookies and seats' links invalid"
        )
    return hashlib.sha256(text.encode()).digest()


def _write_key(path: Path) -> None:
    """Readable to its owner only, and complete from the moment that it is there."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = path.with_name(f".{FILE}.{secrets.token_hex(4)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_urlsafe(32) + "\n")
            file.flush()
            os.fsync(file.fileno())
        with contextlib.suppress(FileExistsError):  # another process was faster: its key counts
            os.link(draft, path)
    finally:
        draft.unlink()
