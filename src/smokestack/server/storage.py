"""Tables in the database: how they are found, read and written.

A change is written only if the table is still the one that was changed, so that nothing is lost
or done twice even if several processes share the database.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

import msgspec
from sqlalchemy import Connection, Select, bindparam, delete, func, insert, or_, select, update

from smokestack.server import rows, snapshots
from smokestack.server.database import Database
from smokestack.server.job import job_of
from smokestack.server.schema import answers, jobs, sayings, seats, submissions, tables
from smokestack.server.statement import Statement
from smokestack.server.table import OVER, RESIGNED, WAITING, Table

MOST_SAYINGS = 500  # kept of a table
FINISHED = (OVER, RESIGNED)

_KNOWN = select(submissions.c.key).where(
    submissions.c.table_id == bindparam("same_id"),
    submissions.c.guest == bindparam("from_guest"),
    submissions.c.key == bindparam("with_key"),
)
_CHANGE = update(tables).where(
    tables.c.id == bindparam("same_id"), tables.c.news == bindparam("same_news")
)
KNOWN: Final = Statement(_KNOWN)
CHANGE: Final = Statement(_CHANGE)
CHANGE_ONCE: Final = Statement(_CHANGE.where(~_KNOWN.exists()))
NOTE: Final = Statement(insert(submissions))
ANSWER: Final = Statement(insert(answers))


class Declined(Exception):
    """A change that is not made; nothing was written."""


class Overtaken(Declined):
    """The table is no longer what it was when the change began."""


class Repeated(Declined):
    """What was submitted has been done before."""


class Submission(msgspec.Struct, frozen=True):
    """A guest's message that must not count twice."""

    guest: str
    key: str


