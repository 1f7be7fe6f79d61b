"""Links with which a person stops mails without signing in."""

from __future__ import annotations

import secrets
from typing import Final

from smokestack.server.domain.tokens import TokenSigner

PURPOSE: Final = "unsubscribe"


class UnsubscribeLinks:
    def __init__(self, signer: TokenSigner, public_url: str) -> None:
        self._signer = signer
        self._public_url = public_url

    def link(self, guest: str) -> str:
        return f"{self._public_url}/notices/unsubscribe/{self._token(guest)}"

    def guest_of(self, token: str) -> str | None:
        """The person whose link has this token."""
        guest = token.partition(".")[0]
        if not token.isascii() or not secrets.compare_digest(token, self._token(guest)):
            return None
        return guest

    def _token(self, guest: str) -> str:
        return f"{guest}.{self._signer.secret(f'{PURPOSE} {guest}')}"
