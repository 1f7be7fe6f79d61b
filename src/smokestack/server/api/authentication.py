"""The guest of a request, by its bearer token.

Cookies are ignored here, so no other site can make a browser act for its user.
"""

from __future__ import annotations

from smokestack.presentation.language import tr
from smokestack.server.domain.errors import Unauthorized
from smokestack.server.http.requests import HttpRequest, bearer_token, service_of
from smokestack.server.http.visitor import SIGNED_UP, session_of


def optional_guest(request: HttpRequest) -> str:
    """The guest, or empty without a token; `Unauthorized` if the token is not valid."""
    if "authorization" not in request.headers:
        return ""
    state = request.scope["state"]
    session = session_of(state)
    if session is not None:
        return session.guest
    if state.get(SIGNED_UP):
        raise Unauthorized(tr("This guest has an account now. Please sign in."))
    guest = service_of(request).signer.read(bearer_token(request))
    if guest is None:
        raise Unauthorized(tr("This token is not valid on this server."))
    return guest


def required_guest(request: HttpRequest) -> str:
    """The guest; `Unauthorized` without a valid token."""
    guest = optional_guest(request)
    if not guest:
        raise Unauthorized(tr("Send the token of a guest; POST /api/v1/guests gives you one."))
    return guest
