"""Tournaments in the database.

Like a table, a tournament is saved only if it is still at the revision that was changed, together
with the tables that the change created. So a round begins once, no matter which process begins it.
"""

from __future__ import annotations

import logging
from collections.abc import Collection
from typing import Any, Final

import msgspec
from sqlalchemy import ColumnElement, Connection, Row, and_, delete, func, insert, select, update

from smokestack.engine.messages import mark
from smokestack.server.domain.dealing import tournament_deal_at
from smokestack.server.domain.notices import tournament_game
from smokestack.server.domain.origin import Origin, has_room
from smokestack.server.domain.pace import WITHOUT_CLOCK
from smokestack.server.domain.seats import DELETED_NAME
from smokestack.server.domain.table import Table
from smokestack.server.domain.tournaments.tournament import (
    OPEN,
    RUNNING,
    Entrant,
    Pairing,
    Tournament,
    TournamentSummary,
)
from smokestack.server.storage import jobs, notices, tables
from smokestack.server.storage.schema import (
    tournament_entrants,
    tournament_pairings,
    tournaments,
)
from smokestack.server.storage.table_limits import TableLimits
from smokestack.server.storage.tables import Conflict, NoRoom
from smokestack.server.storage.tournament_jobs import DEAL_JOB, START_JOB

log = logging.getLogger(__name__)

MAX_UNFINISHED: Final = 1_000
MAX_UNFINISHED_OF_GUEST: Final = 5
MAX_UNFINISHED_OF_ADDRESS: Final = 20
MAX_OF_ONE_GUEST: Final = 1000
UNFINISHED: Final = (OPEN, RUNNING)

CREATION_FIELDS: Final = (
    "id",
    "name",
    "organiser",
    "game",
    "edition",
    "table_size",
    "format",
    "rated",
    "hints",
    "starts",
    "max_entrants",
    "created",
)
CHANGING_FIELDS: Final = ("rounds", "status", "changed", "revision", "last_number", "removed")


def add(connection: Connection, tournament: Tournament) -> None:
    """Store a new tournament; `NoRoom` if there are too many."""
    _check_room(connection, tournament)
    row = {field: getattr(tournament, field) for field in CREATION_FIELDS}
    pace = msgspec.to_builtins(tournament.pace) if tournament.pace.has_clock else None
    connection.execute(insert(tournaments), {**row, "pace": pace, **_changing(tournament)})
    if tournament.starts is not None:
        jobs.schedule(connection, START_JOB, tournament.id, tournament.starts, {})


def save(
    connection: Connection,
    before: Tournament,
    after: Tournament,
    created: Collection[Table],
    limits: TableLimits | None = None,
) -> None:
    """Save a change and the tables of a new round.

    `Conflict` if another process was faster, `NoRoom` if there are too many tables by the limits.
    """
    if limits is not None:
        limits.check_room(connection, before.origin, len(created))
    same = and_(tournaments.c.id == before.id, tournaments.c.revision == before.revision)
    if connection.execute(update(tournaments).where(same).values(_changing(after))).rowcount != 1:
        raise Conflict
    _save_entrants(connection, before, after)
    _save_pairings(connection, before, after)
    for table in created:
        tables.add(connection, table)
        jobs.schedule(connection, DEAL_JOB, table.id, tournament_deal_at(table), {})
        for event in tournament_game(table):
            notices.schedule(connection, event, table.created)
    if before.starts is not None and before.status == OPEN != after.status:
        jobs.cancel(connection, START_JOB, after.id)


def load(connection: Connection, tournament_id: str) -> Tournament | None:
    row = connection.execute(select(tournaments).where(tournaments.c.id == tournament_id)).first()
    return None if row is None else _read(connection, row)


def revisions(connection: Connection, ids: Collection[str]) -> dict[str, int]:
    query = select(tournaments.c.id, tournaments.c.revision).where(tournaments.c.id.in_(ids))
    return {row.id: row.revision for row in connection.execute(query)}


def tournament_of(connection: Connection, table_id: str) -> str | None:
    """The id of the tournament to which a table belongs."""
    query = select(tournament_pairings.c.tournament_id)
    found: str | None = connection.execute(
        query.where(tournament_pairings.c.table_id == table_id)
    ).scalar()
    return found


def latest(connection: Connection, limit: int, guest: str = "") -> list[TournamentSummary]:
    """Those that are open or running first, then by their last change; with a guest, their own."""
    count = (
        select(func.count())
        .where(tournament_entrants.c.tournament_id == tournaments.c.id)
        .scalar_subquery()
    )
    query = select(tournaments, count.label("entrants"))
    if guest:
        entered = select(tournament_entrants.c.tournament_id).where(
            tournament_entrants.c.guest == guest
        )
        own = (tournaments.c.organiser == guest) | tournaments.c.id.in_(entered)
        query = query.where(own)
    finished = tournaments.c.status.not_in(UNFINISHED)
    query = query.order_by(finished, tournaments.c.changed.desc(), tournaments.c.id).limit(limit)
    found = []
    for row in connection.execute(query):
        try:
            found.append(TournamentSummary(_tournament(row, (), ()), row.entrants))
        except msgspec.ValidationError as error:
            fields = {"tournament_id": row.id}
            log.warning("tournament left out of a list: %s", error, extra={"fields": fields})
    return found


