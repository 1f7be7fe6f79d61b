"""The use cases of accounts. Nothing here reveals whether an account exists, except signing up."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Collection
from contextlib import suppress
from datetime import datetime, timedelta
from time import monotonic
from typing import Final, Generic, TypeVar

from smokestack.presentation.language import tr
from smokestack.server.accounts.passwords import Passwords
from smokestack.server.accounts.signed_up import SignedUpGuests
from smokestack.server.domain.account import (
    Account,
    Device,
    Passkey,
    SeatAccount,
    Session,
    device_name,
    read_account_name,
    read_password,
)
from smokestack.server.domain.errors import (
    InvalidAction,
    SignInFailed,
    StorageUnavailable,
    Unauthorized,
)
from smokestack.server.domain.table import Seat, Table
from smokestack.server.domain.time_source import TimeSource
from smokestack.server.domain.tokens import hash_token
from smokestack.server.domain.tournaments.tournament import Entrant, Tournament
from smokestack.server.storage import (
    accounts,
    guest_games,
    sessions,
)
from smokestack.server.storage.accounts import RemovedAccount
from smokestack.server.storage.async_database import AsyncDatabase
from smokestack.server.storage.writer import AFTER_ALL_TABLES

ROTATION: Final = timedelta(days=1)
NOTED_USE: Final = timedelta(hours=1)
"""How often it is noted that a device is in use."""
REISSUE: Final = timedelta(minutes=1)
SESSION_PREFIX: Final = "s_"
"""Distinguishes the token of a session from that of a guest, which contains a dot."""
CACHE_SECONDS: Final = 5.0
"""How long a process caches a session; a device may stay signed in elsewhere for that long."""
MAX_CACHED: Final = 10_000

Value = TypeVar("Value")


class AccountService:
    """Every refusal is a `DomainError` in the language in use, and changes nothing."""

    def __init__(self, database: AsyncDatabase, source: TimeSource) -> None:
        self._database = database
        self._source = source
        self._passwords = Passwords()
        self._sessions: _TimedCache[Session] = _TimedCache()
        self._at_seats: _TimedCache[SeatAccount] = _TimedCache()
        self._signed_up = SignedUpGuests(database)

    async def open(self) -> None:
        await self._signed_up.open()

    async def close(self) -> None:
        await self._signed_up.close()
        self._passwords.close()

    # Signing in

    async def sign_up(
        self, guest: str, name: str, password: str, user_agent: str, code: str | None = None
    ) -> str:
        """Give a guest an account; returns the token of this device.

        If sign-up is by invitation, it takes a `code` of the operator.

        All seats and games of the guest stay theirs. The guest's own token is not accepted any
        more: it could not be signed out.
        """
        name, password = read_account_name(name), read_password(password)
        hashed = await self._passwords.hash(password)
        return await self._sign_up(guest, name, hashed, None, user_agent, code)

    async def sign_up_with_passkey(
        self, name: str, passkey: Passkey, user_agent: str, code: str | None = None
    ) -> str:
        """The same with a passkey, which was checked, instead of a password."""
        return await self._sign_up(passkey.guest, name, "", passkey, user_agent, code)

    async def check_free(self, name: str) -> None:
        """`InvalidAction` if an account has this name."""
        if await self._database.read(accounts.find_by_name, name) is not None:
            raise _name_taken()

    async def _sign_up(
        self,
        guest: str,
        name: str,
        hashed: str,
        passkey: Passkey | None,
        user_agent: str,
        code: str | None,
    ) -> str:
        account = Account(guest, name, False, self._source.now())
        code_hash = "" if code is None else hash_token(code.strip())
        try:
            added = await self._database.write(
                AFTER_ALL_TABLES, accounts.add, account, hashed, code_hash, passkey
            )
        except accounts.UnknownCode:
            raise InvalidAction(
                tr("This invitation code is unknown, or it was used before.")
            ) from None
        if not added:
            raise _name_taken()
        self._signed_up.add(guest)
        return await self._add_session(guest, user_agent, signs_up=True)

    async def sign_in(self, name: str, password: str, user_agent: str) -> str:
        """The token of a new session; `SignInFailed` if the name or the password is wrong."""
        found = await self._database.read(accounts.find_by_name, name[:100])
        hashed = "" if found is None else found[1]
        if not await self._passwords.is_correct(hashed, password[:1000]) or found is None:
            raise SignInFailed(tr("The name or the password is wrong."))
        return await self._add_session(found[0].guest, user_agent)

    async def sign_in_with_passkey(self, guest: str, user_agent: str) -> str:
        """The token of a new session, for a passkey that was checked."""
        return await self._add_session(guest, user_agent)

    async def find_session(self, token: str) -> Session | None:
        """The session of a token; None if it is not signed in."""
        if not token.startswith(SESSION_PREFIX):
            return None
        hashed = hash_token(token)
        if (known := self._sessions.get(hashed)) is not None:
            return known[0]
        now = self._source.now()
        session = await self._database.read_briefly(sessions.find, hashed, now)
        if session is not None and session.unconfirmed:
            await self._database.write(
                AFTER_ALL_TABLES, sessions.confirm_rotation, session.number, hashed, now
            )
        elif session is not None and now - session.seen >= NOTED_USE:
            with suppress(StorageUnavailable):  # pages can still be read
                await self._database.write(AFTER_ALL_TABLES, sessions.note_use, session.number, now)
        self._sessions.put(hashed, session)
        return session

    async def rotate(self, token: str, session: Session) -> str:
        """A new token for a session whose token is old.

        Empty if the token is recent, or if a request at the same time was given a new one.
        """
        now = self._source.now()
        # Requests that a browser sent at the same time as the one that was given a new token
        # still have the old one.
        age = REISSUE if session.has_old_token else ROTATION
        if now - session.rotated < age:
            return ""
        new = _new_token()
        old_hash, new_hash = hash_token(token), hash_token(new)
        rotated = await self._database.write(
            AFTER_ALL_TABLES, sessions.rotate, session.number, old_hash, new_hash, now, REISSUE
        )
        self._sessions.drop(old_hash)
        return new if rotated else ""

    def are_used(self) -> bool:
        """Whether anybody has an account."""
        return bool(self._signed_up)

    def has_account(self, guest: str) -> bool:
        """Whether a guest has signed up, so that the guest's own token is no longer accepted."""
        return guest in self._signed_up

    async def sign_out(self, guest: str, number: int) -> None:
        """Sign a device out."""
        if not await self._database.write(AFTER_ALL_TABLES, sessions.remove, guest, number):
            raise InvalidAction(tr("This device is not signed in."))
        self._sessions.clear()

    # The account

    async def account(self, guest: str) -> Account:
        found = await self._database.read(accounts.find, guest)
        if found is None:
            raise Unauthorized(tr("Please sign in first."))
        return found

    async def exists(self, guest: str) -> bool:
        return await self._database.read(accounts.find, guest) is not None

    async def check_may_play(self, table: Table, guest: str) -> None:
        """`InvalidAction` if the table is rated and the guest has no account."""
        if table.rated and not await self.exists(guest):
            raise InvalidAction(tr("This game is rated. Please sign in or create an account."))

    async def name_at_table(self, guest: str, chosen: str) -> str:
        """The name of the account, under which its owner always plays; a guest chooses one."""
        found = await self._database.read(accounts.find, guest) if guest else None
        return chosen if found is None else found.name

    async def at_table(self, table: Table) -> dict[int, SeatAccount]:
        """For each seat that is taken under the name of an account: the account."""
        return await self._under_own_name(table.seats)

    async def in_tournament(self, tournament: Tournament) -> dict[int, SeatAccount]:
        """The same for the numbers of entrants."""
        return await self._under_own_name(tournament.entrants)

    async def _under_own_name(self, people: Collection[Seat | Entrant]) -> dict[int, SeatAccount]:
        guests = {person.guest for person in people if self.has_account(person.guest)}
        found = await self._seat_accounts(guests) if guests else {}
        return {
            person.number: account
            for person in people
            if (account := found.get(person.guest)) is not None and account.name == person.name
        }

    async def _seat_accounts(self, guests: set[str]) -> dict[str, SeatAccount]:
        known = {guest: self._at_seats.get(guest) for guest in guests}
        if None in known.values():
            read = await self._database.read(accounts.at_seats, guests)
            for guest in guests:
                self._at_seats.put(guest, read.get(guest))
            return read
        return {guest: each[0] for guest, each in known.items() if each and each[0] is not None}

    async def devices(self, guest: str) -> list[Device]:
        return await self._database.read(sessions.devices, guest, self._source.now())

    async def change_password(self, session: Session, new: str) -> None:
        """All other devices are signed out. The caller has checked that it is the owner."""
        hashed = await self._passwords.hash(read_password(new))
        await self._database.write(
            AFTER_ALL_TABLES, accounts.set_password, session.guest, hashed, session.number
        )
        self._sessions.clear()

    async def replace_password(self, guest: str, password: str) -> None:
        """Set a password without the old one, and sign all devices out."""
        hashed = await self._passwords.hash(password)
        await self._database.write(AFTER_ALL_TABLES, accounts.set_password, guest, hashed, 0)
        self._sessions.clear()

    async def set_private(self, guest: str, private: bool) -> None:
        await self._database.write(AFTER_ALL_TABLES, accounts.set_private, guest, private)
        self._at_seats.clear()

    async def set_games_for_puzzles(self, guest: str, agrees: bool) -> None:
        await self._database.write(AFTER_ALL_TABLES, accounts.set_games_for_puzzles, guest, agrees)

    async def delete(self, guest: str) -> RemovedAccount:
        """Delete the account; the caller ends its games and removes its name from their seats."""
        removed = await self._database.write(
            AFTER_ALL_TABLES, accounts.remove, guest, self._source.now()
        )
        self._sessions.clear()
        self._at_seats.clear()
        return removed

    async def note_forgotten(self, guest: str) -> None:
        """The name of a deleted account was removed from all seats."""
        await self._database.write(AFTER_ALL_TABLES, accounts.note_forgotten, guest)

    async def add_guest_games(self, session: Session, guest: str) -> set[str]:
        """Give the account everything that a guest has; the caller has checked the guest's token.

        Returns the tables that have changed. The guest's token is of no use from then on.
        """
        return await self._database.write(
            AFTER_ALL_TABLES, guest_games.move, guest, session, self._source.now()
        )

    async def seats(self, guest: str) -> tuple[list[tuple[str, int]], list[tuple[str, int]]]:
        """The guest's seats in unfinished and in finished games."""
        return (
            await self._database.read(accounts.unfinished_seats, guest),
            await self._database.read(accounts.finished_seats, guest),
        )

    async def check_password(self, guest: str, password: str) -> None:
        """`SignInFailed` unless it is the password of the account."""
        hashed = await self._database.read(accounts.password_hash, guest)
        if not await self._passwords.is_correct(hashed, password[:1000]):
            raise SignInFailed(tr("The password is wrong."))

    async def _add_session(self, guest: str, user_agent: str, signs_up: bool = False) -> str:
        if await self._database.read(accounts.is_banned, guest):
            raise SignInFailed(tr("The operator of this server has closed the account."))
        token = _new_token()
        now: datetime = self._source.now()
        device = device_name(user_agent)
        await self._database.write(
            AFTER_ALL_TABLES, sessions.add, guest, hash_token(token), device, now, signs_up
        )
        return token


class _TimedCache(Generic[Value]):
    """Values cached for some seconds, so that not every request reads the database."""

    def __init__(self) -> None:
        self._values: OrderedDict[str, tuple[Value | None, float]] = OrderedDict()

    def get(self, key: str) -> tuple[Value | None] | None:
        """What is known, in a tuple; None if nothing is known."""
        value, until = self._values.get(key, (None, 0.0))
        return None if until < monotonic() else (value,)

    def put(self, key: str, value: Value | None) -> None:
        self._values[key] = value, monotonic() + CACHE_SECONDS
        self._values.move_to_end(key)
        if len(self._values) > MAX_CACHED:
            self._values.popitem(last=False)

    def drop(self, key: str) -> None:
        self._values.pop(key, None)

    def clear(self) -> None:
        self._values.clear()


def _name_taken() -> InvalidAction:
    return InvalidAction(tr("This name is taken. Please choose another one."))


def _new_token() -> str:
    return SESSION_PREFIX + secrets.token_urlsafe(32)
