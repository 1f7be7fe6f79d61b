"""What a table looks like in the rows of the database, and back."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, bindparam, select
from sqlalchemy import Table as Rows

from smokestack.engine.record import Setup
from smokestack.server import snapshots
from smokestack.server.job import Job
from smokestack.server.schema import answers, sayings, seats, tables
from smokestack.server.seating import names_of
from smokestack.server.table import Given, Saying, Seat, Table

# The answers from a number on.
ANSWERS = (
    select(answers)
    .where(answers.c.table_id == bindparam("table"), answers.c.number >= bindparam("first"))
    .order_by(answers.c.number)
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
    row = connection.execute(select(tables).where(tables.c.id == table_id)).first()
    if row is None:
        return None
    found = [_seat(seat) for seat in _rows(connection, seats, table_id)]
    setup = Setup(
        game=row.game,
        seed=row.seed,
        players=names_of(found),
        edition=row.edition,
        options=row.options,
        rules=row.rules,
        tiles=row.tiles,
    )
    match, given = snapshots.begin(connection, table_id, setup)
    for answer in connection.execute(ANSWERS, {"table": table_id, "first": len(given)}):
        match.play(answer.text)
        given.append(Given(answer.seat, answer.by_bot, answer.reveals, answer.at))
    return Table(
        id=row.id,
        host=row.host,
        match=match,
        seats=found,
        version=row.version,
        news=row.news,
        status=row.status,
        open=row.open,
        created=row.created,
        changed=row.changed,
        asked=row.asked,
        given=given,
        sayings=[
            Saying(saying.name, saying.seat, saying.text, saying.at)
            for saying in _rows(connection, sayings, table_id)
        ],
        resigned=row.resigned,
        rematch=row.rematch,
        rewound=row.rewound,
    )


def _rows(connection: Connection, kind: Rows, table_id: str) -> list[Row[Any]]:
    """All rows of a kind that belong to a table, in order."""
    query = select(kind).where(kind.c.table_id == table_id).order_by(kind.c.number)
    return list(connection.execute(query))


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
