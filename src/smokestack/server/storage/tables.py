"""Tables in the database: loading, adding and saving them.

A change is saved only if the table is still at the revision that was changed (optimistic locking),
so nothing is lost or applied twice when several processes share the database.
"""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from typing import Final

import msgspec
from sqlalchemy import Connection, bindparam, delete, insert, select, update
from sqlalchemy.exc import DatabaseError

from smokestack.engine.errors import SmokestackError, brief
from smokestack.server.domain.announcements import MAX_ANNOUNCEMENTS
from smokestack.server.domain.bot_job import bot_job_of
from smokestack.server.domain.chat import MAX_CHAT_MESSAGES
from smokestack.server.domain.errors import LimitExceeded
from smokestack.server.domain.table import Table
from smokestack.server.storage import (
    jobs,
    notices,
    results,
    rows,
    snapshots,
    table_reader,
    tournament_jobs,
)
from smokestack.server.storage.database import is_damaged
from smokestack.server.storage.prepared import PreparedStatement
from smokestack.server.storage.row_checks import UnreadableTable
from smokestack.server.storage.schema import (
    announcements,
    answers,
    bot_jobs,
    chat_messages,
    mutes,
    seat_devices,
    seats,
    submissions,
    tables,
)

TIMEOUT_JOB: Final = "time-out"

_KNOWN_SUBMISSION = select(submissions.c.fingerprint).where(
    submissions.c.table_id == bindparam("same_id"),
    submissions.c.guest == bindparam("from_guest"),
    submissions.c.key == bindparam("with_key"),
)
_UPDATE = update(tables).where(
    tables.c.id == bindparam("same_id"), tables.c.revision == bindparam("same_revision")
)
FIND_SUBMISSION: Final = PreparedStatement(_KNOWN_SUBMISSION)
ADD_SUBMISSION: Final = PreparedStatement(insert(submissions))
UPDATE: Final = PreparedStatement(_UPDATE)
UPDATE_ONCE: Final = PreparedStatement(_UPDATE.where(~_KNOWN_SUBMISSION.exists()))
ADD_ANSWER: Final = PreparedStatement(insert(answers))


class NotWritten(Exception):
    """A change that was not saved; nothing was written."""


class NoRoom(NotWritten, LimitExceeded):
    """A limit of what is stored is reached."""


class Conflict(NotWritten):
    """The table is no longer at the revision that was changed."""


class AlreadyDone(NotWritten):
    """The submission was applied before."""


class KeyTaken(NotWritten):
    """The idempotency key belongs to a submission that asked for something else."""


class Submission(msgspec.Struct, frozen=True):
    """A request that must not be applied twice, identified by guest and idempotency key."""

    guest: str
    key: str
    fingerprint: str
    """Of everything that was asked for."""


def load(connection: Connection, table_id: str, known: Table | None = None) -> Table | None:
    """A table; `InvalidInput` if this version can't replay it, `UnreadableTable` if it is damaged.

    If only answers were added since the table was as `known`, only those are read.
    """
    try:
        updated = None if known is None else table_reader.read_new_answers(connection, known)
        return updated or table_reader.read_table(connection, table_id)
    except DatabaseError as error:
        if not is_damaged(error):
            raise
        raise UnreadableTable(f"its rows can't be read ({error.orig})") from error
    except (ValueError, TypeError, OverflowError, LookupError, RecursionError) as error:
        # Raised while a value is converted to its type in Python.
        raise UnreadableTable(f"its rows can't be read ({brief(str(error))})") from error


def load_all(connection: Connection, table_ids: Collection[str]) -> list[Table]:
    """Those of the tables that exist and can be read."""
    found = []
    for table_id in table_ids:
        with suppress(SmokestackError):
            found.append(load(connection, table_id))
    return [table for table in found if table is not None]


def add(connection: Connection, table: Table) -> None:
    connection.execute(insert(tables), {**rows.setup_row(table), **rows.table_row(table)})
    connection.execute(insert(seats), [rows.seat_row(table.id, seat) for seat in table.seats])
    for seat in table.seats:
        if seat.devices:
            connection.execute(insert(seat_devices), rows.device_rows(table.id, seat))
    if table.mutes:
        connection.execute(insert(mutes), [rows.mute_row(table.id, mute) for mute in table.mutes])
    answer_rows = rows.answer_rows(table, 0)
    if answer_rows:
        connection.execute(insert(answers), answer_rows)
        snapshots.update(connection, 0, table)
    job = bot_job_of(table)
    if job is not None:
        connection.execute(insert(bot_jobs), rows.bot_job_row(job, table))


def save(
    connection: Connection,
    before: Table,
    after: Table,
    submission: Submission | None = None,
    created: Table | None = None,
) -> None:
    """Save a change together with a table that it created.

    `Conflict` if another process has changed the table, `AlreadyDone` if the submission is known,
    `KeyTaken` if its key is. All are raised by the first statements, before anything is written.
    """
    if submission is None:
        _update(connection, before, after)
    else:
        _update_once(connection, before, after, submission)
    _save_seats(connection, before, after)
    _save_answers(connection, before, after)
    _save_chat(connection, before, after)
    _save_announcements(connection, before, after)
    _save_mutes(connection, before, after)
    _save_bot_job(connection, before, after)
    _save_timeout_job(connection, before, after)
    results.save(connection, before, after)
    tournament_jobs.save(connection, before, after)
    if created is not None:
        add(connection, created)
    notices.save(connection, before, after, created)


