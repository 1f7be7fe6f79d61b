"""Reports in the database: added by the server, read by the operator."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec
from sqlalchemy import Connection, func, insert, select, update

from smokestack.server.domain.reports import Report
from smokestack.server.storage.schema import reports

MAX_UNRESOLVED_OF_GUEST: Final = 20
MAX_UNRESOLVED_OF_TABLE: Final = 100
MAX_UNRESOLVED: Final = 10_000


class StoredReport(Report, frozen=True):
    """A report as the operator sees it."""

    id: int
    resolved: bool


def add(connection: Connection, report: Report) -> bool:
    """Store a report; returns False if too many wait for the operator already."""
    unresolved = reports.c.resolved.is_(False)
    for limit, condition in (
        (MAX_UNRESOLVED_OF_GUEST, reports.c.reporter == report.reporter),
        (MAX_UNRESOLVED_OF_TABLE, reports.c.table_id == report.table_id),
        (MAX_UNRESOLVED, unresolved),
    ):
        query = select(func.count()).select_from(reports).where(unresolved, condition)
        if connection.execute(query).scalar_one() >= limit:
            return False
    connection.execute(insert(reports), {**msgspec.structs.asdict(report), "resolved": False})
    return True


def find(connection: Connection, limit: int, with_resolved: bool = False) -> list[StoredReport]:
    """Reports, the oldest first."""
    query = select(reports).order_by(reports.c.id).limit(limit)
    if not with_resolved:
        query = query.where(reports.c.resolved.is_(False))
    return [StoredReport(**row._mapping) for row in connection.execute(query)]


def resolve(connection: Connection, ids: Sequence[int]) -> int:
    """Mark reports as resolved; returns how many were not yet."""
    query = update(reports).where(reports.c.id.in_(ids), reports.c.resolved.is_(False))
    return connection.execute(query.values(resolved=True)).rowcount
