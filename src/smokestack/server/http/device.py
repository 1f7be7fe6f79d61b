"""The device behind a request: a session of an account, or a guest, who has one device."""

from __future__ import annotations

from smokestack.server.domain.account import guest_device, session_device
from smokestack.server.http.requests import HttpRequest, is_api, service_of, visitor_of
from smokestack.server.http.visitor import session_of


def device_of(request: HttpRequest) -> tuple[str, str]:
    """The device and its guest; both are empty for a visitor without a cookie or token."""
    session = session_of(request.scope["state"])
    if session is not None:
        return session_device(session.number), session.guest
    if is_api(request.scope):
        token = request.headers.get("authorization", "").partition(" ")[2]
        guest = service_of(request).signer.read(token.strip()) or ""
    else:
        guest = visitor_of(request).guest
    return (guest_device(guest), guest) if guest else ("", "")
