"""Analyses of finished games in the database: those to be made and those that are done.

As with bot jobs, the process that makes an analysis has a lease. If it dies, the lease expires and
another process starts again.
"""

from __future__ import annotations

import zlib
from datetime import timedelta
from typing import Final

import msgspec
from sqlalchemy import ColumnElement, Connection, and_, func, insert, or_, select, update

from smokestack.analysis.report import FORMAT, Analysis, Depth
from smokestack.server.domain.analyses import AnalysisJob, AnalysisState
from smokestack.server.storage.database import shared_now
from smokestack.server.storage.schema import analyses

MAX_WAITING: Final = 200
MAX_FAILURES: Final = 3


def find(connection: Connection, table_id: str, depth: Depth) -> AnalysisState:
    row = connection.execute(select(analyses).where(_is(table_id, depth))).first()
    if row is None:
        return AnalysisState(depth, "none")
    if row.result is not None:
        analysis = _decode(row.result)
        if analysis is None:
            return AnalysisState(depth, "none")
        return AnalysisState(depth, "done", row.answers, row.answers, analysis)
    if row.failures >= MAX_FAILURES:
        return AnalysisState(depth, "failed", 0, row.answers)
    is_running = row.lease_expires is not None and row.lease_expires > shared_now(connection)
    return AnalysisState(depth, "running" if is_running else "waiting", row.examined, row.answers)


def find_best(connection: Connection, table_id: str) -> AnalysisState:
    """The deep analysis if it is done, else the quick one."""
    deep = find(connection, table_id, "deep")
    return deep if deep.status == "done" else find(connection, table_id, "quick")


def request(connection: Connection, table_id: str, depth: Depth, answers: int) -> bool:
    """Ask for an analysis, unless it is there already; False if too many are waiting."""
    state = find(connection, table_id, depth)
    if state.status not in ("none", "failed"):
        return True
    waiting = analyses.c.result.is_(None) & (analyses.c.failures < MAX_FAILURES)
    count = select(func.count()).select_from(analyses).where(waiting)
    if connection.execute(count).scalar_one() >= MAX_WAITING:
        return False
    values = {
        "queued_at": shared_now(connection),
        "lease_owner": None,
        "lease_expires": None,
        "failures": 0,
        "examined": 0,
        "answers": answers,
        "result": None,
    }
    changed = connection.execute(update(analyses).where(_is(table_id, depth)).values(values))
    if not changed.rowcount:
        connection.execute(insert(analyses), {"table_id": table_id, "depth": depth, **values})
    return True


def is_any_waiting(connection: Connection) -> bool:
    """Whether there is an analysis to make that no process works on."""
    query = select(analyses.c.table_id).where(_is_free(connection)).limit(1)
    return connection.execute(query).first() is not None


def claim_next(connection: Connection, owner: str, lease_seconds: float) -> AnalysisJob | None:
    """Lease the analysis that has waited longest; quick ones come first."""
    query = (
        select(analyses.c.table_id, analyses.c.depth)
        .where(_is_free(connection))
        .order_by(analyses.c.depth.desc(), analyses.c.queued_at, analyses.c.table_id)
        .limit(1)
        .with_for_update(skip_locked=True)
    )
    row = connection.execute(query).first()
    if row is None:
        return None
    lease = {
        "lease_owner": owner,
        "lease_expires": shared_now(connection) + timedelta(seconds=lease_seconds),
        "examined": 0,
    }
    connection.execute(update(analyses).where(_is(row.table_id, row.depth)).values(lease))
    return AnalysisJob(row.table_id, row.depth)


def note_progress(
    connection: Connection, job: AnalysisJob, owner: str, lease_seconds: float, examined: int
) -> bool:
    """Note how many answers are examined, and extend the lease; False if it was lost."""
    values = {
        "examined": examined,
        "lease_expires": shared_now(connection) + timedelta(seconds=lease_seconds),
    }
    changed = update(analyses).where(_is_own(job, owner)).values(values)
    return connection.execute(changed).rowcount == 1


def store(connection: Connection, job: AnalysisJob, owner: str, analysis: Analysis) -> bool:
    """Store the result; False if the lease was lost."""
    values = {
        "result": zlib.compress(analysis.to_json()),
        "lease_owner": None,
        "lease_expires": None,
    }
    changed = update(analyses).where(_is_own(job, owner)).values(values)
    return connection.execute(changed).rowcount == 1


def release(connection: Connection, job: AnalysisJob, owner: str, failed: bool) -> None:
    """End a lease; after `MAX_FAILURES` failures the analysis is given up."""
    values: dict[str, object] = {"lease_owner": None, "lease_expires": None, "examined": 0}
    if failed:
        values["failures"] = analyses.c.failures + 1
    connection.execute(update(analyses).where(_is_own(job, owner)).values(values))


def end_all_leases(connection: Connection) -> None:
    """Only correct if no other process uses this database."""
    leased = analyses.c.lease_owner.is_not(None)
    connection.execute(update(analyses).where(leased).values(lease_owner=None, lease_expires=None))


def _decode(data: bytes) -> Analysis | None:
    """A stored analysis; None if another version of Smokestack wrote another format."""
    try:
        analysis = msgspec.json.decode(zlib.decompress(data), type=Analysis)
    except (zlib.error, msgspec.DecodeError):
        return None
    return analysis if analysis.format == FORMAT else None


def _is_free(connection: Connection) -> ColumnElement[bool]:
    expires = analyses.c.lease_expires
    return and_(
        analyses.c.result.is_(None),
        analyses.c.failures < MAX_FAILURES,
        or_(expires.is_(None), expires < shared_now(connection)),
    )


def _is(table_id: str, depth: str) -> ColumnElement[bool]:
    return and_(analyses.c.table_id == table_id, analyses.c.depth == depth)


def _is_own(job: AnalysisJob, owner: str) -> ColumnElement[bool]:
    return and_(
        _is(job.table_id, job.depth), analyses.c.lease_owner == owner, analyses.c.result.is_(None)
    )
