"""Passkeys: making, using and removing them. Scripts call these routes, with forms."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from litestar import MediaType, Response, post
from litestar.params import FromPath

from smokestack.presentation.language import translate
from smokestack.server.accounts.passkeys import Site
from smokestack.server.domain.errors import DomainError
from smokestack.server.http.errors import status_of
from smokestack.server.http.rate_limit import RateLimiter
from smokestack.server.http.requests import (
    HttpRequest,
    form_fields,
    public_address,
    redirect_to,
    service_of,
    whole_number,
)
from smokestack.server.pages.routes.account import session_or_refusal, show_account, signed_in

MAX_RESPONSE_LENGTH = 16_000
"""Characters of what a browser sends about a passkey."""


@post("/account/passkeys/options", media_type=MediaType.JSON)
async def registration_options(request: HttpRequest) -> Response[str]:
    session = session_or_refusal(request)
    form = await form_fields(request)
    try:
        _check_rate(request, session.name)
        options = await service_of(request).passkeys.registration_options(
            session.guest, form.get("password", ""), _site(request)
        )
    except DomainError as error:
        return Response(translate(error), media_type=MediaType.TEXT, status_code=status_of(error))
    return _json(options)


@post("/account/passkeys")
async def register(request: HttpRequest) -> Response[Any]:
    session = session_or_refusal(request)
    form = await form_fields(request, longest=MAX_RESPONSE_LENGTH)
    agent = request.headers.get("user-agent", "")
    try:
        await service_of(request).passkeys.register(
            session.guest, form.get("response", ""), agent, _site(request)
        )
    except DomainError as error:
        return await show_account(request, error)
    return redirect_to("/account")


@post("/account/passkeys/{number:str}/remove")
async def remove(request: HttpRequest, number: FromPath[str]) -> Response[Any]:
    session = session_or_refusal(request)
    try:
        await service_of(request).passkeys.remove(session.guest, whole_number(number))
    except DomainError as error:
        return await show_account(request, error)
    return redirect_to("/account")


@post("/account/passkey-sign-in/options", media_type=MediaType.JSON)
async def sign_in_options(request: HttpRequest) -> Response[str]:
    return _json(await service_of(request).passkeys.sign_in_options(_site(request)))


@post("/account/passkey-sign-in")
async def sign_in(request: HttpRequest) -> Response[Any]:
    form = await form_fields(request, longest=MAX_RESPONSE_LENGTH)
    agent = request.headers.get("user-agent", "")
    try:
        token = await service_of(request).passkeys.sign_in(
            form.get("response", ""), agent, _site(request)
        )
    except DomainError as error:
        return await show_account(request, error)
    return signed_in(request, token)


def _site(request: HttpRequest) -> Site:
    parts = urlsplit(public_address(request))
    return Site(f"{parts.scheme}://{parts.netloc}", parts.hostname or "")


def _json(text: str) -> Response[str]:
    return Response(text, media_type=MediaType.JSON, headers={"cache-control": "no-store"})


def _check_rate(request: HttpRequest, name: str) -> None:
    rate_limiter: RateLimiter = request.app.state.rate_limiter
    rate_limiter.check_sign_in(request.scope, name)
