"""Finding a game: quick matches, and invitations by name."""

from __future__ import annotations

from litestar import get, post
from litestar.params import JSONBody

from smokestack.server.api.authentication import required_guest
from smokestack.server.api.bodies.fields import TableId
from smokestack.server.api.bodies.new_tables import QuickMatchBody
from smokestack.server.api.bodies.seats import InvitationAnswerBody
from smokestack.server.api.bodies.tables import TableReply, TableSummary
from smokestack.server.api.routes.table_changes import table_change
from smokestack.server.api.serializers import serialize_summary, serialize_table
from smokestack.server.http.requests import HttpRequest, origin_of, service_of


@post(
    "/quick-match",
    summary="Find a game",
    status_code=200,
    tags=["seats"],
    opt={"guest": "required", "problems": ("invalid-action", "too-many-requests")},
)
async def quick_match(request: HttpRequest, data: JSONBody[QuickMatchBody]) -> TableReply:
    """You get a seat at the open table that has waited longest for such a game, or open one. Its
    edition and number of players may be any."""
    guest = required_guest(request)
    service = service_of(request)
    table = await service.lobby.quick_match(
        guest, data.name, data.game, data.pace, data.rated, origin_of(request)
    )
    return serialize_table(service, table, guest)


@get(
    "/invitations",
    summary="List the tables to which you are invited by name",
    tags=["seats"],
    opt={"guest": "required"},
)
async def invitations(request: HttpRequest) -> list[TableSummary]:
    """Latest invitation first."""
    guest = required_guest(request)
    service = service_of(request)
    found = await service.invitations.tables_of(guest)
    ratings = await service.ratings.at_tables(found)
    return [serialize_summary(table, guest, ratings[table.id]) for table in found]


@table_change(
    "invitation",
    "Accept or decline an invitation by name",
    "seats",
    ("table-not-found", "forbidden", "invalid-action"),
)
async def answer_invitation(
    request: HttpRequest, table_id: TableId, data: JSONBody[InvitationAnswerBody]
) -> TableReply:
    guest = required_guest(request)
    service = service_of(request)
    if data.accept:
        table = await service.invitations.accept(table_id, guest, data.name)
    else:
        table = await service.find(table_id)
        await service.invitations.decline(table_id, guest)
    return serialize_table(service, table, guest)
