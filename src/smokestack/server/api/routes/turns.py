"""Turns: answers, undo and hints."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Any, Final

from litestar import Response, post
from litestar.params import JSONBody

from smokestack.games import ui_of
from smokestack.presentation.language import tr
from smokestack.server.api.authentication import required_guest
from smokestack.server.api.problems import problem_of
from smokestack.server.api.request_bodies import (
    AnswerBody,
    AutomaticBody,
    SeatInPath,
    TableId,
    UndoBody,
)
from smokestack.server.api.response_bodies import HintReply, HintsReply, TableReply
from smokestack.server.api.routes.seats import SEAT_OPTIONS
from smokestack.server.api.serializers import serialize_table
from smokestack.server.domain.errors import InvalidAction, NotYourTurn, VersionConflict
from smokestack.server.domain.table import Table
from smokestack.server.domain.views import view_of
from smokestack.server.http.rate_limit import HINT
from smokestack.server.http.requests import HttpRequest, service_of

TURN_OPTIONS: Final = {
    "guest": "required",
    "reply": TableReply,
    "problems": (
        "table-not-found",
        "forbidden",
        "not-your-turn",
        "version-conflict",
        "key-reused",
        "invalid-action",
        "too-many-requests",
    ),
}


@post(
    "/tables/{table_id:str}/answers",
    summary="Answer the current decision",
    status_code=200,
    tags=["turns"],
    opt=TURN_OPTIONS,
)
async def answer(
    request: HttpRequest, table_id: TableId, data: JSONBody[AnswerBody]
) -> Response[Any]:
    """Repeating the request with the same key has no further effect; a different request with that
    key is declined. If the game has changed since `version`, the problem contains the current
    table."""
    guest = required_guest(request)
    work = service_of(request).answer(
        table_id, guest, data.version, data.key, data.answer, data.seat
    )
    return await _respond(request, table_id, guest, work)


@post(
    "/tables/{table_id:str}/undo",
    summary="Undo your last answer",
    status_code=200,
    tags=["turns"],
    opt=TURN_OPTIONS,
)
async def undo(request: HttpRequest, table_id: TableId, data: JSONBody[UndoBody]) -> Response[Any]:
    """Possible until something hidden was revealed or another player has answered."""
    guest = required_guest(request)
    work = service_of(request).undo(table_id, guest, data.version, data.key)
    return await _respond(request, table_id, guest, work)


@post(
    "/tables/{table_id:str}/seats/{seat:int}/automatic",
    summary="Choose what the server answers for you",
    status_code=200,
    tags=["turns"],
    opt=SEAT_OPTIONS,
)
async def answer_automatically(
    request: HttpRequest, table_id: TableId, seat: SeatInPath, data: JSONBody[AutomaticBody]
) -> TableReply:
    """Has an effect from the next answer on."""
    guest = required_guest(request)
    service = service_of(request)
    table = await service.answer_automatically(table_id, guest, seat, data.answers)
    return serialize_table(service, table, guest)


@post(
    "/tables/{table_id:str}/hint",
    summary="Get hints for your decision",
    status_code=200,
    tags=["turns"],
    opt={
        **HINT,
        "guest": "required",
        "problems": (
            "table-not-found",
            "forbidden",
            "not-your-turn",
            "version-conflict",
            "invalid-action",
            "too-many-requests",
        ),
    },
)
async def hint(request: HttpRequest, table_id: TableId) -> HintsReply:
    """Only if the table plays with hints, and only for the guest who must answer. The use of a
    hint is announced to everybody at the table. May take some seconds."""
    guest = required_guest(request)
    service = service_of(request)
    hints = await service.hint(table_id, guest)
    table = await service.find(table_id)
    seat = table.match.actor
    if seat is None:
        raise InvalidAction(tr("The game is over."))
    game = table.game
    choices = {choice.answer: choice for choice in ui_of(game).choices(view_of(table, seat))}
    return HintsReply(
        table.version,
        [
            HintReply(
                choices[hint.answer].notation,
                choices[hint.answer].label,
                hint.chance,
                hint.points,
                [game.to_text(answer) for answer in hint.line],
            )
            for hint in hints
            if hint.answer in choices
        ],
    )


async def _respond(
    request: HttpRequest, table_id: str, guest: str, work: Awaitable[Table]
) -> Response[Any]:
    """The table after the work; a conflict response also contains the current table."""
    service = service_of(request)
    try:
        table = await work
    except (VersionConflict, NotYourTurn) as error:
        current = await service.find(table_id)
        return problem_of(error, serialize_table(service, current, guest))
    return Response(serialize_table(service, table, guest))
