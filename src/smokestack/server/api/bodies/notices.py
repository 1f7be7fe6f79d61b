"""Bodies about what people are told, and where."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from smokestack.server.api.bodies.fields import RequestBody


class WebhookReply(msgspec.Struct, frozen=True):
    """Where notices are sent to."""

    url: str
    form: str


class NoticesReply(msgspec.Struct, frozen=True):
    """What you are told, and where."""

    kinds: Annotated[dict[str, list[str]], Meta(description="The channels of each kind.")]
    channels: Annotated[list[str], Meta(description="The channels that this server has.")]
    webhook: WebhookReply | None
    push_devices: Annotated[int, Meta(description="The number of browsers with push messages.")]
    language: Annotated[str, Meta(description="The language of your notices.")]


NoticeChannel = Literal["push", "mail", "webhook"]


class WebhookBody(RequestBody, frozen=True):
    """Where notices are sent to."""

    url: Annotated[
        str,
        Meta(
            min_length=1,
            max_length=500,
            description="An https address on the internet. Redirects are not followed.",
            examples=["https://example.org/notices"],
        ),
    ]
    form: Annotated[
        Literal["json", "discord", "slack"],
        Meta(
            description="`json`: an object with `kind`, `table`, `title`, `text`, `link` and `at`. "
            "`discord`, `slack`: what the incoming webhooks of these services expect."
        ),
    ] = "json"


class NoticesBody(RequestBody, frozen=True):
    """What you want to be told, and where."""

    kinds: Annotated[
        dict[str, Annotated[list[NoticeChannel], Meta(max_length=3)]],
        Meta(
            description="The channels of each kind (`your-turn`, `game-begun`, `game-over`, "
            "`invitation`, `clock`, `chat`, `absence`); none for a kind that is left out.",
        ),
    ] = msgspec.field(default_factory=dict)
    webhook: WebhookBody | None = None
