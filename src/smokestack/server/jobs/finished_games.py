"""Finds the finished games that jobs are about."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from smokestack.server.domain.table import Table
from smokestack.server.jobs.runner import JobFailed
from smokestack.server.storage.jobs import Job

FindTable = Callable[[str, int], Awaitable[Table]]


async def find_finished(find: FindTable, job: Job) -> Table:
    """The table of a game that has ended, at the version of the job or later.

    `JobFailed` if this process knows the table only as it was before the end.
    """
    table = await find(job.key, job.data.get("version", 0))
    if not table.finished:
        raise JobFailed("the end of the game is not known here yet")
    return table
