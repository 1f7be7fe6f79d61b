"""What route handlers need from a request: the service, the visitor, form fields, redirects."""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import urlsplit

from litestar import Request, Response
from litestar.response import Redirect
from litestar.types import Scope

from smokestack.presentation.language import tr
from smokestack.server.domain.account import Site
from smokestack.server.domain.errors import InvalidAction
from smokestack.server.domain.event_log import EventLogs
from smokestack.server.domain.origin import Origin
from smokestack.server.http import addresses
from smokestack.server.http.visitor import (
    GUEST_COOKIE,
    Visitor,
    long_lived_cookie,
    preferred_language,
    read_language,
    read_visitor,
)
from smokestack.server.service.table_service import TableService

HttpRequest = Request[Any, Any, Any]

API_PREFIX: Final = "/api/"
VISITOR: Final = "visitor"  # in the state of a scope
MAX_FORM_FIELDS: Final = 40
MAX_FIELD_LENGTH: Final = 1000
MAX_DIGITS: Final = 9


def service_of(request: HttpRequest) -> TableService:
    service: TableService = request.app.state.service
    return service


def event_logs_of(request: HttpRequest) -> EventLogs:
    event_logs: EventLogs = request.app.state.event_logs
    return event_logs


def is_secure(request: HttpRequest) -> bool:
    """Whether cookies are for https only."""
    secure: bool = request.app.state.secure
    return secure


def public_address(request: HttpRequest) -> str:
    """The base URL for links that people send to each other."""
    public: str = request.app.state.public_url
    return public or f"{request.scope['scheme']}://{request.headers.get('host', '')}"


def site_of(request: HttpRequest) -> Site:
    """What passkeys are bound to."""
    parts = urlsplit(public_address(request))
    return Site(f"{parts.scheme}://{parts.netloc}", parts.hostname or "")


def is_api(scope: Scope) -> bool:
    """Whether a request is for the JSON API, even if no such route exists."""
    return str(scope["path"]).startswith(API_PREFIX)


def visitor_of(request: HttpRequest) -> Visitor:
    """The visitor who sent a page request; read once per request."""
    state = request.scope["state"]
    found: Visitor | None = state.get(VISITOR)
    if found is None:
        signer = service_of(request).signer
        found = state[VISITOR] = read_visitor(request, signer, is_secure(request))
    return found


def language_of(request: HttpRequest) -> str:
    """The language of the response. Clients of the API have no cookies, only a header."""
    if is_api(request.scope):
        return preferred_language(request.headers.get("accept-language", ""))
    return read_language(request, is_secure(request))


def bearer_token(request: HttpRequest) -> str:
    """The token of a request to the API; empty if there is none."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def origin_of(request: HttpRequest) -> Origin:
    """Where a request comes from, for the limits of tables."""
    return addresses.origin_of(addresses.client_of(request.scope), service_of(request).signer)


def guest_of(request: HttpRequest) -> str:
    """The visitor's guest id, or a new one, which `set_guest_cookie` must then store."""
    return visitor_of(request).guest or service_of(request).signer.new_guest()


def set_guest_cookie(request: HttpRequest, response: Response[Any], guest: str) -> None:
    """Give the visitor a cookie for `guest`, unless they have one."""
    if not visitor_of(request).guest:
        token = service_of(request).signer.sign(guest)
        response.set_cookie(long_lived_cookie(GUEST_COOKIE, token, is_secure(request)))


def wants_fragment(request: HttpRequest) -> bool:
    """Whether a script requests only the part of the page that it replaces."""
    return request.headers.get("hx-request") == "true"


async def form_fields(
    request: HttpRequest, max_fields: int = MAX_FORM_FIELDS, max_length: int = MAX_FIELD_LENGTH
) -> dict[str, str]:
    """The text fields of a form; `InvalidAction` if there are too many or too long ones."""
    form = await request.form()
    found: dict[str, str] = {}
    for name, value in form.multi_items():
        if not isinstance(value, str) or len(value) > max_length or len(found) >= max_fields:
            raise InvalidAction(tr("This form has too many fields."))
        found[str(name)] = value
    return found


def whole_number(text: str) -> int:
    """A number from a form; `InvalidAction` if it is not one."""
    if not (text.isascii() and text.isdigit() and len(text) <= MAX_DIGITS):
        raise InvalidAction(tr("Please enter a number."))
    return int(text)


def redirect_to(path: str) -> Redirect:
    """Redirect to another page, which the browser requests with GET."""
    return Redirect(path, status_code=303)
