"""Live updates for programs: the same numbers that pages get."""

from __future__ import annotations

from litestar import get
from litestar.response import Stream

from smokestack.server.api.bodies import TableId
from smokestack.server.asking import Asked
from smokestack.server.routes.live import stream


@get(
    "/tables/{table_id:str}/events",
    summary="Hear of changes",
    tags=["tables"],
    opt={
        "media_type": "text/event-stream",
        "problems": ("no-such-table", "too-much"),
    },
)
async def events(request: Asked, table_id: TableId) -> Stream:
    """A stream of `news` events (server-sent events) whose data is the number of the table's
    latest news, at once and each time it grows; comments in between keep it alive. Numbers may be
    left out, never the newest. Get the table when the number is greater than its `news`."""
    return await stream(request, table_id)
