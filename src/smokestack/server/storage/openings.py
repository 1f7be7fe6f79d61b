"""The openings of this server's finished games, added up; see `analysis/openings.py`.

Nothing here tells from which table a count comes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from sqlalchemy import Connection, and_, select
from sqlalchemy.dialects import postgresql, sqlite

from smokestack.analysis.openings import SEPARATOR, Count
from smokestack.server.domain.table import OVER
from smokestack.server.storage.insert_if_new import insert_if_new
from smokestack.server.storage.schema import opening_counts, opening_games, tables

OPENINGS_JOB: Final = "openings"
ALL_TABLES: Final = "all"
"""The key of the job for games that ended before openings were counted; migration 0022 adds it."""


def add(
    connection: Connection, table_id: str, game: str, kind: str, counts: Mapping[str, Count]
) -> None:
    """Add what one game counts, unless it was counted before."""
    marking = insert_if_new(connection, opening_games).values(table_id=table_id)
    if connection.execute(marking.returning(opening_games.c.table_id)).first() is None:
        return
    for line, count in sorted(counts.items()):  # in one order, so that no two processes block
        parent, _, move = line.rpartition(SEPARATOR)
        _add_count(connection, game, kind, parent, move, count)


def find(connection: Connection, game: str, kind: str, parent: str) -> dict[str, Count]:
    """The moves that were chosen after a line."""
    columns = opening_counts.c
    query = select(columns.move, columns.games, columns.wins, columns.points).where(
        and_(columns.game == game, columns.kind == kind, columns.parent == parent)
    )
    return {row.move: Count(row.games, row.wins, row.points) for row in connection.execute(query)}


def kinds(connection: Connection) -> set[tuple[str, str]]:
    """The games and kinds of tables of which anything was counted."""
    query = select(opening_counts.c.game, opening_counts.c.kind).distinct()
    return {(row.game, row.kind) for row in connection.execute(query)}


def not_counted(connection: Connection, after: str, limit: int) -> list[str]:
    """The ids of games that were played to their end and not counted, in order of their ids."""
    counted = select(opening_games.c.table_id).where(opening_games.c.table_id == tables.c.id)
    query = (
        select(tables.c.id)
        .where(tables.c.status == OVER, tables.c.id > after, ~counted.exists())
        .order_by(tables.c.id)
        .limit(limit)
    )
    return list(connection.execute(query).scalars())


def _add_count(
    connection: Connection, game: str, kind: str, parent: str, move: str, count: Count
) -> None:
    insert = sqlite.insert if connection.dialect.name == "sqlite" else postgresql.insert
    adding = insert(opening_counts).values(
        game=game,
        kind=kind,
        parent=parent,
        move=move,
        games=count.games,
        wins=count.wins,
        points=count.points,
    )
    columns = opening_counts.c
    connection.execute(
        adding.on_conflict_do_update(
            index_elements=["game", "kind", "parent", "move"],
            set_={
                "games": columns.games + adding.excluded.games,
                "wins": columns.wins + adding.excluded.wins,
                "points": columns.points + adding.excluded.points,
            },
        )
    )
