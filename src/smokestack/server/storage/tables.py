"""Tables in the database: finding, loading, adding and saving them.

A change is saved only if the table is still at the revision that was changed (optimistic locking),
so nothing is lost or applied twice when several processes share the database.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime
from typing import Final

import msgspec
from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    bindparam,
    delete,
    func,
    insert,
    or_,
    select,
    union,
    update,
)
from sqlalchemy.exc import DatabaseError

from smokestack.engine.errors import brief
from smokestack.server.domain.announcements import MAX_ANNOUNCEMENTS
from smokestack.server.domain.bot_job import bot_job_of
from smokestack.server.domain.chat import MAX_CHAT_MESSAGES
from smokestack.server.domain.origin import Origin
from smokestack.server.domain.table import CLOSED, OVER, RESIGNED, RUNNING, WAITING, Table
from smokestack.server.storage import (
    invitations,
    jobs,
    notices,
    results,
    rows,
    snapshots,
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
    write_tests,
)

FINISHED: Final = (OVER, RESIGNED, CLOSED)
MAX_LISTED_PER_ADDRESS: Final = 5
TIMEOUT_JOB: Final = "time-out"

_KNOWN_SUBMISSION = select(submissions.c.fingerprint).where(
    submissions.c.table_id == bindparam("same_id"),
    submissions.c.guest == bindparam("from_guest"),
    submissions.c.key == bindparam("with_key"),
)
_COUNT = select(func.count()).select_from(tables)
_UNFINISHED = _COUNT.where(tables.c.status.not_in(FINISHED))
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


class TableCounts(msgspec.Struct, frozen=True):
    """Numbers of unfinished tables; 0 for the address and network of this machine."""

    total: int
    of_host: int
    of_address: int
    of_network: int


def load(connection: Connection, table_id: str, known: Table | None = None) -> Table | None:
    """A table; `InvalidInput` if this version can't replay it, `UnreadableTable` if it is damaged.

    If only answers were added since the table was as `known`, only those are read.
    """
    try:
        updated = None if known is None else rows.read_new_answers(connection, known)
        return updated or rows.read_table(connection, table_id)
    except DatabaseError as error:
        if not is_damaged(error):
            raise
        raise UnreadableTable(f"its rows can't be read ({error.orig})") from error
    except (ValueError, TypeError, OverflowError, LookupError, RecursionError) as error:
        # Raised while a value is converted to its type in Python.
        raise UnreadableTable(f"its rows can't be read ({brief(str(error))})") from error


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


def tables_of(connection: Connection, guest: str, limit: int) -> list[str]:
    """The ids of tables where a guest has a seat or is the host, latest change first."""
    hosted = select(tables.c.id).where(tables.c.host == guest)
    seated_at = select(seats.c.table_id).where(seats.c.guest == guest)
    used_at = select(seat_devices.c.table_id).where(seat_devices.c.guest == guest)
    # Three conditions joined by OR would read all tables.
    query = (
        select(tables.c.id)
        .where(tables.c.id.in_(union(hosted, seated_at, used_at)))
        .order_by(tables.c.changed.desc(), tables.c.id)
        .limit(limit)
    )
    return _ids(connection, query)


def waiting_for(connection: Connection, guest: str, limit: int) -> list[str]:
    """The ids of tables where a guest must answer, the one that waits longest first."""
    own = or_(
        seats.c.guest == guest,
        select(seat_devices.c.guest)
        .where(
            seat_devices.c.table_id == seats.c.table_id,
            seat_devices.c.seat == seats.c.number,
            seat_devices.c.guest == guest,
        )
        .exists(),
    )
    used_at = select(seat_devices.c.table_id).where(seat_devices.c.guest == guest)
    seated_at = select(seats.c.table_id).where(seats.c.guest == guest)
    query = (
        select(tables.c.id)
        .join(seats, (seats.c.table_id == tables.c.id) & (seats.c.number == tables.c.actor))
        .where(
            or_(tables.c.id.in_(seated_at), tables.c.id.in_(used_at)),
            tables.c.status == RUNNING,
            own,
            seats.c.bot == "",
            seats.c.has_left.is_(False),
        )
        .order_by(tables.c.decision_since, tables.c.id)
        .limit(limit)
    )
    return _ids(connection, query)


def open_tables(connection: Connection, limit: int) -> list[str]:
    """The ids of tables that anyone may join and that have a free seat, newest first.

    There is one of each host, and few of an address.
    """
    free_seat = select(seats.c.number).where(
        seats.c.table_id == tables.c.id, seats.c.guest == "", seats.c.bot == ""
    )
    number_of_host = func.row_number().over(
        partition_by=tables.c.host, order_by=(tables.c.created.desc(), tables.c.id)
    )
    found = (
        select(tables.c.id, tables.c.created, tables.c.address, number_of_host.label("number"))
        .where(tables.c.status == WAITING, tables.c.open.is_(True), free_seat.exists())
        .subquery()
    )
    number_of_address = func.row_number().over(
        partition_by=found.c.address, order_by=(found.c.created.desc(), found.c.id)
    )
    of_hosts = (
        select(found.c.id, found.c.created, found.c.address, number_of_address.label("number"))
        .where(found.c.number == 1)
        .subquery()
    )
    query = (
        select(of_hosts.c.id)
        .where(or_(of_hosts.c.address == "", of_hosts.c.number <= MAX_LISTED_PER_ADDRESS))
        .order_by(of_hosts.c.created.desc(), of_hosts.c.id)
        .limit(limit)
    )
    return _ids(connection, query)


def list_state(connection: Connection, guest: str, limit: int) -> list[tuple[str, int]]:
    """The tables that the start page lists for a guest, with their revisions."""
    listed = tables_of(connection, guest, limit) if guest else []
    listed += invitations.tables_of(connection, guest, limit) if guest else []
    listed += open_tables(connection, limit)
    found = revisions(connection, listed)
    return [(table_id, found.get(table_id, 0)) for table_id in listed]


def count_turns(connection: Connection, guest: str, besides: str) -> int:
    """The number of running tables where it is the turn of a guest, besides one."""
    used = select(seat_devices.c.seat).where(
        seat_devices.c.table_id == tables.c.id,
        seat_devices.c.seat == seats.c.number,
        seat_devices.c.guest == guest,
    )
    actor = (seats.c.table_id == tables.c.id) & (seats.c.number == tables.c.actor)
    query = (
        select(func.count())
        .select_from(tables.join(seats, actor))
        .where(
            tables.c.status == RUNNING,
            tables.c.id != besides,
            seats.c.bot == "",
            seats.c.has_left.is_(False),
            or_(seats.c.guest == guest, used.exists()),
        )
    )
    return connection.execute(query).scalar_one()


def continues(connection: Connection, table_id: str, commitment: str, since: datetime) -> bool:
    """Whether another game from the same deal is unfinished and was played on after `since`."""
    query = select(tables.c.id).where(
        tables.c.deal_commitment == commitment,
        tables.c.id != table_id,
        tables.c.status.not_in(FINISHED),
        tables.c.changed > since,
    )
    return connection.execute(query.limit(1)).first() is not None


def count_unfinished(connection: Connection) -> int:
    return connection.execute(_UNFINISHED).scalar_one()


def count_for_limits(connection: Connection, host: str, origin: Origin) -> TableCounts:
    def count(condition: ColumnElement[bool]) -> int:
        return connection.execute(_UNFINISHED.where(condition)).scalar_one()

    return TableCounts(
        count_unfinished(connection),
        count(tables.c.host == host),
        count(tables.c.address == origin.address) if origin.address else 0,
        count(tables.c.network == origin.network) if origin.network else 0,
    )


def count_unattended(connection: Connection, address: str = "") -> int:
    """The number of running tables where no person is seated, of an address or of all."""
    person = select(seats.c.number).where(
        seats.c.table_id == tables.c.id,
        seats.c.guest != "",
        seats.c.bot == "",
        seats.c.has_left.is_(False),
    )
    query = _COUNT.where(tables.c.status == RUNNING, ~person.exists())
    if address:
        query = query.where(tables.c.address == address)
    return connection.execute(query).scalar_one()


def test_write(connection: Connection) -> None:
    """Fails if the database can't be written."""
    connection.execute(update(write_tests).values(at=datetime.now(UTC)))


def count_pending_bot_jobs(connection: Connection) -> int:
    """The number of tables where a bot must answer."""
    actor = (seats.c.table_id == tables.c.id) & (seats.c.number == tables.c.actor)
    query = select(func.count()).select_from(tables.join(seats, actor))
    return connection.execute(query.where(seats.c.bot != "")).scalar_one()


def _ids(connection: Connection, query: Select[str]) -> list[str]:
    return list(connection.execute(query).scalars())


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
