"""What guests do at a table: answers, talk, seats."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Any, Final

from litestar import Response, post
from litestar.params import JSONBody

from smokestack.server.api.bodies import (
    AnswerBody,
    ChatBody,
    NameBody,
    SeatInPath,
    SeatTokenBody,
    StandInBody,
    TableId,
    TakeSeatBody,
    UndoBody,
)
from smokestack.server.api.caller import caller, known_caller
from smokestack.server.api.problems import problem_of
from smokestack.server.api.replies import ChatReply, InvitationReply, TableReply
from smokestack.server.api.telling import tell_chat, tell_summary, tell_table
from smokestack.server.asking import Asked, house_of
from smokestack.server.errors import NotYourTurn, Stale
from smokestack.server.table import Table

ON_SEATS: Final = {
    "guest": "needed",
    "problems": ("no-such-table", "no-such-seat", "not-your-seat", "not-possible", "too-much"),
}
IN_TURN: Final = {
    "guest": "needed",
    "reply": TableReply,
    "problems": (
        "no-such-table",
        "not-your-seat",
        "not-your-turn",
        "stale",
        "not-possible",
        "too-much",
    ),
}


@post(
    "/tables/{table_id:str}/answers",
    summary="Answer the standing question",
    status_code=200,
    tags=["playing"],
    opt=IN_TURN,
)
async def answer(request: Asked, table_id: TableId, data: JSONBody[AnswerBody]) -> Response[Any]:
    """Played once however often it is sent. If the game has moved on, the problem holds the table
    as it stands."""
    guest = known_caller(request)
    work = house_of(request).answer(table_id, guest, data.version, data.key, data.answer, data.seat)
    return await _in_turn(request, table_id, guest, work)


@post(
    "/tables/{table_id:str}/undo",
    summary="Take your last answer back",
    status_code=200,
    tags=["playing"],
    opt=IN_TURN,
)
async def undo(request: Asked, table_id: TableId, data: JSONBody[UndoBody]) -> Response[Any]:
    """Possible until something hidden came to light or somebody else has answered."""
    guest = known_caller(request)
    work = house_of(request).undo(table_id, guest, data.version, data.key)
    return await _in_turn(request, table_id, guest, work)


@post(
    "/tables/{table_id:str}/chat",
    summary="Say something",
    status_code=200,
    tags=["playing"],
    opt={"guest": "needed", "problems": ("no-such-table", "not-possible", "too-much")},
)
async def say(request: Asked, table_id: TableId, data: JSONBody[ChatBody]) -> ChatReply:
    guest = known_caller(request)
    return tell_chat(await house_of(request).say(table_id, guest, data.name, data.text))


@post(
    "/tables/{table_id:str}/join",
    summary="Take a seat at an open table",
    status_code=200,
    tags=["seats"],
    opt={"guest": "needed", "problems": ("no-such-table", "not-possible", "too-much")},
)
async def join(request: Asked, table_id: TableId, data: JSONBody[NameBody]) -> TableReply:
    """If you have one, it stays yours and nothing changes."""
    guest = known_caller(request)
    house = house_of(request)
    found, _ = await house.join(table_id, guest, data.name)
    return tell_table(house, found, guest)


@post(
    "/invitations",
    summary="Look at an invitation",
    status_code=200,
    tags=["seats"],
    opt={"guest": "welcome", "problems": ("no-such-seat",)},
)
async def invitation(request: Asked, data: JSONBody[SeatTokenBody]) -> InvitationReply:
    """Takes nothing. The token travels in the body, since addresses end up in logs."""
    found, seat = await house_of(request).seat_by_token(data.seat_token)
    return InvitationReply(tell_summary(found, caller(request)), seat, free=found.seats[seat].free)


@post(
    "/seats",
    summary="Take the seat of an invitation",
    status_code=200,
    tags=["seats"],
    opt={"guest": "needed", "problems": ("no-such-seat", "not-possible", "too-much")},
)
async def take_seat(request: Asked, data: JSONBody[TakeSeatBody]) -> TableReply:
    """A free seat becomes yours. One that somebody has moves to you, with its name: that is how
    people take their seat along to another device."""
    guest = known_caller(request)
    house = house_of(request)
    found, seat = await house.take_seat(data.seat_token, guest, data.name)
    return tell_table(house, found, guest, seat)


@post(
    "/tables/{table_id:str}/seats/{seat:int}/resign",
    summary="Give up",
    status_code=200,
    tags=["seats"],
    opt=ON_SEATS,
)
async def resign(request: Asked, table_id: TableId, seat: SeatInPath) -> TableReply:
    """The game ends if that leaves a single player. Before it has begun, the seat is free again."""
    guest = known_caller(request)
    return await _on_seat(request, guest, house_of(request).resign(table_id, guest, seat))


@post(
    "/tables/{table_id:str}/seats/{seat:int}/leave",
    summary="Leave a seat to a bot, if the others want one",
    status_code=200,
    tags=["seats"],
    opt=ON_SEATS,
)
async def leave(request: Asked, table_id: TableId, seat: SeatInPath) -> TableReply:
    guest = known_caller(request)
    return await _on_seat(request, guest, house_of(request).leave(table_id, guest, seat))


@post(
    "/tables/{table_id:str}/seats/{seat:int}/return",
    summary="Take your seat back, from a bot too",
    status_code=200,
    tags=["seats"],
    opt=ON_SEATS,
)
async def come_back(request: Asked, table_id: TableId, seat: SeatInPath) -> TableReply:
    guest = known_caller(request)
    return await _on_seat(request, guest, house_of(request).come_back(table_id, guest, seat))


@post(
    "/tables/{table_id:str}/seats/{seat:int}/agree",
    summary="Want a bot for a deserted seat",
    status_code=200,
    tags=["seats"],
    opt=ON_SEATS,
)
async def agree(
    request: Asked,
    table_id: TableId,
    seat: SeatInPath,
    data: JSONBody[StandInBody],
) -> TableReply:
    """It plays once all others who are there want it."""
    guest = known_caller(request)
    work = house_of(request).agree(table_id, guest, seat, data.bot)
    return await _on_seat(request, guest, work)


async def _on_seat(request: Asked, guest: str, work: Awaitable[Table]) -> TableReply:
    return tell_table(house_of(request), await work, guest)


async def _in_turn(
    request: Asked, table_id: str, guest: str, work: Awaitable[Table]
) -> Response[Any]:
    """Whoever comes too late is shown how the table stands."""
    house = house_of(request)
    try:
        found = await work
    except (Stale, NotYourTurn) as error:
        now = await house.find(table_id)
        return problem_of(error, tell_table(house, now, guest))
    return Response(tell_table(house, found, guest))
