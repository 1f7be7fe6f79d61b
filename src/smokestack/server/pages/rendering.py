"""Renders templates in the reader's language."""

from __future__ import annotations

from collections.abc import Hashable
from datetime import datetime
from functools import cache, lru_cache
from typing import Any, Final

from litestar import MediaType, Response
from litestar.template.base import csrf_token
from markupsafe import Markup

from smokestack.games import ui_of
from smokestack.presentation.dates import date_text
from smokestack.presentation.language import LANGUAGES, language, trn
from smokestack.presentation.numbers import decimal
from smokestack.presentation.picture import seat_patterns
from smokestack.server.domain.views import name_of
from smokestack.server.http.assets import assets
from smokestack.server.http.requests import (
    HttpRequest,
    guest_of,
    service_of,
    set_guest_cookie,
    visitor_of,
    wants_fragment,
)
from smokestack.server.pages.action_bar import action_bar
from smokestack.server.pages.fact_markup import fact_list, own_facts
from smokestack.server.pages.icons import icon
from smokestack.server.pages.log_markup import change_list
from smokestack.server.pages.templates import Templates
from smokestack.server.settings import SIGN_UP_CLOSED

MAX_CACHED_FRAGMENTS: Final = 5000


def page(request: HttpRequest, template: str, status: int = 200, **values: Any) -> Response[bytes]:
    """A rendered template; caches between the server and the browser must not store it.

    It brings the cookie of a guest: if the reply to a form on it is lost, what was created belongs
    to the visitor nevertheless. `back` is the path of a page that needs its query to be shown
    again, in another language.
    """
    service = service_of(request)
    chunks = (
        templates(language())
        .get_template(template)
        .generate(
            visitor=visitor_of(request),
            path=values.pop("back", request.scope["path"]),
            csrf=csrf_token({"request": request}),
            accounts_offered=service.settings.sign_up != SIGN_UP_CLOSED
            or service.accounts.are_used(),
            has_terms=bool(service.settings.terms_file),
            **values,
        )
    )
    response = Response(
        b"".join([chunk.encode() for chunk in chunks]),  # faster than one long string
        status_code=status,
        media_type=MediaType.HTML,
        headers={"cache-control": "no-store", "vary": "cookie, accept-language, hx-request"},
    )
    if request.method == "GET" and not wants_fragment(request):
        set_guest_cookie(request, response, guest_of(request))
    return response


@cache
def templates(code: str) -> Templates:
    environment = Templates(
        code,
        trn=trn,
        action_bar=action_bar,
        language=language,
        languages=LANGUAGES,
        asset=assets().url,
        cached=cached,
        change_list=change_list,
        fact_list=fact_list,
        icon=icon,
        macro=macro,
        name_of=name_of,
        own_facts=own_facts,
        seat_patterns=seat_patterns,
        ui_of=ui_of,
    )
    environment.filters["clock"] = clock
    environment.filters["date"] = date_text
    environment.filters["decimal"] = decimal
    environment.filters["sentence"] = sentence
    return environment


def macro(name: str, *args: Any) -> Markup:
    """The output of a macro of `macros.html`."""
    output: Markup = templates(language()).macro(name)(*args)
    return output


def cached(name: str, *args: Hashable) -> Markup:
    """The output of a macro that is often called with the same arguments."""
    return _cached(language(), name, *args)


@lru_cache(MAX_CACHED_FRAGMENTS)
def _cached(_: str, name: str, *args: Hashable) -> Markup:
    return macro(name, *args)


def sentence(text: str) -> str:
    """The text with a capital first letter."""
    return text[:1].upper() + text[1:]


def clock(moment: datetime) -> str:
    return moment.strftime("%H:%M")
