"""Finds the finished games that jobs are about."""

from __future__ import annotations

from smokestack.server.domain.table import Table
from smokestack.server.jobs.runner import JobFailed
from smokestack.server.storage.jobs import Job
from smokestack.server.storage.table_store import TableStore


async def find_finished(store: TableStore, job: Job) -> Table:
    """The table of a game that has ended, at the version of the job or later.

    `JobFailed` if this process knows the table only as it was before the end.
    """
    table = await store.find(job.key, job.data.get("version", 0))
    if not table.finished:
        raise JobFailed("the end of the game is not known here yet")
    return table
