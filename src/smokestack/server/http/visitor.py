"""The visitor behind a page request: guest, name and language, all from cookies.

Under https the names of our cookies start with `__Host-`: browsers accept such a cookie only from
this very host and over https, so no other site of the same domain can set one. Cookies with plain
names are ignored there, because another site may have set them.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final
from urllib.parse import quote, unquote

import msgspec
from litestar import Request
from litestar.datastructures import Cookie

from smokestack.presentation.language import DEFAULT_LANGUAGE, LANGUAGES
from smokestack.server.domain.account import Session
from smokestack.server.domain.names import MAX_NAME_LENGTH
from smokestack.server.domain.tokens import TokenSigner

GUEST_COOKIE: Final = "guest"
NAME_COOKIE: Final = "name"
LANGUAGE_COOKIE: Final = "language"
SESSION_COOKIE: Final = "session"
LANGUAGE: Final = "language"  # in the state of a scope
SESSION: Final = "session"  # in the state of a scope
SIGNED_UP: Final = "signed_up"  # in the state of a scope: the guest has an account
HOST_PREFIX: Final = "__Host-"
COOKIE_SECONDS: Final = 365 * 24 * 3600
MAX_ACCEPT_LANGUAGE_LENGTH: Final = 200


class Visitor(msgspec.Struct, frozen=True):
    """`guest` is empty until the browser sends our cookie."""

    guest: str
    name: str
    language: str
    account: str = ""
    """The name of the account, if the device is signed in."""


def read_visitor(request: Request[Any, Any, Any], signer: TokenSigner, secure: bool) -> Visitor:
    cookies = request.cookies
    language = read_language(request, secure)
    state = request.scope.get("state", {})
    session = session_of(state)
    if session is not None:
        return Visitor(session.guest, session.name, language, session.name)
    guest = signer.read(read_cookie(cookies, GUEST_COOKIE, secure)) or ""
    if state.get(SIGNED_UP):
        guest = ""
    name = clean_name(unquote(read_cookie(cookies, NAME_COOKIE, secure)))
    return Visitor(guest, name, language)


def read_language(request: Request[Any, Any, Any], secure: bool) -> str:
    """The language that the visitor has chosen, or else the one that the browser prefers; read
    once per request."""
    state = request.scope.setdefault("state", {})
    found: str = state.get(LANGUAGE, "")
    if not found:
        found = read_cookie(request.cookies, LANGUAGE_COOKIE, secure)
        if found not in LANGUAGES:
            found = preferred_language(request.headers.get("accept-language", ""))
        state[LANGUAGE] = found
    return found


def session_of(state: Mapping[str, Any]) -> Session | None:
    """The session that the gateway has found for a request."""
    found: Session | None = state.get(SESSION)
    return found


def cookie_name(name: str, secure: bool) -> str:
    return f"{HOST_PREFIX}{name}" if secure else name


def read_cookie(cookies: Mapping[str, str], name: str, secure: bool) -> str:
    """The value of one of our cookies; empty if there is none."""
    return cookies.get(cookie_name(name, secure), "")


def preferred_language(accept_language: str) -> str:
    """The language of ours that an `Accept-Language` header prefers."""
    return _preferred_language(accept_language[:MAX_ACCEPT_LANGUAGE_LENGTH])


@lru_cache(1000)
def _preferred_language(accept_language: str) -> str:
    best, best_weight = DEFAULT_LANGUAGE, 0.0
    for part in accept_language.split(","):
        tag, _, rest = part.strip().partition(";")
        code = tag.strip().lower().partition("-")[0]
        try:
            weight = float(rest.strip().removeprefix("q=")) if rest else 1.0
        except ValueError:
            weight = 0.0
        if code in LANGUAGES and weight > best_weight:
            best, best_weight = code, weight
    return best


def clean_name(name: str) -> str:
    """A name without unprintable characters and extra spaces, cut to its maximum length."""
    printable = "".join(letter for letter in name if letter.isprintable())
    return " ".join(printable.split())[:MAX_NAME_LENGTH]


def long_lived_cookie(name: str, value: str, secure: bool) -> Cookie:
    """A cookie for a year that other sites can't use. Quoted, because headers are latin-1."""
    return Cookie(
        key=cookie_name(name, secure),
        value=quote(value),
        max_age=COOKIE_SECONDS,
        path="/",
        secure=secure,
        httponly=True,
        samesite="lax",
    )
