"""What a table looks like in the rows of the database, and back."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, Row, bindparam, select

from smokestack.engine.record import Setup
from smokestack.server import snapshots
from smokestack.server.job import Job
from smokestack.server.schema import answers, sayings, seats, tables
from smokestack.server.seating import names_of
from smokestack.server.statement import Statement
from smokestack.server.table import Given, Saying, Seat, Table

TABLE: Final = select(tables).where(tables.c.id == bindparam("table"))
SEATS: Final = select(seats).where(seats.c.table_id == bindparam("table")).order_by(seats.c.number)
ANSWERS: Final = (
    select(answers)
    .where(answers.c.table_id == bindparam("table"), answers.c.number >= bindparam("first"))
    .order_by(answers.c.number)
)
SINCE: Final = Statement(  # the state of a table with its latest answers, in one moment
    select(
        tables.c.version,
        tables.c.news,
        tables.c.status,
        tables.c.open,
        tables.c.changed,
        tables.c.asked,
        tables.c.resigned,
        tables.c.rematch,
        answers.c.number,
        answers.c.text,
        answers.c.seat,
        answers.c.by_bot,
        answers.c.reveals,
        answers.c.at,
    )
    .select_from(
        tables.outerjoin(
            answers,
            (answers.c.table_id == tables.c.id) & (answers.c.number >= bindparam("first")),
        )
    )
    .where(tables.c.id == bindparam("table"))
    .order_by(answers.c.number)
)
SAYINGS: Final = (
    select(sayings).where(sayings.c.table_id == bindparam("table")).order_by(sayings.c.number)
)


def setup_row(table: Table) -> dict[str, Any]:
    """What never changes; the players' names are with their seats."""
    setup = table.match.setup
    return {
        "id": table.id,
        "game": setup.game,
        "edition": setup.edition,
        "options": setup.options,
        "seed": setup.seed,
        "rules": setup.rules,
        "tiles": setup.tiles,
        "host": table.host,
        "created": table.created,
        "rewound": table.rewound,
    }


def table_row(table: Table) -> dict[str, Any]:
    """What may change."""
    actor = table.actor
    return {
        "version": table.version,
        "news": table.news,
        "status": table.status,
        "open": table.open,
        "actor": None if actor is None else actor.number,
        "changed": table.changed,
        "asked": table.asked,
        "resigned": table.resigned,
        "rematch": table.rematch,
    }


def seat_row(table_id: str, seat: Seat) -> dict[str, Any]:
    return {
        "table_id": table_id,
        "number": seat.number,
        "name": seat.name,
        "guest": seat.guest,
        "bot": seat.bot,
        "has_left": seat.left,
        "agreed": seat.agreed,
        "stand_in": seat.stand_in,
        "nonce": seat.nonce,
        "lock": seat.lock or None,
    }


def answer_rows(table: Table, first: int) -> list[dict[str, Any]]:
    """The answers from number `first` on, in notation: integers could change with the rules."""
    match = table.match
    return [
        {
            "table_id": table.id,
            "number": number,
            "text": match.game.to_text(match.history[number]),
            "seat": given.seat,
            "by_bot": given.by_bot,
            "reveals": given.reveals,
            "at": given.at,
        }
        for number, given in enumerate(table.given[first:], first)
    ]


def saying_row(table: Table) -> dict[str, Any]:
    """The latest line of chat."""
    saying = table.sayings[-1]
    return {
        "table_id": table.id,
        "number": table.news,
        "name": saying.name,
        "seat": saying.seat,
        "text": saying.text,
        "at": saying.at,
    }


def job_row(job: Job, asked: datetime) -> dict[str, Any]:
    """About which nobody thinks yet."""
    return {
        "table_id": job.table_id,
        "version": job.version,
        "seat": job.seat,
        "bot": job.bot,
        "asked": asked,
        "owner": None,
        "until": None,
        "failures": 0,
    }


def read_table(connection: Connection, table_id: str) -> Table | None:
    row = connection.execute(TABLE, {"table": table_id}).first()
    return None if row is None else _read_all(connection, row)


def _read_all(connection: Connection, row: Row[Any]) -> Table:
    found = [_seat(seat) for seat in connection.execute(SEATS, {"table": row.id})]
    setup = Setup(
        game=row.game,
        seed=row.seed,
        players=names_of(found),
        edition=row.edition,
        options=row.options,
        rules=row.rules,
        tiles=row.tiles,
    )
    match, given = snapshots.begin(connection, row.id, setup)
    for answer in connection.execute(ANSWERS, {"table": row.id, "first": len(given)}):
        match.play(answer.text)
        given.append(_given(answer))
    said = connection.execute(SAYINGS, {"table": row.id})
    return Table(
        id=row.id,
        host=row.host,
        match=match,
        seats=found,
        created=row.created,
        given=given,
        sayings=[Saying(saying.name, saying.seat, saying.text, saying.at) for saying in said],
        rewound=row.rewound,
        **_state_of(row),
    )


def follow(connection: Connection, known: Table) -> Table | None:
    """A table as it is now, if there was nothing but answers since it was as `known`.

    Each change is one piece of news. Answers are taken back from the end, so if the last one that
    is known still stands, all before it do.
    """
    known_answers = len(known.given)
    first = max(0, known_answers - 1)
    found = SINCE.find(connection, {"table": known.id, "first": first})
    if not found:
        return None
    state = found[0]
    if state.news == known.news:
        return known
    answered = [row for row in found if row.number is not None]
    if known.given and (not answered or _given(answered[0]) != known.given[-1]):
        return None
    new = answered[known_answers - first :]
    if len(new) != state.news - known.news:
        return None
    match = known.match.copy()
    for answer in new:
        match.play(answer.text)
    given = known.given + [_given(answer) for answer in new]
    return msgspec.structs.replace(known, match=match, given=given, **_state_of(state))


def _state_of(row: Row[Any]) -> dict[str, Any]:
    """What may change of a table itself."""
    return {
        "version": row.version,
        "news": row.news,
        "status": row.status,
        "open": row.open,
        "changed": row.changed,
        "asked": row.asked,
        "resigned": row.resigned,
        "rematch": row.rematch,
    }


def _given(row: Row[Any]) -> Given:
    return Given(row.seat, row.by_bot, row.reveals, row.at)


def _seat(row: Row[Any]) -> Seat:
    return Seat(
        number=row.number,
        name=row.name,
        guest=row.guest,
        bot=row.bot,
        left=row.has_left,
        agreed=row.agreed,
        stand_in=row.stand_in,
        nonce=row.nonce,
        lock=row.lock or "",
    )
