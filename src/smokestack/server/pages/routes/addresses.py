"""The address of an account, and new passwords by mail."""

from __future__ import annotations

from typing import Any

from litestar import Response, get, post
from litestar.params import FromPath

from smokestack.presentation.language import tr, translate
from smokestack.server.domain.account import MIN_PASSWORD_LENGTH
from smokestack.server.domain.errors import DomainError
from smokestack.server.http.errors import status_of
from smokestack.server.http.requests import HttpRequest, form_fields, service_of
from smokestack.server.pages.rendering import page
from smokestack.server.pages.routes.account import (
    MAX_PASSKEY_RESPONSE_LENGTH,
    check_rate,
    proof_in,
    session_or_refusal,
    show_account,
)


@post("/account/email")
async def set_address(request: HttpRequest) -> Response[Any]:
    session = session_or_refusal(request)
    form = await form_fields(request, max_length=MAX_PASSKEY_RESPONSE_LENGTH)
    address = form.get("email", "")
    try:
        check_rate(request, session.name)
        await service_of(request).addresses.set_address(
            session.guest, proof_in(request, form), address
        )
    except DomainError as error:
        return await show_account(request, error, form)
    if not address.strip():
        return await show_account(request, said=tr("Your address was removed."))
    return await show_account(
        request,
        said=tr("An email with a link is on its way to {address}.", address=address.strip()),
    )


@get("/account/confirm/{token:str}")
async def confirm_page(request: HttpRequest, token: FromPath[str]) -> Response[bytes]:
    """Asks first: programs that check mails open all links in them."""
    return page(request, "confirm_address.html", token=token, problem="", done=False)


@post("/account/confirm/{token:str}")
async def confirm(request: HttpRequest, token: FromPath[str]) -> Response[bytes]:
    problem, status = "", 200
    try:
        await service_of(request).addresses.confirm(token)
    except DomainError as error:
        problem, status = translate(error), status_of(error)
    return page(
        request, "confirm_address.html", status, token=token, problem=problem, done=not problem
    )


@get("/account/forgot")
async def forgot_page(request: HttpRequest) -> Response[bytes]:
    return page(request, "forgot.html", problem="", sent=False)


@post("/account/forgot")
async def forgot(request: HttpRequest) -> Response[bytes]:
    """The reply is the same whether there is such an account or not."""
    form = await form_fields(request)
    name = form.get("name", "")
    try:
        check_rate(request, f"forgot {name.strip()}")
        await service_of(request).addresses.ask_for_reset(name)
    except DomainError as error:
        return page(request, "forgot.html", status_of(error), problem=translate(error), sent=False)
    return page(request, "forgot.html", problem="", sent=True)


@get("/account/reset/{token:str}")
async def reset_page(request: HttpRequest, token: FromPath[str]) -> Response[bytes]:
    return _reset(request, token)


@post("/account/reset/{token:str}")
async def reset(request: HttpRequest, token: FromPath[str]) -> Response[bytes]:
    form = await form_fields(request)
    try:
        check_rate(request, token)
        await service_of(request).addresses.reset_password(token, form.get("new-password", ""))
    except DomainError as error:
        return _reset(request, token, status_of(error), problem=translate(error))
    return _reset(request, token, done=True)


def _reset(
    request: HttpRequest, token: str, status: int = 200, problem: str = "", done: bool = False
) -> Response[bytes]:
    return page(
        request,
        "reset.html",
        status,
        token=token,
        problem=problem,
        done=done,
        min_password_length=MIN_PASSWORD_LENGTH,
    )
