"""The address of an account, which is confirmed by a link, and new passwords by mail.

Mails are sent by durable jobs, so a request takes as long whether an account exists or not.
"""

from __future__ import annotations

import secrets
from typing import Final

from smokestack.presentation.language import language, tr
from smokestack.server.accounts.passkeys import PasskeyService
from smokestack.server.accounts.service import AccountService
from smokestack.server.domain.account import Proof, read_email, read_password
from smokestack.server.domain.errors import InvalidAction
from smokestack.server.domain.time_source import TimeSource
from smokestack.server.domain.tokens import hash_token
from smokestack.server.storage import accounts, jobs, one_time_tokens
from smokestack.server.storage.async_database import AsyncDatabase
from smokestack.server.storage.notices import MAIL_JOB
from smokestack.server.storage.writer import AFTER_ALL_TABLES

CONFIRM: Final = "confirm-address"
RESET: Final = "reset-password"
MAX_WHO_LENGTH: Final = 254


class AddressService:
    """Every refusal is a `DomainError` in the language in use, and changes nothing."""

    def __init__(
        self,
        database: AsyncDatabase,
        source: TimeSource,
        account_service: AccountService,
        passkey_service: PasskeyService,
        has_mail: bool,
    ) -> None:
        self._database = database
        self._source = source
        self._accounts = account_service
        self._passkeys = passkey_service
        self.has_mail = has_mail

    async def set_address(self, guest: str, proof: Proof, address: str) -> None:
        """Send a link to a new address, which then replaces the old one; empty removes it."""
        await self._passkeys.check_owner(guest, proof)
        if not address.strip():
            await self._database.write(AFTER_ALL_TABLES, accounts.set_email, guest, None)
            return
        self._check_mail()
        await self._schedule(CONFIRM, guest=guest, address=read_email(address))

    async def confirm(self, token: str) -> None:
        """Take the address to which a link was sent."""
        now = self._source.now()
        found = await self._database.write(
            AFTER_ALL_TABLES, one_time_tokens.take, hash_token(token), CONFIRM, now
        )
        if found is None:
            raise _expired()
        guest, address = found
        await self._database.write(AFTER_ALL_TABLES, accounts.set_email, guest, address)

    async def ask_for_reset(self, name_or_address: str) -> None:
        """Send a link for a new password, if there is such an account with an address."""
        self._check_mail()
        await self._schedule(RESET, who=name_or_address.strip()[:MAX_WHO_LENGTH])

    async def reset_password(self, token: str, password: str) -> None:
        """Set a new password and sign all devices out."""
        password = read_password(password)
        now = self._source.now()
        found = await self._database.write(
            AFTER_ALL_TABLES, one_time_tokens.take, hash_token(token), RESET, now
        )
        if found is None:
            raise _expired()
        await self._accounts.replace_password(found[0], password)
        await self._database.write(AFTER_ALL_TABLES, one_time_tokens.remove, found[0])

    async def _schedule(self, purpose: str, **data: str) -> None:
        given = {"purpose": purpose, "language": language(), **data}
        key = secrets.token_hex(16)
        now = self._source.now()
        await self._database.write(AFTER_ALL_TABLES, jobs.schedule, MAIL_JOB, key, now, given)

    def _check_mail(self) -> None:
        if not self.has_mail:
            raise InvalidAction(tr("This server sends no emails."))


def _expired() -> InvalidAction:
    return InvalidAction(tr("This link has been used, or it is too old. Please ask for a new one."))
