"""Puzzles and openings."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Float, Integer, String, Table

from smokestack.server.storage.schema.columns import (
    GAME,
    GUEST_ID,
    UtcDateTime,
    metadata,
    of_table,
    rating,
)

# The first try of each person at each puzzle; see `domain/puzzles.py`. The puzzles themselves are
# files.
puzzle_tries = Table(
    "puzzle_tries",
    metadata,
    Column("guest", GUEST_ID, primary_key=True),
    Column("puzzle", String(16), primary_key=True),
    Column("game", GAME, nullable=False),
    Column("solved", Boolean, nullable=False),
    Column("at", UtcDateTime, nullable=False),
)

puzzle_standings = Table(
    "puzzle_standings",
    metadata,
    Column("guest", GUEST_ID, primary_key=True),
    Column("game", GAME, primary_key=True),
    *rating(),  # its games are the puzzles tried, its wins those solved at the first try
    Column("streak", Integer, nullable=False),
    Column("best_streak", Integer, nullable=False),
)

# The ratings of puzzles that somebody has tried.
puzzle_ratings = Table(
    "puzzle_ratings",
    metadata,
    Column("puzzle", String(16), primary_key=True),
    *rating(),
)

# How often moves were chosen in the openings of finished games, and how these games ended. Not
# bound to tables, so that nothing tells where a count comes from.
opening_counts = Table(
    "opening_counts",
    metadata,
    Column("game", GAME, primary_key=True),
    Column("kind", String(60), primary_key=True),  # edition and number of players
    Column("parent", String(240), primary_key=True),  # the moves before
    Column("move", String(80), primary_key=True),
    Column("games", Integer, nullable=False),
    Column("wins", Float, nullable=False),
    Column("points", BigInteger, nullable=False),
)

# The games whose openings were counted.
opening_games = Table("opening_games", metadata, of_table())
