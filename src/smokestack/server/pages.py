"""Pages: templates filled in the reader's language."""

from __future__ import annotations

from collections.abc import Hashable
from datetime import datetime
from functools import cache, lru_cache
from typing import Any, Final

from litestar import MediaType, Request, Response
from litestar.template.base import csrf_token
from markupsafe import Markup

from smokestack.engine.language import LANGUAGES, language, trn
from smokestack.engine.picture import seat_patterns
from smokestack.server.assets import assets
from smokestack.server.eyes import name_of
from smokestack.server.templates import Templates
from smokestack.server.visitor import Visitor

MOST_KEPT: Final = 5000


@cache
def templates(code: str) -> Templates:
    environment = Templates(
        code,
        trn=trn,
        language=language,
        languages=LANGUAGES,
        asset=assets().url,
        icon=icon,
        kept=kept,
        name_of=name_of,
        seat_patterns=seat_patterns,
    )
    environment.filters["clock"] = clock
    environment.filters["sentence"] = sentence
    return environment


@cache
def icon(name: str) -> Markup:
    """A symbol of the game whose icons are on the page."""
    return Markup(
        '<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><use href="#icon-{name}"/></svg>'
    ).format(name=name)


def part(name: str, *args: Any) -> Markup:
    """A macro of `parts.html`."""
    found: Markup = templates(language()).macro(name)(*args)
    return found


def kept(name: str, *args: Hashable) -> Markup:
    """A part that will be asked for again with the same in it."""
    return _kept(language(), name, *args)


@lru_cache(MOST_KEPT)
def _kept(_: str, name: str, *args: Hashable) -> Markup:
    return part(name, *args)


def sentence(text: str) -> str:
    """A text that begins as sentences do."""
    return text[:1].upper() + text[1:]


def clock(moment: datetime) -> str:
    return moment.strftime("%H:%M")


def page(
    request: Request[Any, Any, Any],
    visitor: Visitor,
    template: str,
    status: int = 200,
    **values: Any,
) -> Response[bytes]:
    """A template as an answer; nothing of it may be kept by caches between us and the reader."""
    filled = (
        templates(language())
        .get_template(template)
        .generate(
            visitor=visitor,
            path=request.scope["path"],
            csrf=csrf_token({"request": request}),
            **values,
        )
    )
    return Response(
        b"".join([text.encode() for text in filled]),  # sooner done than for one long text
        status_code=status,
        media_type=MediaType.HTML,
        headers={"cache-control": "no-store", "vary": "cookie, accept-language, hx-request"},
    )
