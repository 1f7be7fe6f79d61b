"""What requests share that change a table and return it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Final

from litestar import post

from smokestack.server.api.authentication import required_guest
from smokestack.server.api.bodies.tables import TableReply
from smokestack.server.api.serializers import serialize_table
from smokestack.server.domain.table import Table
from smokestack.server.http.requests import HttpRequest, service_of
from smokestack.server.service.table_service import TableService

PROBLEMS: Final = ("table-not-found", "seat-not-found", "forbidden", "invalid-action")
"""Of requests that concern a seat of the guest."""


def table_change(
    path: str, summary: str, tag: str, problems: tuple[str, ...] = PROBLEMS, **options: Any
) -> post:
    """Declare a POST request of a guest, at a path below that of a table."""
    return post(
        f"/tables/{{table_id:str}}/{path}",
        summary=summary,
        status_code=200,
        tags=[tag],
        opt={"guest": "required", "problems": (*problems, "too-many-requests"), **options},
    )


async def changed_table(
    request: HttpRequest, use_case: Callable[[TableService, str], Awaitable[Table]]
) -> TableReply:
    """The table that a use case of the guest who sent the request returns."""
    guest = required_guest(request)
    service = service_of(request)
    return serialize_table(service, await use_case(service, guest), guest)
