"""Bot jobs in the database, and which process works on which.

A job is leased: it names its owner and when the lease expires. A process renews the leases of the
jobs it works on; if it dies, they expire and another process takes over.

Jobs are claimed in this order: tables where a person is seated, then those that somebody watches,
then the rest. Within each of these, addresses take turns, and so do the hosts of one address.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any, Final

import msgspec
from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    Select,
    Update,
    and_,
    delete,
    func,
    insert,
    or_,
    select,
    update,
)

from smokestack.server.domain.bot_job import BotJob
from smokestack.server.domain.table import FINISHED
from smokestack.server.storage.async_database import AsyncDatabase
from smokestack.server.storage.database import shared_now
from smokestack.server.storage.prepared import PreparedStatement
from smokestack.server.storage.schema import bot_jobs, bot_turns, tables
from smokestack.server.storage.writer import AFTER_ALL_TABLES

MAX_RETRY_SECONDS: Final = 300.0
MAX_KEPT_TURNS: Final = 10_000
CLAIM_LOCK_KEY: Final = 0x536D6F6B66

FIND_ANY: Final = PreparedStatement(select(select(bot_jobs.c.table_id).exists().label("found")))


class ClaimedJob(msgspec.Struct, frozen=True):
    job: BotJob
    has_person: bool
    """A person is seated at the table or watches it."""


class BotJobRepository:
    """The jobs from the point of view of one process, the `owner` of its leases."""

    def __init__(self, database: AsyncDatabase, owner: str, lease_seconds: float) -> None:
        self._database = database
        self._owner = owner
        self._lease = timedelta(seconds=lease_seconds)

    async def claim(self, job: BotJob) -> bool:
        """Lease a job; False if it is obsolete or another process has it."""
        return await self._database.write(job.table_id, self._claim, job)

    async def claim_next(self, limit: int, max_unattended: int) -> list[ClaimedJob]:
        """Lease the jobs that come next and that no process works on.

        At most `max_unattended` of them are of tables without a person.
        """
        if not await self._database.read_briefly(_has_jobs):  # a transaction costs far more
            return []
        return await self._database.write(AFTER_ALL_TABLES, self._claim_next, limit, max_unattended)

    async def unattended(self) -> list[str]:
        """The ids of tables with a job where no person is seated."""
        return await self._database.read(_unattended)

    async def note_watched(self, table_ids: Collection[str], seconds: float) -> None:
        """Note that somebody watches tables, for this long."""
        await self._database.write(AFTER_ALL_TABLES, self._note_watched, table_ids, seconds)

    async def renew(self, table_ids: Collection[str]) -> None:
        """Extend the leases of this process."""
        await self._database.write(AFTER_ALL_TABLES, self._renew, table_ids)

    async def release(self, job: BotJob) -> None:
        """End a lease, so that any process can claim the job at once."""
        await self._database.write(job.table_id, self._release, job)

    async def postpone(self, job: BotJob, first: float) -> float:
        """Block a job that failed for a while, twice as long each time; returns the seconds."""
        return await self._database.write(job.table_id, self._postpone, job, first)

    def _claim(self, connection: Connection, job: BotJob) -> bool:
        now = shared_now(connection)
        own_or_free = or_(self._is_free(now), bot_jobs.c.lease_owner == self._owner)
        claim = update(bot_jobs).where(
            bot_jobs.c.table_id == job.table_id,
            bot_jobs.c.version == job.version,
            bot_jobs.c.seat == job.seat,
            bot_jobs.c.bot == job.bot,
            own_or_free,
        )
        lease = {"lease_owner": self._owner, "lease_expires": now + self._lease}
        return connection.execute(claim.values(lease)).rowcount == 1

    def _claim_next(
        self, connection: Connection, limit: int, max_unattended: int
    ) -> list[ClaimedJob]:
        _lock_turns(connection)
        now = shared_now(connection)
        claimed: list[ClaimedJob] = []
        while len(claimed) < limit:  # one at a time: each claim changes whose turn it is
            query = _next_job(now, self._is_free(now))
            if max_unattended <= 0:
                query = query.where(_has_person(now))
            row = connection.execute(query).first()
            if row is None:
                break
            lease = {"lease_owner": self._owner, "lease_expires": now + self._lease}
            of_table = bot_jobs.c.table_id == row.table_id
            connection.execute(update(bot_jobs).where(of_table).values(lease))
            _note_turn(connection, row.address, row.host)
            if not row.has_person:
                max_unattended -= 1
            claimed.append(ClaimedJob(_job(row), bool(row.has_person)))
        return claimed

    def _is_free(self, now: datetime) -> ColumnElement[bool]:
        """Whether no process works on a job.

        A lease is never longer than this when it begins, so one that expires later was written
        before the clock was set back.
        """
        expires, owner = bot_jobs.c.lease_expires, bot_jobs.c.lease_owner
        return or_(
            expires.is_(None),
            expires < now,
            and_(owner.is_not(None), expires > now + self._lease),
            expires > now + timedelta(seconds=MAX_RETRY_SECONDS),
        )

    def _note_watched(
        self, connection: Connection, table_ids: Collection[str], seconds: float
    ) -> None:
        own = self._lock_rows(connection, bot_jobs.c.table_id.in_(table_ids))
        until = shared_now(connection) + timedelta(seconds=seconds)
        watched = update(bot_jobs).where(bot_jobs.c.table_id.in_(own))
        connection.execute(watched.values(watched_until=until))

    def _renew(self, connection: Connection, table_ids: Collection[str]) -> None:
        own = self._lock_rows(
            connection, bot_jobs.c.lease_owner == self._owner, bot_jobs.c.table_id.in_(table_ids)
        )
        if own:
            expires = shared_now(connection) + self._lease
            renewal = update(bot_jobs).where(bot_jobs.c.table_id.in_(own))
            connection.execute(renewal.values(lease_expires=expires))

    def _lock_rows(self, connection: Connection, *conditions: ColumnElement[bool]) -> list[str]:
        """The table ids of the jobs that fulfil conditions.

        Rows that another transaction has locked are being changed anyway: they are left out.
        """
        query = select(bot_jobs.c.table_id).where(*conditions).with_for_update(skip_locked=True)
        return list(connection.execute(query).scalars())

    def _release(self, connection: Connection, job: BotJob) -> None:
        connection.execute(self._own(job).values(lease_owner=None, lease_expires=None))

    def _postpone(self, connection: Connection, job: BotJob, first: float) -> float:
        query = select(bot_jobs.c.failures).where(bot_jobs.c.table_id == job.table_id)
        failures = connection.execute(query).scalar() or 0
        seconds = min(MAX_RETRY_SECONDS, first * 2 ** min(failures, 30))
        expires = shared_now(connection) + timedelta(seconds=seconds)
        connection.execute(
            self._own(job).values(lease_owner=None, lease_expires=expires, failures=failures + 1)
        )
        return float(seconds)

    def _own(self, job: BotJob) -> Update:
        return update(bot_jobs).where(
            bot_jobs.c.table_id == job.table_id,
            bot_jobs.c.version == job.version,
            bot_jobs.c.lease_owner == self._owner,
        )


def delete_old_turns(connection: Connection) -> None:
    """Forget hosts whose games are over, and those that had no turn for long.

    A host who is forgotten comes first again.
    """
    _lock_turns(connection)
    old = bot_turns.c.turn < _last_turn(connection) - MAX_KEPT_TURNS
    unfinished = select(tables.c.id).where(
        tables.c.host == bot_turns.c.host,
        tables.c.address == bot_turns.c.address,
        tables.c.status.not_in(FINISHED),
    )
    connection.execute(delete(bot_turns).where(or_(old, ~unfinished.exists())))


def delete_all_leases(connection: Connection) -> None:
    """Only correct if no other process uses this database."""
    leased = bot_jobs.c.lease_owner.is_not(None)
    connection.execute(update(bot_jobs).where(leased).values(lease_owner=None, lease_expires=None))


def _next_job(now: datetime, is_free: ColumnElement[bool]) -> Select[Any]:
    """The job to claim next. A host that had no turn yet comes before all that had one."""
    of_address = (
        select(bot_turns.c.address, func.max(bot_turns.c.turn).label("turn"))
        .group_by(bot_turns.c.address)
        .subquery()
    )
    same_host = and_(bot_turns.c.address == bot_jobs.c.address, bot_turns.c.host == bot_jobs.c.host)
    watched = _has_person(now)
    return (
        select(bot_jobs, watched.label("has_person"))
        .outerjoin(of_address, of_address.c.address == bot_jobs.c.address)
        .outerjoin(bot_turns, same_host)
        .where(is_free)
        .order_by(
            bot_jobs.c.attended.desc(),
            watched.desc(),
            of_address.c.turn.asc().nulls_first(),
            bot_turns.c.turn.asc().nulls_first(),
            bot_jobs.c.queued_at,
            bot_jobs.c.table_id,
        )
        .limit(1)
        .with_for_update(skip_locked=True, of=bot_jobs)
    )


def _has_person(now: datetime) -> ColumnElement[bool]:
    watched_until = bot_jobs.c.watched_until
    return or_(bot_jobs.c.attended.is_(True), and_(watched_until.is_not(None), watched_until > now))


def _lock_turns(connection: Connection) -> None:
    """Otherwise two processes would give the same turn to two hosts, or deadlock over them."""
    if connection.dialect.name != "sqlite":
        connection.execute(select(func.pg_advisory_xact_lock(CLAIM_LOCK_KEY)))


def _note_turn(connection: Connection, address: str, host: str) -> None:
    turn = _last_turn(connection) + 1
    same = and_(bot_turns.c.address == address, bot_turns.c.host == host)
    changed = connection.execute(update(bot_turns).where(same).values(turn=turn))
    if not changed.rowcount:
        connection.execute(insert(bot_turns), {"address": address, "host": host, "turn": turn})


def _last_turn(connection: Connection) -> int:
    return connection.execute(select(func.max(bot_turns.c.turn))).scalar() or 0


def _has_jobs(connection: Connection) -> bool:
    return bool(FIND_ANY.find(connection, {})[0].found)


def _unattended(connection: Connection) -> list[str]:
    query = select(bot_jobs.c.table_id).where(bot_jobs.c.attended.is_(False))
    return list(connection.execute(query).scalars())


def _job(row: Row[tuple[object, ...]]) -> BotJob:
    return BotJob(row.table_id, row.version, row.seat, row.bot)
