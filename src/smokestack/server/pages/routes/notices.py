"""The page of notices: what a visitor wants to be told, and where."""

from __future__ import annotations

from typing import Any

from litestar import Response, get, post
from litestar.params import FromPath

from smokestack.presentation.language import language, tr, translate
from smokestack.server.domain.account import guest_device
from smokestack.server.domain.errors import DomainError
from smokestack.server.domain.notices import (
    ABSENCE,
    CHANNELS,
    CHAT,
    CLOCK,
    GAME_BEGUN,
    GAME_OVER,
    INVITATION,
    KINDS,
    MAIL,
    PUSH,
    WEBHOOK,
    WEBHOOK_FORMS,
    YOUR_TURN,
    WebhookTarget,
)
from smokestack.server.http.device import device_of
from smokestack.server.http.errors import status_of
from smokestack.server.http.rate_limit import RateLimiter
from smokestack.server.http.requests import (
    HttpRequest,
    form_fields,
    guest_of,
    redirect_to,
    service_of,
    set_guest_cookie,
    visitor_of,
    whole_number,
)
from smokestack.server.http.visitor import session_of
from smokestack.server.pages.rendering import page

MAX_FIELDS = 4 + len(KINDS) * len(CHANNELS)


@get("/notices")
async def notices_page(request: HttpRequest) -> Response[bytes]:
    return await _show(request)


@post("/notices")
async def choose(request: HttpRequest) -> Response[Any]:
    form = await form_fields(request, MAX_FIELDS)
    chosen = {
        kind: [channel for channel in CHANNELS if form.get(f"{kind}-{channel}") == "yes"]
        for kind in KINDS
    }
    return await _change(request, service_of(request).notices.choose, chosen)


@post("/notices/webhook")
async def set_webhook(request: HttpRequest) -> Response[Any]:
    form = await form_fields(request)
    url = form.get("url", "").strip()
    target = WebhookTarget(url, form.get("form", "")) if url else None
    return await _change(request, service_of(request).notices.set_webhook, target)


@post("/notices/devices")
async def add_device(request: HttpRequest) -> Response[Any]:
    """Push messages for the browser that sends this, whose subscription is in the form."""
    form = await form_fields(request)
    guest = guest_of(request)
    device = device_of(request)[0] or guest_device(guest)
    await service_of(request).notices.add_device(
        guest,
        language(),
        device,
        request.headers.get("user-agent", ""),
        form.get("endpoint", ""),
        form.get("public-key", ""),
        form.get("auth", ""),
    )
    response = redirect_to("/notices")
    set_guest_cookie(request, response, guest)
    return response


@post("/notices/devices/{number:str}/remove")
async def remove_device(request: HttpRequest, number: FromPath[str]) -> Response[Any]:
    guest = visitor_of(request).guest
    try:
        await service_of(request).notices.remove_device(guest, whole_number(number))
    except DomainError as error:
        return await _show(request, error)
    return redirect_to("/notices")


@post("/notices/test")
async def send_test(request: HttpRequest) -> Response[Any]:
    guest = visitor_of(request).guest
    rate_limiter: RateLimiter = request.app.state.rate_limiter
    try:
        rate_limiter.check_sign_in(request.scope, f"test {guest}")
        await service_of(request).notices.test(guest)
    except DomainError as error:
        return await _show(request, error)
    return await _show(request, said=tr("A test is on its way."))


@get("/notices/unsubscribe/{token:str}")
async def unsubscribe_page(request: HttpRequest, token: FromPath[str]) -> Response[bytes]:
    """Asks first: programs that check mails open all links in them."""
    return page(request, "unsubscribe.html", token=token, done=False)


@post("/notices/unsubscribe/{token:str}", opt={"exclude_from_csrf": True})
async def unsubscribe(request: HttpRequest, token: FromPath[str]) -> Response[bytes]:
    """Mail programs send this automatically, without a cookie (RFC 8058)."""
    await service_of(request).notices.unsubscribe(token)
    return page(request, "unsubscribe.html", token=token, done=True)


async def _change(request: HttpRequest, change: Any, value: object) -> Response[Any]:
    guest = guest_of(request)
    try:
        await change(guest, language(), value)
    except DomainError as error:
        return await _show(request, error)
    response = redirect_to("/notices")
    set_guest_cookie(request, response, guest)
    return response


async def _show(
    request: HttpRequest, error: DomainError | None = None, said: str = ""
) -> Response[bytes]:
    visitor = visitor_of(request)
    notices = service_of(request).notices
    return page(
        request,
        "notices.html",
        200 if error is None else status_of(error),
        problem="" if error is None else translate(error),
        said=said,
        settings=await notices.settings_of(visitor.guest, language()),
        devices=await notices.devices(visitor.guest),
        device=device_of(request)[0],
        kinds=_kinds(),
        channels={name: label for name, label in _channels().items() if name in notices.channels},
        forms=WEBHOOK_FORMS,
        push_key=notices.push_key,
        signed_in=session_of(request.scope["state"]) is not None,
    )


def _kinds() -> dict[str, str]:
    return {
        YOUR_TURN: tr("It is your turn"),
        GAME_BEGUN: tr("A game has begun"),
        GAME_OVER: tr("A game is over"),
        INVITATION: tr("Someone invites you"),
        CLOCK: tr("Your time is nearly over"),
        CHAT: tr("Your name in the chat"),
        ABSENCE: tr("A bot plays for you, or soon may"),
    }


def _channels() -> dict[str, str]:
    return {PUSH: tr("Push"), MAIL: tr("Email"), WEBHOOK: tr("Webhook")}
