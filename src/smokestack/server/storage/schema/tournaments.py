"""Tournaments, their entrants and their pairings."""

from __future__ import annotations

from sqlalchemy import JSON, Boolean, Column, ForeignKey, Index, Integer, String, Table

from smokestack.server.storage.schema.columns import (
    EDITION,
    GAME,
    GUEST_ID,
    ORIGIN,
    PLAYER_NAME,
    TABLE_ID,
    UtcDateTime,
    key_number,
    metadata,
)

# Tournaments; see `domain/tournaments`. The games are ordinary tables.
tournaments = Table(
    "tournaments",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(60), nullable=False),
    Column("organiser", GUEST_ID, nullable=False),
    Column("game", GAME, nullable=False),
    Column("edition", EDITION, nullable=False),
    Column("table_size", Integer, nullable=False),
    Column("format", String(16), nullable=False),
    Column("rounds", Integer, nullable=False),
    Column("pace", JSON(none_as_null=True)),  # NULL without a clock
    Column("rated", Boolean, nullable=False),
    Column("hints", Boolean, nullable=False),
    Column("starts", UtcDateTime),  # NULL if the organiser starts it
    Column("max_entrants", Integer, nullable=False),
    Column("created", UtcDateTime, nullable=False),
    Column("address", ORIGIN, nullable=False),
    Column("network", ORIGIN, nullable=False),
    Column("status", String(16), nullable=False),
    Column("changed", UtcDateTime, nullable=False),
    Column("revision", Integer, nullable=False),  # also used for optimistic locking
    Column("last_number", Integer, nullable=False),  # of an entrant
    Column("drawn_order", JSON, nullable=False),  # numbers of the entrants
    Column("removed", JSON, nullable=False),  # guests
    Index(None, "organiser", "status"),
    Index(None, "status", "changed"),
)


def _of_tournament() -> Column[str]:
    return Column(
        "tournament_id",
        String(32),
        ForeignKey("tournaments.id", ondelete="CASCADE"),
        primary_key=True,
    )


tournament_entrants = Table(
    "tournament_entrants",
    metadata,
    _of_tournament(),
    key_number(),
    Column("guest", GUEST_ID, nullable=False, index=True),
    Column("name", PLAYER_NAME, nullable=False),
    Column("withdrawn", Boolean, nullable=False),
)

# Not bound to `tables`, which may be removed; the results remain.
tournament_pairings = Table(
    "tournament_pairings",
    metadata,
    _of_tournament(),
    key_number("round"),
    key_number(),
    Column("entrants", JSON, nullable=False),  # their numbers, by seat
    Column("table_id", TABLE_ID, nullable=False, index=True),
    Column("places", JSON(none_as_null=True)),  # NULL until the game is over
    Column("scores", JSON(none_as_null=True)),
)