def exported(connection: Connection, guest: str) -> list[dict[str, Any]]:
    """The tournaments that a guest has played in or organises."""
    found = [each.tournament for each in latest(connection, MAX_OF_ONE_GUEST, guest)]
    return [
        {"tournament": each.id, "name": each.name, "organiser": each.organiser == guest}
        for each in found
    ]


def unfinished_of(connection: Connection, guest: str) -> list[str]:
    """The ids of open or running tournaments that a guest plays in or organises."""
    found = latest(connection, MAX_OF_ONE_GUEST, guest)
    return [each.tournament.id for each in found if each.tournament.status in UNFINISHED]


def forget(connection: Connection, guest: str) -> None:
    """Remove the name of a guest who has deleted their account from all tournaments."""
    own = tournament_entrants.c.guest == guest
    connection.execute(update(tournament_entrants).where(own).values(name=DELETED_NAME))


def _check_room(connection: Connection, new: Tournament) -> None:
    def count(*conditions: ColumnElement[bool]) -> int:
        query = select(func.count()).select_from(tournaments)
        unfinished = tournaments.c.status.in_(UNFINISHED)
        return connection.execute(query.where(unfinished, *conditions)).scalar_one()

    origin = new.origin
    if count(tournaments.c.organiser == new.organiser) >= MAX_UNFINISHED_OF_GUEST:
        raise NoRoom(
            mark("You have too many unfinished tournaments. Please end some of them first.")
        )
    of_address = count(tournaments.c.address == origin.address) if origin.address else 0
    of_network = count(tournaments.c.network == origin.network) if origin.network else 0
    if not has_room(origin, MAX_UNFINISHED_OF_ADDRESS, of_address, of_network, 1):
        raise NoRoom(mark("Too many unfinished tournaments come from your network."))
    if count() >= MAX_UNFINISHED:
        raise NoRoom(mark("This server has no room for more tournaments. Please try again later."))


def _changing(tournament: Tournament) -> dict[str, Any]:
    row = {field: getattr(tournament, field) for field in CHANGING_FIELDS}
    # Where it was created from matters only until it is over.
    origin = tournament.origin if tournament.status in UNFINISHED else Origin()
    return {
        **row,
        "drawn_order": tournament.order,
        "address": origin.address,
        "network": origin.network,
    }


def _save_entrants(connection: Connection, before: Tournament, after: Tournament) -> None:
    known = {entrant.number: entrant for entrant in before.entrants}
    of_tournament = tournament_entrants.c.tournament_id == after.id
    gone = set(known) - {entrant.number for entrant in after.entrants}
    if gone:
        left = tournament_entrants.c.number.in_(gone)
        connection.execute(delete(tournament_entrants).where(of_tournament, left))
    for entrant in after.entrants:
        if entrant.number not in known:
            row = {"tournament_id": after.id, **msgspec.structs.asdict(entrant)}
            connection.execute(insert(tournament_entrants), row)
        elif entrant != known[entrant.number]:
            same = of_tournament & (tournament_entrants.c.number == entrant.number)
            values = {"name": entrant.name, "withdrawn": entrant.withdrawn}
            connection.execute(update(tournament_entrants).where(same).values(values))


def _save_pairings(connection: Connection, before: Tournament, after: Tournament) -> None:
    known = {(pairing.round, pairing.number): pairing for pairing in before.pairings}
    for pairing in after.pairings:
        row = msgspec.structs.asdict(pairing)
        old = known.get((pairing.round, pairing.number))
        if old is None:
            connection.execute(insert(tournament_pairings), {"tournament_id": after.id, **row})
        elif old != pairing:
            same = and_(
                tournament_pairings.c.tournament_id == after.id,
                tournament_pairings.c.round == pairing.round,
                tournament_pairings.c.number == pairing.number,
            )
            values = {"places": pairing.places, "scores": pairing.scores}
            connection.execute(update(tournament_pairings).where(same).values(values))


def _read(connection: Connection, row: Row[Any]) -> Tournament:
    entrants = connection.execute(
        select(tournament_entrants)
        .where(tournament_entrants.c.tournament_id == row.id)
        .order_by(tournament_entrants.c.number)
    )
    pairings = connection.execute(
        select(tournament_pairings)
        .where(tournament_pairings.c.tournament_id == row.id)
        .order_by(tournament_pairings.c.round, tournament_pairings.c.number)
    )
    return _tournament(row, entrants.all(), pairings.all())


def _tournament(
    row: Row[Any], entrants: Collection[Row[Any]], pairings: Collection[Row[Any]]
) -> Tournament:
    """`msgspec.ValidationError` if the rows are damaged."""
    columns = row._asdict()
    return msgspec.convert(
        {
            **{field: columns[field] for field in (*CREATION_FIELDS, *CHANGING_FIELDS)},
            "order": row.drawn_order,
            "pace": msgspec.to_builtins(WITHOUT_CLOCK) if row.pace is None else row.pace,
            "origin": {"address": row.address, "network": row.network},
            "entrants": [_columns(Entrant, entrant) for entrant in entrants],
            "pairings": [_columns(Pairing, pairing) for pairing in pairings],
        },
        Tournament,
    )


def _columns(kind: type[msgspec.Struct], row: Row[Any]) -> dict[str, Any]:
    return {field: getattr(row, field) for field in kind.__struct_fields__}
