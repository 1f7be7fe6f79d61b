"""Ratings in the database. A finished game changes them once, however often it is tried."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Connection, Row, and_, delete, insert, select, update

from smokestack.server.domain.ratings import (
    SETTLED_SIGMA,
    Rating,
    RatingList,
    RatingPoint,
    bot_rating,
    rate,
)
from smokestack.server.domain.table import Seat
from smokestack.server.storage import jobs
from smokestack.server.storage.results import RATING_JOB
from smokestack.server.storage.schema import accounts, rating_changes, ratings


class RankedPerson(msgspec.Struct, frozen=True):
    name: str
    rating: Rating


def apply_result(
    connection: Connection,
    table_id: str,
    kind: RatingList,
    seats: Collection[Seat],
    places: Collection[int],
    now: datetime,
) -> None:
    """Change the ratings of all people of a game; does nothing if that was done before."""
    # On PostgreSQL another process may rate the same game at this moment.
    jobs.lock(connection, RATING_JOB, table_id)
    done = select(rating_changes.c.guest).where(rating_changes.c.table_id == table_id)
    if connection.execute(done.limit(1)).first() is not None:
        return
    guests = sorted(seat.guest for seat in seats if seat.guest)
    known = _locked(connection, kind, guests)
    before = [
        known.get(seat.guest, Rating()) if seat.guest else bot_rating(kind, seat.bot)
        for seat in seats
    ]
    have_account = set(
        connection.execute(select(accounts.c.guest).where(accounts.c.guest.in_(guests))).scalars()
    )
    for seat, after in zip(seats, rate(before, list(places)), strict=True):
        if seat.guest in have_account:
            _store(connection, table_id, kind, seat.guest, after, seat.guest in known, now)


def of_guests(
    connection: Connection, kind: RatingList, guests: Collection[str]
) -> dict[str, Rating]:
    """The ratings of those whose profile is not private."""
    query = (
        select(ratings)
        .join(accounts, accounts.c.guest == ratings.c.guest)
        .where(_is(kind), ratings.c.guest.in_(guests), accounts.c.private.is_(False))
    )
    return {row.guest: _rating(row) for row in connection.execute(query)}


def of_guest(connection: Connection, guest: str) -> list[tuple[RatingList, Rating]]:
    query = (
        select(ratings)
        .where(ratings.c.guest == guest)
        .order_by(ratings.c.against.desc(), ratings.c.game, ratings.c.players)
    )
    return [
        (RatingList(row.game, row.players, row.against), _rating(row))
        for row in connection.execute(query)
    ]


def curve(connection: Connection, guest: str, kind: RatingList, limit: int) -> list[RatingPoint]:
    """The ratings of a person after their last games, oldest first."""
    query = (
        select(rating_changes)
        .where(
            rating_changes.c.guest == guest,
            rating_changes.c.game == kind.game,
            rating_changes.c.players == kind.players,
            rating_changes.c.against == kind.against,
        )
        .order_by(rating_changes.c.at.desc(), rating_changes.c.table_id)
        .limit(limit)
    )
    found = [RatingPoint(row.at, row.mu, row.table_id) for row in connection.execute(query)]
    return found[::-1]


def leaderboard(connection: Connection, kind: RatingList, limit: int) -> list[RankedPerson]:
    """The best people whose rating is settled and whose profile is not private."""
    query = (
        select(ratings, accounts.c.name)
        .join(accounts, accounts.c.guest == ratings.c.guest)
        .where(_is(kind), ratings.c.sigma <= SETTLED_SIGMA, accounts.c.private.is_(False))
        .order_by(ratings.c.mu.desc(), accounts.c.name_key)
        .limit(limit)
    )
    return [RankedPerson(row.name, _rating(row)) for row in connection.execute(query)]


def remove(connection: Connection, guest: str) -> None:
    """Forget the ratings of an account that is deleted."""
    connection.execute(delete(ratings).where(ratings.c.guest == guest))
    connection.execute(delete(rating_changes).where(rating_changes.c.guest == guest))


def _locked(connection: Connection, kind: RatingList, guests: Collection[str]) -> dict[str, Rating]:
    """The ratings of some people, which no other transaction changes until the end of this one."""
    query = select(ratings).where(_is(kind), ratings.c.guest.in_(guests))
    ordered = query.order_by(ratings.c.guest).with_for_update()
    return {row.guest: _rating(row) for row in connection.execute(ordered)}


def _store(
    connection: Connection,
    table_id: str,
    kind: RatingList,
    guest: str,
    rating: Rating,
    known: bool,
    now: datetime,
) -> None:
    same = msgspec.structs.asdict(kind)
    values: dict[str, Any] = msgspec.structs.asdict(rating)
    if known:
        own = and_(_is(kind), ratings.c.guest == guest)
        connection.execute(update(ratings).where(own).values(values))
    else:
        connection.execute(insert(ratings), {**same, "guest": guest, **values})
    change = {"table_id": table_id, "guest": guest, "at": now}
    connection.execute(
        insert(rating_changes), {**same, **change, "mu": rating.mu, "sigma": rating.sigma}
    )


def _is(kind: RatingList) -> ColumnElement[bool]:
    return and_(
        ratings.c.game == kind.game,
        ratings.c.players == kind.players,
        ratings.c.against == kind.against,
    )


def _rating(row: Row[Any]) -> Rating:
    return Rating(row.mu, row.sigma, row.games, row.wins)
