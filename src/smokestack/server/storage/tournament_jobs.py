"""The durable jobs of tournaments: the start, the deal of a table, and the end of a game.

The job for the end of a game has the id of its table as key. With that of the tournament, two games
that end at the same time would both insert it.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Final

from sqlalchemy import Connection, select

from smokestack.server.domain.table import Table
from smokestack.server.storage import jobs
from smokestack.server.storage.schema import tables, tournament_pairings

START_JOB: Final = "tournament-start"
DEAL_JOB: Final = "tournament-deal"
RESULT_JOB: Final = "tournament-result"


def save(connection: Connection, before: Table, after: Table) -> None:
    """Schedule the job for the result of a game, in the transaction that ends the game."""
    if after.tournament and after.finished and not before.finished:
        data = {"version": after.version}
        jobs.schedule(connection, RESULT_JOB, after.id, after.changed, data)


def note_removed(connection: Connection, table_ids: Collection[str], now: datetime) -> None:
    """The operator removes tables; tournaments must not wait for their results."""
    query = (
        select(tables.c.id)
        .join(tournament_pairings, tournament_pairings.c.table_id == tables.c.id)
        .where(tables.c.id.in_(table_ids), tournament_pairings.c.places.is_(None))
    )
    for table_id in connection.execute(query).scalars().all():
        jobs.schedule(connection, RESULT_JOB, table_id, now, {})
