"""The email address of your account."""

from __future__ import annotations

from typing import Final

from litestar import post
from litestar.params import JSONBody

from smokestack.server.api.bodies.accounts import (
    AccountReply,
    EmailBody,
    EmailConfirmed,
    EmailTokenBody,
    PasswordBody,
)
from smokestack.server.api.routes.accounts import account_reply, session_or_problem
from smokestack.server.domain.account import Proof
from smokestack.server.http.rate_limit import RateLimiter
from smokestack.server.http.requests import HttpRequest, service_of

CONFIRMED_BY_PASSWORD: Final = {
    "guest": "required",
    "problems": ("sign-in-failed", "invalid-action", "too-many-requests"),
}


@post(
    "/account/email",
    summary="Set the email address of your account",
    status_code=200,
    tags=["accounts"],
    opt=CONFIRMED_BY_PASSWORD,
)
async def set_address(request: HttpRequest, data: JSONBody[EmailBody]) -> AccountReply:
    """A link is sent to the address, which replaces the old one once the link was opened or its
    token sent to `/account/email/confirm`."""
    return await _set(request, data.password, data.email)


@post(
    "/account/email/remove",
    summary="Remove the email address of your account",
    status_code=200,
    tags=["accounts"],
    opt=CONFIRMED_BY_PASSWORD,
)
async def remove_address(request: HttpRequest, data: JSONBody[PasswordBody]) -> AccountReply:
    return await _set(request, data.password, "")


@post(
    "/account/email/confirm",
    summary="Confirm an email address",
    status_code=200,
    tags=["accounts"],
    opt={"problems": ("invalid-action", "too-many-requests")},
)
async def confirm_address(request: HttpRequest, data: JSONBody[EmailTokenBody]) -> EmailConfirmed:
    """The token works once, and for a day."""
    await service_of(request).addresses.confirm(data.token)
    return EmailConfirmed(True)


async def _set(request: HttpRequest, password: str, address: str) -> AccountReply:
    session = session_or_problem(request)
    rate_limiter: RateLimiter = request.app.state.rate_limiter
    rate_limiter.check_sign_in(request.scope, session.name)
    await service_of(request).addresses.set_address(session.guest, Proof(password), address)
    return await account_reply(request, session)
