"""What a table looks like in the rows of the database, and back."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, Row, bindparam, select

from smokestack.engine.match import Match
from smokestack.engine.record import Setup
from smokestack.server import snapshots
from smokestack.server.job import Job
from smokestack.server.schema import answers, sayings, seats, tables
from smokestack.server.seating import names_of
from smokestack.server.table import Given, Saying, Seat, Table

MOST_SAYINGS: Final = 500  # kept of a table

TABLE: Final = select(tables).where(tables.c.id == bindparam("table"))
SEATS: Final = select(seats).where(seats.c.table_id == bindparam("table")).order_by(seats.c.number)
ANSWERS: Final = (
    select(answers)
    .where(answers.c.table_id == bindparam("table"), answers.c.number >= bindparam("first"))
    .order_by(answers.c.number)
)
ANSWER: Final = select(answers).where(
    answers.c.table_id == bindparam("table"), answers.c.number == bindparam("number")
)
SAYINGS: Final = (
    select(sayings)
    .where(sayings.c.table_id == bindparam("table"), sayings.c.number > bindparam("after"))
    .order_by(sayings.c.number)
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


def read_table(connection: Connection, table_id: str, known: Table | None = None) -> Table | None:
    """A table as it is now; `known` is how it was before, which spares reading what is the same."""
    row = connection.execute(TABLE, {"table": table_id}).first()
    if row is None:
        return None
    if known is not None and known.news == row.news:
        return known
    found = [_seat(seat) for seat in connection.execute(SEATS, {"table": table_id})]
    setup = Setup(
        game=row.game,
        seed=row.seed,
        players=names_of(found),
        edition=row.edition,
        options=row.options,
        rules=row.rules,
        tiles=row.tiles,
    )
    match, given = _go_on(connection, setup, known) or _replay(connection, setup, table_id)
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
        sayings=_read_sayings(connection, table_id, known),
        resigned=row.resigned,
        rematch=row.rematch,
        rewound=row.rewound,
    )


def _replay(connection: Connection, setup: Setup, table_id: str) -> tuple[Match, list[Given]]:
    match, given = snapshots.begin(connection, table_id, setup)
    return match, given + _play_on(connection, match, table_id)


def _go_on(
    connection: Connection, setup: Setup, known: Table | None
) -> tuple[Match, list[Given]] | None:
    """From a game as it was, unless it was not begun, or the answer after which it stood is gone.

    Answers are taken back from the end, so all before one that is still there are, too.
    """
    if known is None or not known.given or known.match.setup != setup:
        return None
    number = len(known.given) - 1
    last = connection.execute(ANSWER, {"table": known.id, "number": number}).first()
    if last is None or _given(last) != known.given[-1]:
        return None
    match = known.match.copy()
    return match, known.given + _play_on(connection, match, known.id)


def _play_on(connection: Connection, match: Match, table_id: str) -> list[Given]:
    """Play the answers that a match has not had; how they came about."""
    given = []
    for answer in connection.execute(ANSWERS, {"table": table_id, "first": len(match.history)}):
        match.play(answer.text)
        given.append(_given(answer))
    return given


def _read_sayings(connection: Connection, table_id: str, known: Table | None) -> list[Saying]:
    """The number of a saying is that of the news that it was."""
    before = [] if known is None else known.sayings
    after = -1 if known is None else known.news
    found = connection.execute(SAYINGS, {"table": table_id, "after": after})
    new = [Saying(row.name, row.seat, row.text, row.at) for row in found]
    return [*before, *new][-MOST_SAYINGS:]


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
