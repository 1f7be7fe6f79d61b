"""Live updates of a table."""

from __future__ import annotations

from litestar import get
from litestar.response import Stream

from smokestack.server.api.bodies.fields import TableId
from smokestack.server.http.event_stream import event_stream
from smokestack.server.http.requests import HttpRequest


@get(
    "/tables/{table_id:str}/events",
    summary="Stream the changes of a table",
    tags=["tables"],
    opt={
        "media_type": "text/event-stream",
        "problems": ("table-not-found", "too-many-requests"),
    },
)
async def events(request: HttpRequest, table_id: TableId) -> Stream:
    """Server-sent events named `revision`, whose data is the revision of the table: the current
    one at once, then each new one. An event named `heartbeat` comes after two seconds without
    another one. Revisions may be skipped, but never the latest. Get the table when the number is
    greater than its `revision`."""
    return await event_stream(request, table_id)
