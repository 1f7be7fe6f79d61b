"""Mails about an account: to confirm its address, and for a new password."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import Connection

from smokestack.presentation.language import tr, use_language
from smokestack.server.accounts.addresses import CONFIRM, RESET
from smokestack.server.domain.account import Account
from smokestack.server.domain.time_source import TimeSource
from smokestack.server.domain.tokens import hash_token
from smokestack.server.notices.mail import Mail
from smokestack.server.storage import accounts, jobs, notices, one_time_tokens
from smokestack.server.storage.async_database import AsyncDatabase
from smokestack.server.storage.writer import AFTER_ALL_TABLES

LIFETIMES: Final = {CONFIRM: timedelta(days=1), RESET: timedelta(hours=1)}
MAX_MAILS: Final = 3  # of a kind to one person or address while their links are valid
MAX_ACCOUNTS: Final = 5  # with the same address that get a mail
RESET_LINK: Final = "reset-link"

SendMail = Callable[[Mail], Awaitable[None]]


class AccountMails:
    def __init__(
        self, database: AsyncDatabase, source: TimeSource, public_url: str, send: SendMail
    ) -> None:
        self._database = database
        self._source = source
        self._public_url = public_url
        self._send = send

    async def handle(self, data: dict[str, Any]) -> None:
        """Send the mail that a job asks for."""
        with use_language(data["language"]):
            if data["purpose"] == CONFIRM:
                await self._confirm(data["guest"], data["address"])
            elif data["purpose"] == RESET:
                await self._database.write(
                    AFTER_ALL_TABLES, _schedule_links, data, self._source.now()
                )
            elif data["purpose"] == RESET_LINK:
                await self._reset(data["guest"])

    async def _confirm(self, guest: str, address: str) -> None:
        account = await self._database.read(accounts.find, guest)
        link = await self._new_link(CONFIRM, guest, address, "/account/confirm/")
        if account is None or not link:
            return
        lines = [
            tr("Someone has given this address for the account {name}.", name=account.name),
            tr("If it was you, open this link within a day:"),
            link,
            tr("If not, ignore this email."),
        ]
        await self._send(Mail(address, tr("Confirm your address"), "\n\n".join(lines) + "\n"))

    async def _reset(self, guest: str) -> None:
        account = await self._database.read(accounts.find, guest)
        if account is None or not account.email:
            return
        link = await self._new_link(RESET, guest, account.email, "/account/reset/")
        if not link:
            return
        lines = [
            tr("Someone has asked for a new password for the account {name}.", name=account.name),
            tr("If it was you, open this link within an hour:"),
            link,
            tr("If not, ignore this email. Your password stays as it is."),
        ]
        await self._send(Mail(account.email, tr("A new password"), "\n\n".join(lines) + "\n"))

    async def _new_link(self, purpose: str, guest: str, address: str, path: str) -> str:
        """A link with a new token; empty if there are too many already."""
        token = secrets.token_urlsafe(32)
        added = await self._database.write(
            AFTER_ALL_TABLES,
            _add_token,
            hash_token(token),
            purpose,
            guest,
            address,
            self._source.now(),
        )
        return f"{self._public_url}{path}{token}" if added else ""


def _add_token(
    connection: Connection, token_hash: str, purpose: str, guest: str, data: str, now: datetime
) -> bool:
    if one_time_tokens.count(connection, purpose, guest, data, now) >= MAX_MAILS:
        return False
    expires = now + LIFETIMES[purpose]
    one_time_tokens.add(connection, token_hash, purpose, guest, data, now, expires)
    return True


def _schedule_links(connection: Connection, data: dict[str, Any], now: datetime) -> None:
    """One mail for each account, so that each is repeated separately if it fails."""
    found: list[Account] = accounts.find_by_email(connection, data["who"], MAX_ACCOUNTS)
    named = accounts.find_by_name(connection, data["who"])
    if named is not None:
        found.append(named[0])
    for account in found:
        given = {**data, "purpose": RESET_LINK, "guest": account.guest}
        jobs.schedule(connection, notices.MAIL_JOB, f"reset:{account.guest}", now, given)
