"""Seats: taking, leaving and returning to them, their private links, and votes for a bot."""

from __future__ import annotations

from litestar import post
from litestar.params import JSONBody

from smokestack.server.api.authentication import optional_guest, required_guest
from smokestack.server.api.bodies.fields import NameBody, SeatInPath, TableId
from smokestack.server.api.bodies.seats import (
    BotVoteBody,
    InvitationReply,
    SeatTokenBody,
    TakeSeatBody,
)
from smokestack.server.api.bodies.tables import TableReply
from smokestack.server.api.bodies.turns import ContributionBody
from smokestack.server.api.routes.table_changes import changed_table, table_change
from smokestack.server.api.serializers import serialize_summary, serialize_table
from smokestack.server.http.requests import HttpRequest, service_of


@table_change(
    "join", "Take a seat at an open table", "seats", ("table-not-found", "invalid-action")
)
async def join(request: HttpRequest, table_id: TableId, data: JSONBody[NameBody]) -> TableReply:
    """Has no effect if you already have a seat there."""
    guest = required_guest(request)
    service = service_of(request)
    table, _ = await service.seats.join(table_id, guest, data.name)
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
    table, seat = await service_of(request).seats.find(data.seat_token, guest)
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
    table, seat = await service.seats.take(data.seat_token, guest, data.name)
    return serialize_table(service, table, guest, seat)


@table_change("contribution", "Contribute to the deal for your seats", "seats")
async def contribute(
    request: HttpRequest, table_id: TableId, data: JSONBody[ContributionBody]
) -> TableReply:
    """The cards follow from the server's secret and all contributions. The game starts when all
    seats are taken and have contributed. A contribution can't be changed."""
    return await changed_table(
        request, lambda service, guest: service.deals.contribute(table_id, guest, data.text)
    )


@table_change("deal", "Start without those who have not contributed", "seats")
async def deal_now(request: HttpRequest, table_id: TableId) -> TableReply:
    """Possible 30 seconds after the last seat was taken. Their contribution is `absent`."""
    return await changed_table(
        request, lambda service, guest: service.deals.deal_now(table_id, guest)
    )


@table_change("seats/{seat:int}/resign", "Resign", "seats")
async def resign(request: HttpRequest, table_id: TableId, seat: SeatInPath) -> TableReply:
    """The game ends if a single player remains. Before the start, the seat becomes free again."""
    return await changed_table(
        request, lambda service, guest: service.seats.resign(table_id, guest, seat)
    )


@table_change("seats/{seat:int}/leave", "Leave a seat; the others may vote for a bot", "seats")
async def leave(request: HttpRequest, table_id: TableId, seat: SeatInPath) -> TableReply:
    return await changed_table(
        request, lambda service, guest: service.seats.leave(table_id, guest, seat)
    )


@table_change("seats/{seat:int}/return", "Return to your seat, also from a bot", "seats")
async def return_to_seat(request: HttpRequest, table_id: TableId, seat: SeatInPath) -> TableReply:
    return await changed_table(
        request, lambda service, guest: service.seats.return_to(table_id, guest, seat)
    )


@table_change("seats/{seat:int}/renew-link", "Renew the private link of your seat", "seats")
async def renew_link(request: HttpRequest, table_id: TableId, seat: SeatInPath) -> TableReply:
    """The seat gets a new token, and all other devices lose the seat. Only the guest who has taken
    the seat can do this."""
    return await changed_table(
        request, lambda service, guest: service.seats.renew_link(table_id, guest, seat)
    )


@table_change("seats/{seat:int}/bot-vote", "Vote for a bot to take over an absent seat", "seats")
async def vote_for_bot(
    request: HttpRequest,
    table_id: TableId,
    seat: SeatInPath,
    data: JSONBody[BotVoteBody],
) -> TableReply:
    """It takes over once all other present guests have voted for it."""
    return await changed_table(
        request, lambda service, guest: service.seats.vote_for_bot(table_id, guest, seat, data.bot)
    )
