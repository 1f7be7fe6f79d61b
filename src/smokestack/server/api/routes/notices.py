"""What a guest wants to be told, and where."""

from __future__ import annotations

from litestar import get, post
from litestar.params import JSONBody

from smokestack.presentation.language import language, tr
from smokestack.server.api.authentication import required_guest
from smokestack.server.api.bodies.notices import NoticesBody, NoticesReply, WebhookReply
from smokestack.server.domain.errors import InvalidAction
from smokestack.server.domain.notices import KINDS, NoticeSettings, WebhookTarget
from smokestack.server.http.requests import HttpRequest, service_of


@get(
    "/notices",
    summary="Get what you are told and where",
    tags=["notices"],
    opt={"guest": "required"},
)
async def notices(request: HttpRequest) -> NoticesReply:
    guest = required_guest(request)
    return await _reply(request, await service_of(request).notices.settings_of(guest, language()))


@post(
    "/notices",
    summary="Choose what you are told and where",
    status_code=200,
    tags=["notices"],
    opt={"guest": "required", "problems": ("invalid-action", "too-many-requests")},
)
async def choose(request: HttpRequest, data: JSONBody[NoticesBody]) -> NoticesReply:
    """Replaces all settings. Texts are in the language of the `Accept-Language` header. Push
    messages are turned on in the browser that gets them, on the page `/notices`."""
    guest = required_guest(request)
    service = service_of(request).notices
    if not data.kinds.keys() <= set(KINDS):
        raise InvalidAction(tr("Choose one of the values offered."))
    target = None if data.webhook is None else WebhookTarget(data.webhook.url, data.webhook.form)
    await service.set_webhook(guest, language(), target)
    chosen: dict[str, list[str]] = {kind: [*channels] for kind, channels in data.kinds.items()}
    return await _reply(request, await service.choose(guest, language(), chosen))


async def _reply(request: HttpRequest, settings: NoticeSettings) -> NoticesReply:
    service = service_of(request).notices
    webhook = settings.webhook
    return NoticesReply(
        kinds=settings.chosen,
        channels=list(service.channels),
        webhook=None if webhook is None else WebhookReply(webhook.url, webhook.form),
        push_devices=len(await service.devices(settings.guest)),
        language=settings.language,
    )
