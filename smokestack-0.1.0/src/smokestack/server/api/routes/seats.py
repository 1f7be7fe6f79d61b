"""Seats: taking, leaving and returning to them, their private links, and votes for a bot."""

from __future__ import annotations

from typing import Final

from litestar import post
from litestar.params import JSONBody

from smokestack.server.api.authentication import optional_guest, required_guest
from smokestack.server.api.request_bodies import (
    BotVoteBody,
    ContributionBody,
    NameBody,
    SeatInPath,
    SeatTokenBody,
    TableId,
    TakeSeatBody,
)
from smokestack.server.api.response_bodies import InvitationReply, TableReply
from smokestack.server.api.serializers import serialize_summary, serialize_table
from smokestack.server.http.requests import HttpRequest, service_of

SEAT_OPTIONS: Final = {
    "guest": "required",
    "problems": (
        "table-not-found",
        "seat-not-found",
        "forbidden",
        "invalid-action",
        "too-many-requests",
    ),
}


@post(
    "/tables/{table_id:str}/join",
    summary="Take a seat at an open table",
    status_code=200,
    tags=["seats"],
    opt={
        "guest": "required",
        "problems": ("table-not-found", "invalid-action", "too-many-requests"),
    },
)
async def join(request: HttpRequest, table_id: TableId, data: JSONBody[NameBody]) -> TableReply:
    """Has no effect if you already have a seat there."""
    guest = required_guest(request)
    service = service_of(request)
    table, _ = await service.join(table_id, guest, data.name)
    return serialize_table(service, table, guest)


@post(
    "/invitations",
    summary="Get the table and seat of an invitation",
    status_code=200,
    tags=["seats"],
    opt={"guest": "optional", "problems": ("seat-not-found", "invitation-used")},
)
async def invitation(request: HttpRequest, data: JSONBody[SeatTokenBody]) -> InvitationReply:
    """Does not take the seat. The token is in the body, because URLs end up in logs."""
    guest = optional_guest(request)
    table, seat = await service_of(request).find_seat(data.seat_token, guest)
    return InvitationReply(serialize_summary(table, guest), seat, free=table.seats[seat].free)


@post(
    "/seats",
    summary="Take the seat of an invitation",
    status_code=200,
    tags=["seats"],
    opt={
        "guest": "required",
        "problems": ("seat-not-found", "invitation-used", "invalid-action", "too-many-requests"),
    },
)
async def take_seat(request: HttpRequest, data: JSONBody[TakeSeatBody]) -> TableReply:
    """A free seat becomes yours, and gets a new token: an invitation works once. With the new token
    its owner uses the seat on further devices, which is announced at the table."""
    guest = required_guest(request)
    service = service_of(request)
    table, seat = await service.take_seat(data.seat_token, guest, data.name)
    return serialize_table(service, table, guest, seat)


@post(
    "/tables/{table_id:str}/contribution",
    summary="Contribute to the deal for your seats",
    status_code=200,
    tags=["seats"],
    opt=SEAT_OPTIONS,
)
async def contribute(
    request: HttpRequest, table_id: TableId, data: JSONBody[ContributionBody]
) -> TableReply:
    """The cards follow from the server's secret and all contributions. The game starts when all
    seats are taken and have contributed. A contribution can't be changed."""
    guest = required_guest(request)
    service = service_of(request)
    return serialize_table(service, await service.contribute(table_id, guest, data.text), guest)


@post(
    "/tables/{table_id:str}/deal",
    summary="Start without those who have not contributed",
    status_code=200,
    tags=["seats"],
    opt=SEAT_OPTIONS,
)
async def deal_now(request: HttpRequest, table_id: TableId) -> TableReply:
    """Possible 30 seconds after the last seat was taken. Their contribution is `absent`."""
    guest = required_guest(request)
    service = service_of(request)
    return serialize_table(service, await service.deal_now(table_id, guest), guest)


@post(
    "/tables/{table_id:str}/seats/{seat:int}/resign",
    summary="Resign",
    status_code=200,
    tags=["seats"],
    opt=SEAT_OPTIONS,
)
async def resign(request: HttpRequest, table_id: TableId, seat: SeatInPath) -> TableReply:
    """The game ends if a single player remains. Before the start, the seat becomes free again."""
    guest = required_guest(request)
    service = service_of(request)
    return serialize_table(service, await service.resign(table_id, guest, seat), guest)


@post(
    "/tables/{table_id:str}/seats/{seat:int}/leave",
    summary="Leave a seat; the others may vote for a bot",
    status_code=200,
    tags=["seats"],
    opt=SEAT_OPTIONS,
)
async def leave(request: HttpRequest, table_id: TableId, seat: SeatInPath) -> TableReply:
    guest = required_guest(request)
    service = service_of(request)
    return serialize_table(service, await service.leave(table_id, guest, seat), guest)


@post(
    "/tables/{table_id:str}/seats/{seat:int}/return",
    summary="Return to your seat, also from a bot",
    status_code=200,
    tags=["seats"],
    opt=SEAT_OPTIONS,
)
async def return_to_seat(request: HttpRequest, table_id: TableId, seat: SeatInPath) -> TableReply:
    guest = required_guest(request)
    service = service_of(request)
    return serialize_table(service, await service.return_to_seat(table_id, guest, seat), guest)


@post(
    "/tables/{table_id:str}/seats/{seat:int}/renew-link",
    summary="Renew the private link of your seat",
    status_code=200,
    tags=["seats"],
    opt=SEAT_OPTIONS,
)
async def renew_link(request: HttpRequest, table_id: TableId, seat: SeatInPath) -> TableReply:
    """The seat gets a new token, and all other devices lose the seat. Only the guest who has taken
    the seat can do this."""
    guest = required_guest(request)
    service = service_of(request)
    return serialize_table(service, await service.renew_link(table_id, guest, seat), guest)


@post(
    "/tables/{table_id:str}/seats/{seat:int}/bot-vote",
    summary="Vote for a bot to take over an absent seat",
    status_code=200,
    tags=["seats"],
    opt=SEAT_OPTIONS,
)
async def vote_for_bot(
    request: HttpRequest,
    table_id: TableId,
    seat: SeatInPath,
    data: JSONBody[BotVoteBody],
) -> TableReply:
    """It takes over once all other present guests have voted for it."""
    guest = required_guest(request)
    service = service_of(request)
    table = await service.vote_for_bot(table_id, guest, seat, data.bot)
    return serialize_table(service, table, guest)
