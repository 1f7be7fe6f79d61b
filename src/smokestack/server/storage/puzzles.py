"""The tries of people at puzzles, and the ratings that follow, in the database."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, delete, select, update

from smokestack.server.domain.puzzles import PuzzleStanding, TryResult, after_try
from smokestack.server.domain.ratings import Rating
from smokestack.server.storage.insert_if_new import insert_if_new
from smokestack.server.storage.schema import puzzle_ratings, puzzle_standings, puzzle_tries


def standing(connection: Connection, guest: str, game: str) -> PuzzleStanding:
    query = select(puzzle_standings).where(
        puzzle_standings.c.guest == guest, puzzle_standings.c.game == game
    )
    row = connection.execute(query).first()
    return PuzzleStanding() if row is None else _standing(row)


def standings(connection: Connection, guest: str) -> dict[str, PuzzleStanding]:
    """By game."""
    query = select(puzzle_standings).where(puzzle_standings.c.guest == guest)
    return {row.game: _standing(row) for row in connection.execute(query)}


def tried(connection: Connection, guest: str, game: str) -> dict[str, bool]:
    """The puzzles of a game that a person has tried, and whether the first try solved them."""
    query = select(puzzle_tries.c.puzzle, puzzle_tries.c.solved).where(
        puzzle_tries.c.guest == guest, puzzle_tries.c.game == game
    )
    return {row.puzzle: row.solved for row in connection.execute(query)}


def ratings(connection: Connection, puzzles: Collection[str]) -> dict[str, Rating]:
    """The ratings of those of the puzzles that somebody has tried."""
    query = select(puzzle_ratings).where(puzzle_ratings.c.puzzle.in_(puzzles))
    return {row.puzzle: _rating(row) for row in connection.execute(query)}


def add_try(
    connection: Connection,
    guest: str,
    game: str,
    puzzle: str,
    first_rating: Rating,
    solved: bool,
    now: datetime,
) -> TryResult:
    """Store a try; ratings change if it is the first of this person at this puzzle."""
    new = insert_if_new(connection, puzzle_tries).values(
        guest=guest, puzzle=puzzle, game=game, solved=solved, at=now
    )
    # PostgreSQL does not count the rows of such a statement.
    counted = connection.execute(new.returning(puzzle_tries.c.puzzle)).first() is not None
    rated = _locked_rating(connection, puzzle, first_rating)
    before = _locked_standing(connection, guest, game)
    if not counted:
        return TryResult(False, before, before, rated)
    after, rated = after_try(before, rated, solved)
    connection.execute(
        update(puzzle_standings)
        .where(puzzle_standings.c.guest == guest, puzzle_standings.c.game == game)
        .values(_standing_values(after))
    )
    connection.execute(
        update(puzzle_ratings)
        .where(puzzle_ratings.c.puzzle == puzzle)
        .values(msgspec.structs.asdict(rated))
    )
    return TryResult(True, before, after, rated)


def exported(connection: Connection, guest: str) -> list[dict[str, Any]]:
    """Everything that is stored about the puzzles of a person."""
    query = (
        select(puzzle_tries.c.puzzle, puzzle_tries.c.game, puzzle_tries.c.solved, puzzle_tries.c.at)
        .where(puzzle_tries.c.guest == guest)
        .order_by(puzzle_tries.c.at, puzzle_tries.c.puzzle)
    )
    return [dict(row._mapping) for row in connection.execute(query)]


def remove(connection: Connection, guest: str) -> None:
    """Forget the puzzles of an account that is deleted; the ratings of the puzzles stay."""
    connection.execute(delete(puzzle_tries).where(puzzle_tries.c.guest == guest))
    connection.execute(delete(puzzle_standings).where(puzzle_standings.c.guest == guest))


def _locked_rating(connection: Connection, puzzle: str, first: Rating) -> Rating:
    """The rating of a puzzle, which no other transaction changes until the end of this one."""
    values = {"puzzle": puzzle, **msgspec.structs.asdict(first)}
    connection.execute(insert_if_new(connection, puzzle_ratings).values(values))
    query = select(puzzle_ratings).where(puzzle_ratings.c.puzzle == puzzle).with_for_update()
    return _rating(connection.execute(query).one())


def _locked_standing(connection: Connection, guest: str, game: str) -> PuzzleStanding:
    values = {"guest": guest, "game": game, **_standing_values(PuzzleStanding())}
    connection.execute(insert_if_new(connection, puzzle_standings).values(values))
    same = (puzzle_standings.c.guest == guest) & (puzzle_standings.c.game == game)
    query = select(puzzle_standings).where(same).with_for_update()
    return _standing(connection.execute(query).one())


def _standing_values(standing: PuzzleStanding) -> dict[str, Any]:
    streaks = {"streak": standing.streak, "best_streak": standing.best_streak}
    return {**msgspec.structs.asdict(standing.rating), **streaks}


def _standing(row: Row[Any]) -> PuzzleStanding:
    return PuzzleStanding(_rating(row), row.streak, row.best_streak)


def _rating(row: Row[Any]) -> Rating:
    return Rating(row.mu, row.sigma, row.games, row.wins)