class Storage:
    """All that the house asks of its database; every method waits for it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def load(self, table_id: str, known: Table | None = None) -> Table | None:
        """A table as it is stored; `InvalidInput` if this version can't replay it.

        If there were nothing but answers since the table was as `known`, they are all that is read.
        """
        with self._database.reading() as connection:
            followed = None if known is None else rows.follow(connection, known)
            return followed or rows.read_table(connection, table_id)

    def add(self, table: Table) -> None:
        with self._database.writing() as connection:
            self._add(connection, table)

    def save(
        self,
        before: Table,
        after: Table,
        submission: Submission | None = None,
        new: Table | None = None,
    ) -> None:
        """Store a change, all of it or nothing, with another table that came of it.

        `Overtaken` if somebody else has changed the table, `Repeated` if the submission is known.
        """
        with self._database.writing() as connection:
            if submission is None:
                _change(connection, before, after)
            else:
                _change_once(connection, before, after, submission)
            _save_seats(connection, before, after)
            _save_answers(connection, before, after)
            _save_sayings(connection, before, after)
            _save_job(connection, before, after)
            if new is not None:
                self._add(connection, new)

    def knows(self, table_id: str, submission: Submission) -> bool:
        with self._database.reading() as connection:
            return _is_known(connection, table_id, submission)

    def newest(self, table_ids: Collection[str]) -> dict[str, int]:
        """The numbers of the latest news of tables."""
        query = select(tables.c.id, tables.c.news).where(tables.c.id.in_(table_ids))
        with self._database.reading() as connection:
            return {row.id: row.news for row in connection.execute(query)}

    def find_lock(self, lock: str) -> tuple[str, int] | None:
        """The table and the number of the seat that a secret opens."""
        query = select(seats.c.table_id, seats.c.number).where(seats.c.lock == lock)
        with self._database.reading() as connection:
            row = connection.execute(query).first()
        return None if row is None else (row.table_id, row.number)

    def tables_of(self, guest: str, most: int) -> list[str]:
        """Where a guest sits, or what a guest has set up; the latest change first."""
        sits_at = select(seats.c.table_id).where(seats.c.guest == guest)
        query = (
            select(tables.c.id)
            .where(or_(tables.c.host == guest, tables.c.id.in_(sits_at)))
            .order_by(tables.c.changed.desc(), tables.c.id)
            .limit(most)
        )
        return self._ids(query)

    def open_tables(self, most: int) -> list[str]:
        query = (
            select(tables.c.id)
            .where(tables.c.status == WAITING, tables.c.open.is_(True))
            .order_by(tables.c.created.desc(), tables.c.id)
            .limit(most)
        )
        return self._ids(query)

    def count_unfinished(self, host: str | None = None) -> int:
        query = select(func.count()).select_from(tables).where(tables.c.status.not_in(FINISHED))
        if host is not None:
            query = query.where(tables.c.host == host)
        with self._database.reading() as connection:
            return connection.execute(query).scalar_one()

    def _add(self, connection: Connection, table: Table) -> None:
        connection.execute(insert(tables), {**rows.setup_row(table), **rows.table_row(table)})
        connection.execute(insert(seats), [rows.seat_row(table.id, seat) for seat in table.seats])
        given = rows.answer_rows(table, 0)
        if given:
            connection.execute(insert(answers), given)
            snapshots.take(connection, 0, table)
        job = job_of(table)
        if job is not None:
            connection.execute(insert(jobs), rows.job_row(job, table.asked))

    def _ids(self, query: Select[str]) -> list[str]:
        with self._database.reading() as connection:
            return list(connection.execute(query).scalars())

    def count_bots_to_answer(self) -> int:
        """How many tables wait for a bot."""
        actor = (seats.c.table_id == tables.c.id) & (seats.c.number == tables.c.actor)
        query = select(func.count()).select_from(tables.join(seats, actor))
        with self._database.reading() as connection:
            return connection.execute(query.where(seats.c.bot != "")).scalar_one()


def _change(connection: Connection, before: Table, after: Table) -> None:
    same = {"same_id": before.id, "same_news": before.news}
    if CHANGE.run(connection, {**rows.table_row(after), **same}) != 1:
        raise Overtaken


def _change_once(
    connection: Connection, before: Table, after: Table, submission: Submission
) -> None:
    guest, key = submission.guest, submission.key
    same = {"same_id": before.id, "same_news": before.news, "from_guest": guest, "with_key": key}
    if CHANGE_ONCE.run(connection, {**rows.table_row(after), **same}) != 1:
        raise Repeated if _is_known(connection, before.id, submission) else Overtaken
    NOTE.run(connection, {"table_id": before.id, "guest": guest, "key": key, "at": after.changed})


def _is_known(connection: Connection, table_id: str, submission: Submission) -> bool:
    sought = {"same_id": table_id, "from_guest": submission.guest, "with_key": submission.key}
    return bool(KNOWN.find(connection, sought))


def _save_seats(connection: Connection, before: Table, after: Table) -> None:
    for old, new in zip(before.seats, after.seats, strict=True):
        if old != new:
            same = (seats.c.table_id == after.id) & (seats.c.number == new.number)
            connection.execute(update(seats).where(same).values(rows.seat_row(after.id, new)))


def _save_answers(connection: Connection, before: Table, after: Table) -> None:
    kept = len(before.match.history)
    length = len(after.match.history)
    if length < kept:
        gone = (answers.c.table_id == after.id) & (answers.c.number >= length)
        connection.execute(delete(answers).where(gone))
    elif length > kept:
        for row in rows.answer_rows(after, kept):
            ANSWER.run(connection, row)
    snapshots.take(connection, kept, after)


def _save_sayings(connection: Connection, before: Table, after: Table) -> None:
    if not after.sayings or after.sayings[-1:] == before.sayings[-1:]:
        return
    connection.execute(insert(sayings), rows.saying_row(after))
    of_table = sayings.c.table_id == after.id
    newest = select(sayings.c.number).where(of_table).order_by(sayings.c.number.desc())
    last = connection.execute(newest.offset(MOST_SAYINGS).limit(1)).scalar()
    if last is not None:
        connection.execute(delete(sayings).where(of_table, sayings.c.number <= last))


def _save_job(connection: Connection, before: Table, after: Table) -> None:
    """What a bot has to do now; whoever thinks about the question before thinks in vain."""
    old, new = job_of(before), job_of(after)
    if old == new:
        return
    if old is not None:
        connection.execute(delete(jobs).where(jobs.c.table_id == after.id))
    if new is not None:
        connection.execute(insert(jobs), rows.job_row(new, after.asked))
