"""Durable jobs: work that some process must do at some time, after restarts and crashes as well.

A job is identified by its kind and key; scheduling it again replaces it. A process leases the jobs
that are due and works on them. A job that failed comes back later. If a process dies, its lease
expires: a job that may run twice is then claimed by another process, any other is given up.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any, Final

import msgspec
from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    Select,
    and_,
    bindparam,
    delete,
    func,
    insert,
    or_,
    select,
    union_all,
    update,
)

from smokestack.server.storage.database import shared_now
from smokestack.server.storage.prepared import PreparedStatement
from smokestack.server.storage.schema import jobs

LONG_AGO: Final = datetime(2000, 1, 1, tzinfo=UTC)
LEASE_TOLERANCE: Final = timedelta(seconds=5)
"""A transaction that has asked for the time sees leases that others began since then."""

# A part of most answers: a turn that ends needs no warning any more.
CANCEL: Final = PreparedStatement(
    delete(jobs).where(jobs.c.kind == bindparam("of_kind"), jobs.c.key == bindparam("with_key"))
)


class Job(msgspec.Struct, frozen=True):
    kind: str
    key: str
    data: dict[str, Any]
    failures: int
    stamp: str
    """Of this version of the job: it may be replaced while a process works on it."""


def schedule(
    connection: Connection, kind: str, key: str, due: datetime, data: Mapping[str, Any]
) -> None:
    """Add a job, or replace the one of this kind and key."""
    values = {
        "data": dict(data),
        "due": due,
        "lease_owner": None,
        "lease_expires": None,
        "failures": 0,
        "stamp": secrets.token_hex(8),
    }
    if not connection.execute(update(jobs).where(_is(kind, key)).values(values)).rowcount:
        connection.execute(insert(jobs), {"kind": kind, "key": key, **values})


def cancel(connection: Connection, kind: str, key: str) -> None:
    CANCEL.run(connection, {"of_kind": kind, "with_key": key})


def find_all(connection: Connection, kind: str, keys: Select[tuple[str]]) -> list[Job]:
    """The jobs of a kind whose keys a query finds."""
    query = select(jobs).where(jobs.c.kind == kind, jobs.c.key.in_(keys)).order_by(jobs.c.id)
    return [as_job(row) for row in connection.execute(query)]


def lock(connection: Connection, kind: str, key: str) -> None:
    """Let other transactions that lock a job wait until this one is committed."""
    connection.execute(select(jobs.c.id).where(_is(kind, key)).with_for_update())


def as_job(row: Row[Any]) -> Job:
    return Job(row.kind, row.key, row.data, row.failures, row.stamp)


def exists(connection: Connection, kind: str, key: str) -> bool:
    return connection.execute(select(jobs.c.id).where(_is(kind, key))).first() is not None


def waits_until(connection: Connection, kind: str, key: str, due: datetime) -> bool:
    """Whether a job that no process works on is due at this time or earlier."""
    waiting = and_(_is(kind, key), jobs.c.lease_owner.is_(None), jobs.c.due <= due)
    # Locked, so that no process begins with it before this is committed.
    query = select(jobs.c.id).where(waiting).with_for_update()
    return connection.execute(query).first() is not None


def is_expired(now: datetime, lease: timedelta) -> ColumnElement[bool]:
    """Whether the process that leased a job has died.

    A lease is never longer than this when it begins, so one that expires later was written before
    the clock was set back.
    """
    expires = jobs.c.lease_expires
    last_end = now + lease + LEASE_TOLERANCE
    return and_(jobs.c.lease_owner.is_not(None), or_(expires < now, expires > last_end))


def next_due(connection: Connection, kinds: Collection[str], lease: timedelta) -> datetime | None:
    """When the next job that no process works on is due."""
    now = shared_now(connection)
    values = {"now": now, "last_end": now + lease + LEASE_TOLERANCE}
    found: datetime | None = connection.execute(_next_due(tuple(kinds)), values).scalar()
    return found


@cache
def _next_due(kinds: tuple[str, ...]) -> Select[Any]:
    """The earliest of the first jobs of each kind, which an index finds among thousands.

    Put together once, because every process runs it several times per second.
    """
    is_free = or_(
        jobs.c.lease_owner.is_(None),
        jobs.c.lease_expires < bindparam("now"),
        jobs.c.lease_expires > bindparam("last_end"),
    )
    first = [
        select(jobs.c.due).where(jobs.c.kind == kind, is_free).order_by(jobs.c.due).limit(1)
        for kind in kinds
    ]
    all_first = union_all(*[select(each.subquery().c.due) for each in first]).subquery()
    return select(func.min(all_first.c.due))


def end_all_leases(connection: Connection) -> None:
    """Only correct if no other process uses this database."""
    leased = jobs.c.lease_owner.is_not(None)
    connection.execute(update(jobs).where(leased).values(lease_expires=LONG_AGO))


def _is(kind: str, key: str) -> ColumnElement[bool]:
    return and_(jobs.c.kind == kind, jobs.c.key == key)


def is_version(job: Job) -> ColumnElement[bool]:
    return and_(_is(job.kind, job.key), jobs.c.stamp == job.stamp)
