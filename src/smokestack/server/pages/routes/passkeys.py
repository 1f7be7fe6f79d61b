"""Passkeys: making, using and removing them. Scripts call these routes, with forms."""

from __future__ import annotations

from typing import Any

from litestar import MediaType, Response, post
from litestar.params import FromPath

from smokestack.presentation.language import translate
from smokestack.server.domain.errors import DomainError
from smokestack.server.http.errors import status_of
from smokestack.server.http.rate_limit import RateLimiter
from smokestack.server.http.requests import (
    HttpRequest,
    form_fields,
    guest_of,
    redirect_to,
    service_of,
    set_guest_cookie,
    site_of,
    whole_number,
)
from smokestack.server.pages.routes.account import (
    MAX_PASSKEY_RESPONSE_LENGTH,
    check_rate,
    check_sign_up,
    code_in,
    proof_in,
    session_or_refusal,
    show_account,
    signed_in,
    signed_up,
)


@post("/account/passkeys/options", media_type=MediaType.JSON)
async def registration_options(request: HttpRequest) -> Response[str]:
    session = session_or_refusal(request)
    form = await form_fields(request, max_length=MAX_PASSKEY_RESPONSE_LENGTH)
    try:
        check_rate(request, session.name)
        options = await service_of(request).passkeys.registration_options(
            session.guest, proof_in(request, form), site_of(request)
        )
    except DomainError as error:
        return _refusal(error)
    return _json(options)


@post("/account/passkeys")
async def register(request: HttpRequest) -> Response[Any]:
    session = session_or_refusal(request)
    form = await form_fields(request, max_length=MAX_PASSKEY_RESPONSE_LENGTH)
    agent = request.headers.get("user-agent", "")
    try:
        await service_of(request).passkeys.register(
            session.guest, form.get("response", ""), agent, site_of(request)
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


@post("/account/passkey-sign-up/options", media_type=MediaType.JSON)
async def sign_up_options(request: HttpRequest) -> Response[str]:
    form = await form_fields(request)
    name = form.get("name", "")
    guest = guest_of(request)
    try:
        check_sign_up(request, name)
        options = await service_of(request).passkeys.sign_up_options(guest, name, site_of(request))
    except DomainError as error:
        return _refusal(error)
    response = _json(options)
    set_guest_cookie(request, response, guest)  # the passkey is for this guest
    return response


@post("/account/passkey-sign-up")
async def sign_up(request: HttpRequest) -> Response[Any]:
    form = await form_fields(request, max_length=MAX_PASSKEY_RESPONSE_LENGTH)
    agent = request.headers.get("user-agent", "")
    try:
        check_sign_up(request, form.get("name", ""))
        token = await service_of(request).passkeys.sign_up(
            guest_of(request),
            form.get("response", ""),
            agent,
            site_of(request),
            code_in(request, form),
        )
    except DomainError as error:
        return await show_account(request, error, form)
    return signed_up(request, token)


@post("/account/passkey-sign-in/options", media_type=MediaType.JSON)
async def sign_in_options(request: HttpRequest) -> Response[str]:
    try:
        _check_rate(request)
        options = await service_of(request).passkeys.sign_in_options(site_of(request))
    except DomainError as error:
        return _refusal(error)
    return _json(options)


@post("/account/passkey-sign-in")
async def sign_in(request: HttpRequest) -> Response[Any]:
    form = await form_fields(request, max_length=MAX_PASSKEY_RESPONSE_LENGTH)
    agent = request.headers.get("user-agent", "")
    try:
        _check_rate(request)
        token = await service_of(request).passkeys.sign_in(
            form.get("response", ""), agent, site_of(request)
        )
    except DomainError as error:
        return await show_account(request, error)
    return signed_in(request, token)


def _check_rate(request: HttpRequest) -> None:
    rate_limiter: RateLimiter = request.app.state.rate_limiter
    rate_limiter.check_passkey_sign_in(request.scope)


def _refusal(error: DomainError) -> Response[str]:
    return Response(translate(error), media_type=MediaType.TEXT, status_code=status_of(error))


def _json(text: str) -> Response[str]:
    return Response(text, media_type=MediaType.JSON, headers={"cache-control": "no-store"})
