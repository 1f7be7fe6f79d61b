"""Who sent a request: a device that is signed in, or a guest.

A page request has cookies, a request to the API a bearer token. The gateway finds the session
before anything else uses the visitor.
"""

from __future__ import annotations

from typing import Final

from litestar.types import Scope

from smokestack.server.domain.account import Session
from smokestack.server.http.monitoring import MONITORING_PATHS
from smokestack.server.http.requests import HttpRequest, bearer_token, is_api, wants_fragment
from smokestack.server.http.visitor import (
    GUEST_COOKIE,
    SESSION,
    SESSION_COOKIE,
    SIGNED_UP,
    long_lived_cookie,
    read_cookie,
)
from smokestack.server.service.table_service import TableService

STATIC_PREFIX: Final = "/static/"


async def identify(
    request: HttpRequest, service: TableService, secure: bool
) -> list[tuple[bytes, bytes]]:
    """Note the session of a request in its scope; returns headers for the response.

    The token of a guest who has signed up is noted as well: it is not accepted any more.
    """
    scope = request.scope
    if str(scope["path"]).startswith(STATIC_PREFIX) or scope["path"] in MONITORING_PATHS:
        return []
    if is_api(scope):
        token = bearer_token(request)
        if token:
            await _note(scope, service, token, token)
        return []
    token = read_cookie(request.cookies, SESSION_COOKIE, secure)
    guest_token = read_cookie(request.cookies, GUEST_COOKIE, secure)
    session = await _note(scope, service, token, guest_token)
    if session is None or request.method != "GET" or wants_fragment(request):
        return []
    new = await service.accounts.rotate(token, session)
    if not new:
        return []
    cookie = long_lived_cookie(SESSION_COOKIE, new, secure).to_header(header="")
    return [(b"set-cookie", cookie.strip().encode("latin-1"))]


async def _note(
    scope: Scope, service: TableService, session_token: str, guest_token: str
) -> Session | None:
    session = await service.accounts.find_session(session_token) if session_token else None
    if session is not None:
        scope["state"][SESSION] = session
        return session
    guest = service.signer.read(guest_token) if guest_token else None
    if guest is not None and service.accounts.has_account(guest):
        scope["state"][SIGNED_UP] = True
    return None
