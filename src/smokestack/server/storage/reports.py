"""Reports in the database: added by the server, read by the operator."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

import msgspec
from sqlalchemy import Connection, and_, func, insert, select, update

from smokestack.server.domain.reports import Report
from smokestack.server.storage.schema import reports

MAX_UNRESOLVED_OF_GUEST: Final = 20
MAX_UNRESOLVED_OF_SPECTATORS: Final = 20  # of a table together
MAX_UNRESOLVED: Final = 10_000
RESERVED_FOR_PLAYERS: Final = 2_000  # of these


class StoredReport(Report, frozen=True):
    """A report as the operator sees it."""

    id: int
    resolved: bool


def add(connection: Connection, report: Report, players: Collection[str]) -> bool:
    """Store a report; returns False if too many wait for the operator already.

    Spectators, who can be as many guests as they like, don't use up what the players may report.
    """
    unresolved = reports.c.resolved.is_(False)
    limits = [(MAX_UNRESOLVED_OF_GUEST, reports.c.reporter == report.reporter)]
    if report.reporter in players:
        limits.append((MAX_UNRESOLVED, unresolved))
    else:
        of_table = reports.c.table_id == report.table_id
        of_spectators = and_(of_table, reports.c.reporter.not_in(players))
        limits.append((MAX_UNRESOLVED_OF_SPECTATORS, of_spectators))
        limits.append((MAX_UNRESOLVED - RESERVED_FOR_PLAYERS, unresolved))
    for limit, condition in limits:
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
