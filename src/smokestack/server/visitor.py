"""Who asks: the guest behind a cookie, the name they chose and the language they read."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final
from urllib.parse import quote, unquote

import msgspec
from litestar import Request
from litestar.datastructures import Cookie

from smokestack.engine.language import LANGUAGES, USUAL
from smokestack.server.identity import Identity

GUEST: Final = "guest"
NAME: Final = "name"
LANGUAGE: Final = "language"
YEAR: Final = 365 * 24 * 3600
MOST_NAME: Final = 20


class Visitor(msgspec.Struct, frozen=True):
    """A person at a browser; `guest` is empty until a cookie of ours came back."""

    guest: str
    name: str
    language: str


def visitor_of(request: Request[Any, Any, Any], identity: Identity) -> Visitor:
    cookies = request.cookies
    chosen = cookies.get(LANGUAGE, "")
    return Visitor(
        identity.read(cookies.get(GUEST, "")) or "",
        clean_name(unquote(cookies.get(NAME, ""))),
        chosen if chosen in LANGUAGES else preferred(request.headers.get("accept-language", "")),
    )


def preferred(header: str) -> str:
    """The best of our languages by a browser's `Accept-Language`."""
    return _preferred(header[:200])


@lru_cache(1000)
def _preferred(header: str) -> str:
    best, best_weight = USUAL, 0.0
    for part in header.split(","):
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
    """A name as tables can show it, or nothing if there is none."""
    kept = "".join(letter for letter in name if letter.isprintable())
    return " ".join(kept.split())[:MOST_NAME]


def keeping(name: str, value: str, secure: bool) -> Cookie:
    """A cookie for a year that other sites can't use; headers hold no letters of all scripts."""
    return Cookie(
        key=name,
        value=quote(value),
        max_age=YEAR,
        path="/",
        secure=secure,
        httponly=True,
        samesite="lax",
    )
