"""The passkeys of your account."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import get, post
from litestar.params import JSONBody

from smokestack.server.api.bodies.accounts import PasskeyBody, PasskeyReply, PasswordBody
from smokestack.server.api.bodies.fields import PasskeyNumber
from smokestack.server.api.routes.accounts import session_or_problem
from smokestack.server.api.routes.addresses import CONFIRMED_BY_PASSWORD
from smokestack.server.domain.account import Proof
from smokestack.server.http.rate_limit import RateLimiter
from smokestack.server.http.requests import HttpRequest, service_of, site_of


@get(
    "/account/passkeys",
    summary="List your passkeys",
    tags=["accounts"],
    opt={"guest": "required"},
)
async def passkeys(request: HttpRequest) -> list[PasskeyReply]:
    return await _list(request, session_or_problem(request).guest)


@post(
    "/account/passkeys/options",
    summary="Get what is needed to make a passkey",
    status_code=200,
    tags=["accounts"],
    opt=CONFIRMED_BY_PASSWORD,
)
async def registration_options(
    request: HttpRequest, data: JSONBody[PasswordBody]
) -> dict[str, Any]:
    """The `PublicKeyCredentialCreationOptions` of WebAuthn, as JSON. They work once, and for five
    minutes. Passkeys are bound to the host name of this server."""
    session = session_or_problem(request)
    rate_limiter: RateLimiter = request.app.state.rate_limiter
    rate_limiter.check_sign_in(request.scope, session.name)
    options = await service_of(request).passkeys.registration_options(
        session.guest, Proof(data.password), site_of(request)
    )
    return msgspec.json.decode(options, type=dict[str, Any])


@post(
    "/account/passkeys",
    summary="Add a passkey",
    tags=["accounts"],
    opt={"guest": "required", "problems": ("invalid-action", "too-many-requests")},
)
async def add_passkey(request: HttpRequest, data: JSONBody[PasskeyBody]) -> list[PasskeyReply]:
    """Returns all your passkeys."""
    session = session_or_problem(request)
    agent = request.headers.get("user-agent", "")
    await service_of(request).passkeys.register(
        session.guest, data.response, agent, site_of(request)
    )
    return await _list(request, session.guest)


@post(
    "/account/passkeys/{number:int}/remove",
    summary="Remove a passkey",
    status_code=200,
    tags=["accounts"],
    opt={"guest": "required", "problems": ("not-found", "invalid-action", "too-many-requests")},
)
async def remove_passkey(request: HttpRequest, number: PasskeyNumber) -> list[PasskeyReply]:
    """Returns the others. The only passkey of an account without a password stays."""
    session = session_or_problem(request)
    await service_of(request).passkeys.remove(session.guest, number)
    return await _list(request, session.guest)


async def _list(request: HttpRequest, guest: str) -> list[PasskeyReply]:
    return [
        PasskeyReply(each.number, each.name, each.created)
        for each in await service_of(request).passkeys.passkeys(guest)
    ]
