"""Turns: answers, undo and hints."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Any, Final

from litestar import Response
from litestar.params import JSONBody

from smokestack.games import ui_of
from smokestack.presentation.language import tr
from smokestack.server.api.authentication import required_guest
from smokestack.server.api.bodies.fields import SeatInPath, TableId
from smokestack.server.api.bodies.tables import TableReply
from smokestack.server.api.bodies.turns import (
    AnswerBody,
    AutomaticBody,
    HintReply,
    HintsReply,
    UndoBody,
)
from smokestack.server.api.problems import problem_of
from smokestack.server.api.routes.table_changes import changed_table, table_change
from smokestack.server.api.serializers import serialize_table
from smokestack.server.domain.errors import InvalidAction, NotYourTurn, VersionConflict
from smokestack.server.domain.table import Table
from smokestack.server.domain.views import view_of
from smokestack.server.http.rate_limit import HINT
from smokestack.server.http.requests import HttpRequest, origin_of, service_of

TURN_PROBLEMS: Final = (
    "table-not-found",
    "forbidden",
    "not-your-turn",
    "version-conflict",
    "key-reused",
    "invalid-action",
)


@table_change("answers", "Answer the current decision", "turns", TURN_PROBLEMS, reply=TableReply)
async def answer(
    request: HttpRequest, table_id: TableId, data: JSONBody[AnswerBody]
) -> Response[Any]:
    """Repeating the request with the same key has no further effect; a different request with that
    key is declined. If the game has changed since `version`, the problem contains the current
    table."""
    guest = required_guest(request)
    work = service_of(request).turns.answer(
        table_id, guest, data.version, data.key, data.answer, data.seat
    )
    return await _respond(request, table_id, guest, work)


@table_change("undo", "Undo your last answer", "turns", TURN_PROBLEMS, reply=TableReply)
async def undo(request: HttpRequest, table_id: TableId, data: JSONBody[UndoBody]) -> Response[Any]:
    """Possible until something hidden was revealed or another player has answered."""
    guest = required_guest(request)
    work = service_of(request).turns.undo(table_id, guest, data.version, data.key)
    return await _respond(request, table_id, guest, work)


@table_change("seats/{seat:int}/automatic", "Choose what the server answers for you", "turns")
async def answer_automatically(
    request: HttpRequest, table_id: TableId, seat: SeatInPath, data: JSONBody[AutomaticBody]
) -> TableReply:
    """Has an effect from the next answer on."""
    return await changed_table(
        request,
        lambda service, guest: service.turns.answer_automatically(
            table_id, guest, seat, data.answers
        ),
    )


@table_change(
    "hint",
    "Get hints for your decision",
    "turns",
    ("table-not-found", "forbidden", "not-your-turn", "version-conflict", "invalid-action"),
    **HINT,
)
async def hint(request: HttpRequest, table_id: TableId) -> HintsReply:
    """Only if the table plays with hints, and only for the guest who must answer. The use of a
    hint is announced to everybody at the table. May take some seconds."""
    guest = required_guest(request)
    service = service_of(request)
    hints = await service.turns.hint(table_id, guest, origin_of(request))
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