def is_known(connection: Connection, table_id: str, submission: Submission) -> bool:
    """Whether a submission was applied; `KeyTaken` if another one had its key."""
    values = {"same_id": table_id, "from_guest": submission.guest, "with_key": submission.key}
    found = FIND_SUBMISSION.find(connection, values)
    # Submissions of older versions have no fingerprint.
    if found and found[0].fingerprint not in ("", submission.fingerprint):
        raise KeyTaken
    return bool(found)


def revisions(connection: Connection, table_ids: Collection[str]) -> dict[str, int]:
    query = select(tables.c.id, tables.c.revision).where(tables.c.id.in_(table_ids))
    return {row.id: row.revision for row in connection.execute(query)}


def find_seat(connection: Connection, token_hash: str) -> tuple[str, int] | None:
    """The table id and the number of the seat that has a token, or was taken with it."""
    for column in (seats.c.token_hash, seats.c.used_token_hash):
        query = select(seats.c.table_id, seats.c.number).where(column == token_hash)
        row = connection.execute(query).first()
        if row is not None:
            return row.table_id, row.number
    return None


def _update(connection: Connection, before: Table, after: Table) -> None:
    same = {"same_id": before.id, "same_revision": before.revision}
    if UPDATE.run(connection, {**rows.table_row(after), **same}) != 1:
        raise Conflict


def _update_once(
    connection: Connection, before: Table, after: Table, submission: Submission
) -> None:
    guest, key = submission.guest, submission.key
    same = {"same_id": before.id, "same_revision": before.revision}
    values = {**rows.table_row(after), **same, "from_guest": guest, "with_key": key}
    if UPDATE_ONCE.run(connection, values) != 1:
        raise AlreadyDone if is_known(connection, before.id, submission) else Conflict
    row = {
        "table_id": before.id,
        "guest": guest,
        "key": key,
        "at": after.changed,
        "fingerprint": submission.fingerprint,
    }
    ADD_SUBMISSION.run(connection, row)


def _save_seats(connection: Connection, before: Table, after: Table) -> None:
    for old, new in zip(before.seats, after.seats, strict=True):
        if old != new:
            same = (seats.c.table_id == after.id) & (seats.c.number == new.number)
            connection.execute(update(seats).where(same).values(rows.seat_row(after.id, new)))
        if old.devices != new.devices:
            of_seat = (seat_devices.c.table_id == after.id) & (seat_devices.c.seat == new.number)
            connection.execute(delete(seat_devices).where(of_seat))
            if new.devices:
                connection.execute(insert(seat_devices), rows.device_rows(after.id, new))


def _save_answers(connection: Connection, before: Table, after: Table) -> None:
    saved = len(before.answer_log)
    length = len(after.answer_log)
    if length < saved:
        undone = (answers.c.table_id == after.id) & (answers.c.number >= length)
        connection.execute(delete(answers).where(undone))
    elif length > saved:
        for row in rows.answer_rows(after, saved):
            ADD_ANSWER.run(connection, row)
    snapshots.update(connection, saved, after)


def _save_chat(connection: Connection, before: Table, after: Table) -> None:
    if not after.chat_messages or after.chat_messages[-1:] == before.chat_messages[-1:]:
        return
    connection.execute(insert(chat_messages), rows.chat_message_row(after))
    at_table = chat_messages.c.table_id == after.id
    newest = select(chat_messages.c.number).where(at_table).order_by(chat_messages.c.number.desc())
    expired = connection.execute(newest.offset(MAX_CHAT_MESSAGES).limit(1)).scalar()
    if expired is not None:
        connection.execute(delete(chat_messages).where(at_table, chat_messages.c.number <= expired))


def _save_announcements(connection: Connection, before: Table, after: Table) -> None:
    new = rows.announcement_rows(after, rows.last_announcement(before))
    if not new:
        return
    connection.execute(insert(announcements), new)
    expired = (announcements.c.table_id == after.id) & (
        announcements.c.number <= rows.last_announcement(after) - MAX_ANNOUNCEMENTS
    )
    connection.execute(delete(announcements).where(expired))


def _save_mutes(connection: Connection, before: Table, after: Table) -> None:
    if before.mutes == after.mutes:
        return
    kept = {mute.number for mute in after.mutes}
    known = {mute.number for mute in before.mutes}
    removed = (mutes.c.table_id == after.id) & mutes.c.number.in_(known - kept)
    connection.execute(delete(mutes).where(removed))
    for mute in after.mutes:
        if mute.number not in known:
            connection.execute(insert(mutes), rows.mute_row(after.id, mute))


def _save_bot_job(connection: Connection, before: Table, after: Table) -> None:
    """Replace the job of the previous decision by that of the current one.

    Between two jobs the row remains: it knows whether somebody watches.
    """
    old, new = bot_job_of(before), bot_job_of(after)
    if old == new and (new is None or before.attended == after.attended):
        return
    of_table = bot_jobs.c.table_id == after.id
    if old is None and new is not None:
        connection.execute(insert(bot_jobs), rows.bot_job_row(new, after))
    elif new is None:
        connection.execute(delete(bot_jobs).where(of_table))
    elif old != new:
        connection.execute(update(bot_jobs).where(of_table).values(rows.bot_job_row(new, after)))
    else:
        connection.execute(update(bot_jobs).where(of_table).values(attended=after.attended))


def _save_timeout_job(connection: Connection, before: Table, after: Table) -> None:
    """Schedule what happens when the time of the running clock is over."""
    old = None if before.clock is None else before.clock.due
    new = None if after.clock is None else after.clock.due
    if new is not None and new != old:
        jobs.schedule(connection, TIMEOUT_JOB, after.id, new, {})
    elif new is None and old is not None:
        jobs.cancel(connection, TIMEOUT_JOB, after.id)
