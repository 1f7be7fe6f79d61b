"""Tables: lists, creation, state, log and chat, and the results of finished games."""

from __future__ import annotations

from litestar import MediaType, Response, get, post
from litestar.params import JSONBody

from smokestack.engine.record import Record
from smokestack.games import ui_of
from smokestack.presentation.language import tr
from smokestack.server.api.authentication import optional_guest, required_guest
from smokestack.server.api.bodies.analyses import ScoreLineReply, ScoreReply
from smokestack.server.api.bodies.chat import ChatReply
from smokestack.server.api.bodies.fields import FirstEntry, SeatInQuery, TableId
from smokestack.server.api.bodies.log import LogReply
from smokestack.server.api.bodies.new_tables import NewTableBody, PlayOnBody
from smokestack.server.api.bodies.tables import TableReply, TableSummary
from smokestack.server.api.paces import read_pace
from smokestack.server.api.routes.table_changes import changed_table
from smokestack.server.api.serializers import (
    serialize_chat,
    serialize_log,
    serialize_summary,
    serialize_table,
)
from smokestack.server.domain.creation import main_edition
from smokestack.server.domain.errors import InvalidAction
from smokestack.server.domain.table import NewTable, Table
from smokestack.server.http.requests import HttpRequest, event_logs_of, origin_of, service_of


@get(
    "/tables",
    summary="List your tables",
    tags=["tables"],
    opt={"guest": "required"},
)
async def my_tables(request: HttpRequest, first: FirstEntry = 1) -> list[TableSummary]:
    """The tables where you have a seat or are the host: your turns first, then other unfinished
    games, then finished ones; of each the latest change first. At most 50, from number `first` on.
    """
    guest = required_guest(request)
    return [
        serialize_summary(table, guest)
        for table in await service_of(request).lobby.tables_of(guest, first - 1)
    ]


@get(
    "/open-tables",
    summary="List the tables that anyone may join",
    tags=["tables"],
    opt={"guest": "optional"},
)
async def open_tables(request: HttpRequest) -> list[TableSummary]:
    """Newest first, one of each host; at most 50."""
    guest = optional_guest(request)
    service = service_of(request)
    found = await service.lobby.open_tables()
    ratings = await service.ratings.at_tables(found)
    return [serialize_summary(table, guest, ratings[table.id]) for table in found]


@post(
    "/tables",
    summary="Create a table",
    tags=["tables"],
    opt={"guest": "required", "problems": ("invalid-action", "too-many-requests")},
)
async def create(request: HttpRequest, data: JSONBody[NewTableBody]) -> TableReply:
    """The table is committed to its deal. The cards are dealt and the game starts when all seats
    are taken and every person has contributed to the deal; with bots alone it starts at once."""
    guest = required_guest(request)
    main = main_edition(data.game)
    plan = NewTable(
        game=data.game,
        edition=data.edition or main,
        options=data.options,
        seats=data.seats,
        name=data.name,
        first=data.first,
        open=data.open,
        hints=data.hints,
        absence_minutes=data.absence_minutes,
        pace=read_pace(data.pace),
        rated=data.rated,
    )
    service = service_of(request)
    table = await service.creation.create(guest, plan, origin_of(request))
    return serialize_table(service, table, guest)


@get(
    "/tables/{table_id:str}",
    summary="Get a table",
    tags=["tables"],
    opt={"guest": "optional", "problems": ("table-not-found", "seat-not-found", "forbidden")},
)
async def table(request: HttpRequest, table_id: TableId, seat: SeatInQuery = None) -> TableReply:
    """As `seat` sees it, which must be yours while the game runs. Without it: your seat that must
    answer, else your first seat, else what spectators see."""
    service = service_of(request)
    guest = optional_guest(request)
    return serialize_table(service, await service.find(table_id), guest, seat)


@get(
    "/tables/{table_id:str}/log",
    summary="Get the log of a table",
    tags=["tables"],
    opt={"problems": ("table-not-found",)},
)
async def log(request: HttpRequest, table_id: TableId, first: FirstEntry = 1) -> LogReply:
    """As spectators see it, in the language of `Accept-Language`."""
    found = await service_of(request).find(table_id)
    return serialize_log(event_logs_of(request), found, first)


@get(
    "/tables/{table_id:str}/chat",
    summary="Get the chat of a table",
    tags=["tables"],
    opt={"guest": "optional", "problems": ("table-not-found",)},
)
async def chat(request: HttpRequest, table_id: TableId) -> ChatReply:
    guest = optional_guest(request)
    return serialize_chat(await service_of(request).find(table_id), guest)


@get(
    "/tables/{table_id:str}/record",
    summary="Get the record of a finished game",
    tags=["tables"],
    opt={"problems": ("table-not-found", "invalid-action"), "reply": Record},
)
async def record(request: HttpRequest, table_id: TableId) -> Response[bytes]:
    """All answers in notation, and the secret of the deal. Not available while the game, or another
    that continues it, is running, because it would reveal what is hidden."""
    found = await service_of(request).deals.record(table_id)
    return Response(found.to_json().encode(), media_type=MediaType.JSON)


@get(
    "/tables/{table_id:str}/score",
    summary="Get the score of a finished game, line by line",
    tags=["tables"],
    opt={"problems": ("table-not-found", "invalid-action")},
)
async def score(request: HttpRequest, table_id: TableId) -> ScoreReply:
    found = await _finished(request, table_id)
    lines = [
        ScoreLineReply(line.seat, line.item, line.points, line.bonus, line.text)
        for line in ui_of(found.game).score_sheet(found.match)
    ]
    return ScoreReply(found.match.result, lines)


@post(
    "/tables/{table_id:str}/rematch",
    summary="Create a rematch with the same players",
    tags=["tables"],
    opt={
        "guest": "required",
        "problems": ("table-not-found", "forbidden", "invalid-action", "too-many-requests"),
    },
)
async def rematch(request: HttpRequest, table_id: TableId) -> TableReply:
    """All players move up by one seat. The first request creates the table, others return it."""
    return await changed_table(
        request,
        lambda service, guest: service.creation.rematch(table_id, guest, origin_of(request)),
    )


@post(
    "/tables/{table_id:str}/play-on",
    summary="Continue a finished game against bots",
    tags=["tables"],
    opt={
        "guest": "required",
        "problems": ("table-not-found", "seat-not-found", "invalid-action", "too-many-requests"),
    },
)
async def play_on(
    request: HttpRequest, table_id: TableId, data: JSONBody[PlayOnBody]
) -> TableReply:
    return await changed_table(
        request,
        lambda service, guest: service.creation.play_on(
            table_id, data.after, guest, data.seat, data.bot, data.name, origin_of(request)
        ),
    )


async def _finished(request: HttpRequest, table_id: str) -> Table:
    found = await service_of(request).find(table_id)
    if not found.finished:
        raise InvalidAction(tr("You can see this when the game is over."))
    return found
