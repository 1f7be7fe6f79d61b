"""Signing up, in and out; the account with its devices; profiles."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from litestar import MediaType, Response, get, post
from litestar.datastructures import Cookie
from litestar.params import FromPath

from smokestack.games import find_game, ui_of
from smokestack.presentation.language import tr, translate
from smokestack.server.domain.account import MIN_PASSWORD_LENGTH, Proof, Session
from smokestack.server.domain.errors import DomainError, InvalidAction, Unauthorized
from smokestack.server.domain.names import MAX_NAME_LENGTH
from smokestack.server.http.errors import status_of
from smokestack.server.http.rate_limit import RateLimiter
from smokestack.server.http.requests import (
    HttpRequest,
    form_fields,
    guest_of,
    is_secure,
    redirect_to,
    service_of,
    site_of,
    visitor_of,
    whole_number,
)
from smokestack.server.http.visitor import (
    GUEST_COOKIE,
    SESSION_COOKIE,
    cookie_name,
    long_lived_cookie,
    read_cookie,
    session_of,
)
from smokestack.server.pages.rating_curve import rating_curve
from smokestack.server.pages.rendering import page
from smokestack.server.pages.routes.ratings import list_name, list_title
from smokestack.server.settings import SIGN_UP_BY_INVITATION, SIGN_UP_CLOSED

SHOWN_OPPONENTS: Final = 50  # at first
MAX_PASSKEY_RESPONSE_LENGTH: Final = 16_000
"""Characters of what a browser sends about a passkey."""


@get("/account")
async def account_page(request: HttpRequest) -> Response[bytes]:
    return await show_account(request)


@post("/account/sign-up")
async def sign_up(request: HttpRequest) -> Response[Any]:
    form = await form_fields(request)
    name = form.get("name", "")
    try:
        check_sign_up(request, name)
        guest, agent = guest_of(request), request.headers.get("user-agent", "")
        token = await service_of(request).accounts.sign_up(
            guest, name, form.get("password", ""), agent, code_in(request, form)
        )
    except DomainError as error:
        return await show_account(request, error, form)
    return signed_up(request, token)


@post("/account/sign-in")
async def sign_in(request: HttpRequest) -> Response[Any]:
    form = await form_fields(request)
    name = form.get("name", "")
    try:
        check_rate(request, name)
        token = await service_of(request).accounts.sign_in(
            name, form.get("password", ""), request.headers.get("user-agent", "")
        )
    except DomainError as error:
        return await show_account(request, error, form)
    return signed_in(request, token)


@post("/account/sign-out")
async def sign_out(request: HttpRequest) -> Response[Any]:
    """Sign this device out, or with `device` another one."""
    session = session_or_refusal(request)
    form = await form_fields(request)
    number = whole_number(form["device"]) if form.get("device") else session.number
    await service_of(request).accounts.sign_out(session.guest, number)
    response = redirect_to("/account")
    if number == session.number:
        response.set_cookie(_expired(request, SESSION_COOKIE))
    return response


@post("/account/password")
async def change_password(request: HttpRequest) -> Response[Any]:
    """Change the password, or give an account with a passkey one."""
    session = session_or_refusal(request)
    form = await form_fields(request, max_length=MAX_PASSKEY_RESPONSE_LENGTH)
    try:
        check_rate(request, session.name)
        await service_of(request).passkeys.change_password(
            session, proof_in(request, form), form.get("new-password", "")
        )
    except DomainError as error:
        return await show_account(request, error, form)
    return redirect_to("/account")


@post("/account/privacy")
async def change_privacy(request: HttpRequest) -> Response[Any]:
    form = await form_fields(request)
    private = form.get("private") == "yes"
    await service_of(request).accounts.set_private(session_or_refusal(request).guest, private)
    return redirect_to("/account")


@post("/account/puzzles")
async def change_games_for_puzzles(request: HttpRequest) -> Response[Any]:
    """Agree, or no longer, that positions of your finished games become puzzles."""
    form = await form_fields(request)
    agrees = form.get("agree") == "yes"
    guest = session_or_refusal(request).guest
    await service_of(request).accounts.set_games_for_puzzles(guest, agrees)
    return redirect_to("/account")


@post("/account/guest-games")
async def add_guest_games(request: HttpRequest) -> Response[Any]:
    """Add the games that this device has as a guest; its cookie shows that they are its own."""
    session = session_or_refusal(request)
    token = read_cookie(request.cookies, GUEST_COOKIE, is_secure(request))
    await service_of(request).add_guest_games(session, token)
    response = redirect_to("/games")
    response.set_cookie(_expired(request, GUEST_COOKIE))
    return response


@get("/account/export.json", media_type=MediaType.JSON)
async def export(request: HttpRequest) -> Response[bytes]:
    """Everything that the server stores about the account."""
    found = await service_of(request).profiles.export(session_or_refusal(request).guest)
    return Response(
        msgspec.json.encode(found),
        media_type=MediaType.JSON,
        headers={
            "content-disposition": 'attachment; filename="smokestack-account.json"',
            "cache-control": "no-store",
        },
    )


@post("/account/delete")
async def delete_account(request: HttpRequest) -> Response[Any]:
    session = session_or_refusal(request)
    form = await form_fields(request, max_length=MAX_PASSKEY_RESPONSE_LENGTH)
    try:
        check_rate(request, session.name)
        await service_of(request).delete_account(session.guest, proof_in(request, form))
    except DomainError as error:
        return await show_account(request, error, form)
    response = redirect_to("/")
    response.set_cookie(_expired(request, SESSION_COOKIE))
    return response


@get("/people/{name:str}")
async def profile(request: HttpRequest, name: FromPath[str]) -> Response[bytes]:
    found = await service_of(request).profiles.find(name, visitor_of(request).guest)
    shown = found.opponents
    if request.query_params.get("opponents") != "all":
        shown = shown[:SHOWN_OPPONENTS]
    return page(
        request,
        "profile.html",
        profile=found,
        opponents=shown,
        more_opponents=len(found.opponents) - len(shown),
        games=[
            (find_game(entry.game).title, _edition(entry.game, entry.edition), entry)
            for entry in found.games
        ],
        ratings=[
            (
                own,
                list_title(own.kind),
                list_name(own.kind),
                rating_curve(own.curve) if len(own.curve) > 1 else "",
            )
            for own in found.ratings
        ],
        total=sum(entry.games for entry in found.games),
        wins=sum(entry.wins for entry in found.games),
    )


async def show_account(
    request: HttpRequest,
    error: DomainError | None = None,
    form: dict[str, str] | None = None,
    said: str = "",
) -> Response[bytes]:
    """The page of the account, or the forms to sign in and up."""
    session = session_of(request.scope["state"])
    service = service_of(request)
    values: dict[str, Any] = {
        "problem": "" if error is None else translate(error),
        "said": said,
        "form": form or {},
        "has_mail": service.addresses.has_mail,
        "min_password_length": MIN_PASSWORD_LENGTH,
        "max_name_length": MAX_NAME_LENGTH,
        "can_sign_up": service.settings.sign_up != SIGN_UP_CLOSED,
        "needs_code": service.settings.sign_up == SIGN_UP_BY_INVITATION,
    }
    status = 200 if error is None else status_of(error)
    if session is None:
        return page(request, "sign_in.html", status, **values)
    values["account"] = await service.accounts.account(session.guest)
    values["passkeys"] = await service.passkeys.passkeys(session.guest)
    values["devices"] = await service.accounts.devices(session.guest)
    values["guest_games"] = await _guest_games(request)
    return page(request, "account.html", status, session=session, **values)


async def _guest_games(request: HttpRequest) -> int:
    """The number of games that the device has as a guest, besides those of the account."""
    service = service_of(request)
    token = read_cookie(request.cookies, GUEST_COOKIE, is_secure(request))
    guest = service.signer.read(token) or ""
    return 0 if service.accounts.has_account(guest) else await service.lobby.count_of(guest)


def _edition(game: str, edition: str) -> str:
    return tr(ui_of(find_game(game)).edition_titles.get(edition, edition))


def session_or_refusal(request: HttpRequest) -> Session:
    session = session_of(request.scope["state"])
    if session is None:
        raise Unauthorized(tr("Please sign in first."))
    return session


def check_sign_up(request: HttpRequest, name: str) -> None:
    """`DomainError` if the visitor may not create an account, or tries too often."""
    if session_of(request.scope["state"]) is not None:
        raise InvalidAction(tr("You are signed in already."))
    if service_of(request).settings.sign_up == SIGN_UP_CLOSED:
        raise InvalidAction(tr("This server has no sign-up."))
    check_rate(request, name)


def check_rate(request: HttpRequest, name: str) -> None:
    rate_limiter: RateLimiter = request.app.state.rate_limiter
    rate_limiter.check_sign_in(request.scope, name)


def code_in(request: HttpRequest, form: dict[str, str]) -> str | None:
    """The invitation code of a form; None if this server needs none."""
    by_invitation = service_of(request).settings.sign_up == SIGN_UP_BY_INVITATION
    return form.get("code", "") if by_invitation else None


def proof_in(request: HttpRequest, form: dict[str, str]) -> Proof:
    """What the form says to show that the owner of the account has sent it."""
    return Proof(form.get("password", ""), form.get("passkey", ""), site_of(request))


def signed_up(request: HttpRequest, token: str) -> Response[Any]:
    response = signed_in(request, token)
    response.set_cookie(_expired(request, GUEST_COOKIE))
    return response


def signed_in(request: HttpRequest, token: str) -> Response[Any]:
    response = redirect_to("/account")
    response.set_cookie(long_lived_cookie(SESSION_COOKIE, token, is_secure(request)))
    return response


def _expired(request: HttpRequest, name: str) -> Cookie:
    secure = is_secure(request)
    return Cookie(
        key=cookie_name(name, secure),
        value="",
        max_age=0,
        path="/",
        secure=secure,
        httponly=True,
        samesite="lax",
    )
