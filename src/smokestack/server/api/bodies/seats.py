"""Bodies about taking seats and giving them away."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from smokestack.server.api.bodies.fields import Bot, Name, RequestBody, SeatToken
from smokestack.server.api.bodies.tables import TableSummary


class InvitationReply(msgspec.Struct, frozen=True):
    """The seat that an invitation is for."""

    table: TableSummary
    seat: Annotated[int, Meta(description="The seat of the token.")]
    free: Annotated[
        bool, Meta(description="False if it is taken; taking it then adds a device to it.")
    ]


class SeatTokenBody(RequestBody, frozen=True):
    """The token of an invitation."""

    seat_token: SeatToken


class TakeSeatBody(RequestBody, frozen=True):
    """The token of a seat to take, and your name."""

    seat_token: SeatToken
    name: Name


class BotBody(RequestBody, frozen=True):
    """A bot for a free seat."""

    bot: Bot


class InvitationAnswerBody(RequestBody, frozen=True):
    """Whether you accept an invitation, and the name that others see."""

    accept: bool
    name: Name


class BotVoteBody(RequestBody, frozen=True):
    """The bot that should take over an absent seat."""

    bot: Bot
