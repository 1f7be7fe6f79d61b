"""All that is below `/api/v1`."""

from __future__ import annotations

from typing import Final

from litestar import Router
from litestar.datastructures import ResponseHeader
from litestar.handlers import HTTPRouteHandler

from smokestack.server.api import games, live, playing, tables
from smokestack.server.api.document import document_handler

PATH: Final = "/api/v1"
HANDLERS: Final[list[HTTPRouteHandler]] = [
    games.games,
    games.bots,
    games.new_guest,
    games.problem_description,
    tables.my_tables,
    tables.open_tables,
    tables.create,
    tables.table,
    tables.log,
    tables.chat,
    tables.hint,
    tables.record,
    tables.score,
    tables.rematch,
    tables.play_on,
    live.events,
    playing.answer,
    playing.undo,
    playing.say,
    playing.join,
    playing.invitation,
    playing.take_seat,
    playing.resign,
    playing.leave,
    playing.come_back,
    playing.agree,
]


def api() -> Router:
    """Without cookies there is nothing that another site could forge."""
    return Router(
        path=PATH,
        route_handlers=[*HANDLERS, document_handler(HANDLERS, PATH)],
        opt={"exclude_from_csrf": True},
        response_headers=[ResponseHeader(name="cache-control", value="no-store")],
    )
