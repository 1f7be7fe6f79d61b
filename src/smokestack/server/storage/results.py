"""Results of finished games, written when a game ends, and statistics from them.

A person who left, resigned or ran out of time has not won, as for ratings, and the points of the
bot that replaced them are not theirs. A game in which one person has several seats counts as one
game for them, neither won nor lost: its points and opponents are not counted.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec
from sqlalchemy import ColumnElement, Connection, exists, func, insert, select

from smokestack.server.domain.ratings import places
from smokestack.server.domain.table import OVER, RESIGNED, Table
from smokestack.server.storage import jobs
from smokestack.server.storage.jobs import Job
from smokestack.server.storage.openings import OPENINGS_JOB
from smokestack.server.storage.schema import results, tables

RATING_JOB: Final = "rating"

other = results.alias("other")
second = results.alias("second")


class GameStatistics(msgspec.Struct, frozen=True):
    """The games of one kind that a person has finished."""

    game: str
    edition: str
    players: int
    games: int
    wins: int
    average: float | None
    """Points, in games that the person played to the end."""
    best: int | None


class OpponentStatistics(msgspec.Struct, frozen=True):
    """The games that a person has finished against another one, or against bots of a level."""

    name: str
    is_bot: bool
    games: int
    wins: int


def result_rows(table: Table) -> list[dict[str, Any]]:
    """A row for each seat of a finished game; none if it has no result or continues another."""
    if table.status not in (OVER, RESIGNED) or table.dealt is None or table.continues_another:
        return []
    result = table.dealt.result if table.status == OVER else None
    if result is None and table.resigned < 0:
        return []
    found = places(table)
    return [
        {
            "table_id": table.id,
            "seat": seat.number,
            "guest": seat.guest,
            "name": seat.name,
            "bot": seat.bot,
            "game": table.setup.game,
            "edition": table.setup.edition,
            "players": len(table.seats),
            "points": None if result is None else result.scores[seat.number],
            "won": found is not None and found[seat.number] == 1,
            "finished": table.changed,
        }
        for seat in table.seats
    ]


def save(connection: Connection, before: Table, after: Table) -> None:
    """Store the result of a game that has ended; if it is rated, its ratings follow."""
    if after.finished and not before.finished and (rows := result_rows(after)):
        connection.execute(insert(results), rows)
        data = {"version": after.version}
        if after.status == OVER:
            jobs.schedule(connection, OPENINGS_JOB, after.id, after.changed, data)
        if after.rated:
            jobs.schedule(connection, RATING_JOB, after.id, after.changed, data)


def rating_jobs_of(connection: Connection, guest: str) -> list[Job]:
    """The jobs for games of a guest that have ended and are not rated yet."""
    own = select(results.c.table_id).where(results.c.guest == guest)
    return jobs.find_all(connection, RATING_JOB, own)


def tables_without_result(connection: Connection, after: str, limit: int) -> list[str]:
    """The ids of finished games that have no result yet, in order of their ids."""
    stored = select(results.c.table_id).where(results.c.table_id == tables.c.id)
    query = (
        select(tables.c.id)
        .where(tables.c.status.in_((OVER, RESIGNED)), tables.c.id > after, ~stored.exists())
        .order_by(tables.c.id)
        .limit(limit)
    )
    return list(connection.execute(query).scalars())


def add_missing(connection: Connection, table: Table) -> None:
    """Store the result of a game that ended before results were stored."""
    stored = select(results.c.seat).where(results.c.table_id == table.id)
    rows = result_rows(table)
    if rows and connection.execute(stored).first() is None:
        connection.execute(insert(results), rows)


def by_game(connection: Connection, guest: str) -> list[GameStatistics]:
    kind = (results.c.game, results.c.edition, results.c.players)
    single = ~_has_several_seats()
    own_points = single & (results.c.bot == "")
    query = (
        select(
            *kind,
            func.count(results.c.table_id.distinct()).label("games"),
            func.count().filter(results.c.won, single).label("wins"),
            func.avg(results.c.points).filter(own_points).label("average"),
            func.max(results.c.points).filter(own_points).label("best"),
        )
        .where(results.c.guest == guest)
        .group_by(*kind)
        .order_by(*kind)
    )
    return [
        GameStatistics(
            row.game,
            row.edition,
            row.players,
            row.games,
            row.wins,
            None if row.average is None else float(row.average),
            row.best,
        )
        for row in connection.execute(query)
    ]


def by_opponent(connection: Connection, guest: str, limit: int) -> list[OpponentStatistics]:
    """Results against bots of each level, and against each person."""
    is_bot = other.c.guest == ""
    games = func.count(results.c.table_id.distinct()).label("games")
    wins = func.count(results.c.table_id.distinct()).filter(results.c.won).label("wins")
    own = (results.c.guest == guest) & ~_has_several_seats()
    at_same_table = (other.c.table_id == results.c.table_id) & (other.c.seat != results.c.seat)
    joined = results.join(other, at_same_table)
    bots = (
        select(other.c.bot.label("name"), games, wins)
        .select_from(joined)
        .where(own, is_bot)
        .group_by(other.c.bot)
        .order_by(other.c.bot)
    )
    people = (
        select(func.max(other.c.name).label("name"), games, wins)
        .select_from(joined)
        .where(own, ~is_bot)
        .group_by(other.c.guest)
        .order_by(games.desc(), other.c.guest)
        .limit(limit)
    )
    return [
        OpponentStatistics(row.name, found is bots, row.games, row.wins)
        for found in (bots, people)
        for row in connection.execute(found)
    ]


def _has_several_seats() -> ColumnElement[bool]:
    """Whether the person of a row had another seat in the same game."""
    return exists().where(
        second.c.table_id == results.c.table_id,
        second.c.guest == results.c.guest,
        second.c.seat != results.c.seat,
    )
