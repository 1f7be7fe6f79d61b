"""What a finished game means for its tournament."""

from __future__ import annotations

from smokestack.server.domain import ratings
from smokestack.server.domain.table import OVER, RESIGNED, Table
from smokestack.server.domain.tournaments.points import GONE


def places_of(table: Table) -> tuple[int, ...]:
    """The place of each seat, `GONE` for those who left, resigned or ran out of time.

    If the operator has closed the table, all share the first place.
    """
    if table.status not in (OVER, RESIGNED):
        return (1,) * len(table.seats)
    found = ratings.places(table)
    if found is None:  # everybody has gone
        return (GONE,) * len(table.seats)
    gone = ratings.gone(table)
    return tuple(
        GONE if seat.number in gone else place
        for seat, place in zip(table.seats, found, strict=True)
    )


def scores_of(table: Table) -> tuple[int, ...] | None:
    """The points of a game that was played to its end."""
    if table.status != OVER or table.dealt is None or table.dealt.result is None:
        return None
    return tuple(table.dealt.result.scores)
