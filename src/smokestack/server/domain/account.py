"""Accounts: an optional name, with a password or a passkey, for a guest.

An account belongs to a guest, the one who signed up, so that all seats and games stay theirs. Every
device that is signed in acts as this guest; the cookie of the guest itself is no longer accepted.
"""

from __future__ import annotations

import re
import unicodedata
from datetime import datetime, timedelta
from typing import Final

import msgspec

from smokestack.presentation.language import tr
from smokestack.server.domain.errors import InvalidAction
from smokestack.server.domain.names import read_name

SESSION_LIFETIME: Final = timedelta(days=180)
"""Without use; after that a device is signed out."""
MIN_PASSWORD_LENGTH: Final = 8
MAX_PASSWORD_LENGTH: Final = 200
MAX_DEVICE_LENGTH: Final = 60
MAX_EMAIL_LENGTH: Final = 254

_EMAIL = re.compile(
    r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*"
    r"@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+"
)


class Account(msgspec.Struct, frozen=True):
    guest: str
    name: str
    private: bool
    """Only its owner sees the profile."""
    created: datetime
    email: str = ""
    """Confirmed by its owner; empty if there is none."""
    has_password: bool = True
    """Its owner signs in with a password; otherwise only with passkeys."""
    games_for_puzzles: bool = False
    """Its owner agrees that positions of finished games become puzzles."""


class SeatAccount(msgspec.Struct, frozen=True):
    """The account of a person at a table."""

    name: str
    is_public: bool
    """Everybody sees its profile."""


class Device(msgspec.Struct, frozen=True):
    """A device that is signed in."""

    number: int
    name: str
    created: datetime
    seen: datetime
    """When it was used last, exact to an hour."""


class Passkey(msgspec.Struct, frozen=True):
    """A key on a device of its owner, with which they sign in."""

    number: int
    guest: str
    credential: str
    """Its id, in base64url."""
    public_key: bytes
    sign_count: int
    name: str
    created: datetime


class Session(msgspec.Struct, frozen=True):
    """The device that sent a request, and its account."""

    number: int
    guest: str
    name: str
    rotated: datetime
    """When its token was made."""
    seen: datetime
    """When it was used last, exact to an hour."""
    has_old_token: bool = False
    """The request has the token from before `rotated`."""
    unconfirmed: bool = False
    """The request has the new token, and the old one still works."""


class Site(msgspec.Struct, frozen=True):
    """What passkeys are bound to."""

    origin: str
    """The URL of the site without a path."""
    host: str
    """Its host name without a port."""


class Proof(msgspec.Struct, frozen=True):
    """Shows that a request comes from the owner of an account, not only from their device."""

    password: str
    passkey: str = ""
    """For an account without a password: the response of a browser to `sign_in_options`."""
    site: Site = Site("", "")


def read_account_name(text: str) -> str:
    """The name of an account; it is part of an address, so it has no slash."""
    name = read_name(text)
    if any(letter in "/\\?#%" for letter in name) or name in (".", ".."):
        raise InvalidAction(tr("The name of an account can't contain / \\ ? # or %."))
    return name


def read_password(text: str) -> str:
    if not MIN_PASSWORD_LENGTH <= len(text) <= MAX_PASSWORD_LENGTH:
        raise InvalidAction(
            tr(
                "A password must have {min} to {max} characters.",
                min=MIN_PASSWORD_LENGTH,
                max=MAX_PASSWORD_LENGTH,
            )
        )
    return unicodedata.normalize("NFKC", text)


def read_email(text: str) -> str:
    """An address for mails, in the usual form."""
    address = text.strip()
    if len(address) > MAX_EMAIL_LENGTH or not _EMAIL.fullmatch(address):
        raise InvalidAction(tr("This is not an email address."))
    return address


def guest_device(guest: str) -> str:
    """Identifies the device of a guest without an account."""
    return f"guest:{guest}"


def session_device(number: int) -> str:
    """Identifies a device that is signed in."""
    return f"session:{number}"


def device_name(user_agent: str) -> str:
    """A device as its owner may recognise it: `Firefox, Linux`."""
    browsers = ("Edg/", "Edge"), ("OPR/", "Opera"), ("Firefox/", "Firefox"), ("Chrom", "Chrome")
    systems = ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows")
    found = [
        next((name for mark, name in known if mark in user_agent), "")
        for known in (
            (*browsers, ("Safari/", "Safari")),
            (*systems, ("Mac OS", "macOS"), ("Linux", "Linux")),
        )
    ]
    return ", ".join(name for name in found if name)[:MAX_DEVICE_LENGTH]
