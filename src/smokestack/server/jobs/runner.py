"""Runs durable jobs when they are due."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Final

import msgspec

from smokestack.server.domain.errors import StorageUnavailable
from smokestack.server.domain.time_source import TimeSource
from smokestack.server.storage.background import BackgroundTask, LogErrors
from smokestack.server.storage.job_queue import JobRepository
from smokestack.server.storage.jobs import Job

log = logging.getLogger(__name__)

POLL_SECONDS: Final = 1.0  # between polls for jobs that other processes have scheduled
FAILED_POLL_SECONDS: Final = 5.0  # if the database can't be used
BATCH_SIZE: Final = 50

Handler = Callable[[Job], Awaitable[datetime | None]]
"""Does the work of a job. Returns when the job must come back, or None if it is done."""


class JobFailed(Exception):
    """The work failed for a reason that may pass, so it is worth another attempt."""


class JobKind(msgspec.Struct, frozen=True):
    handler: Handler
    max_failures: int
    """Attempts after which a job is given up."""
    repeatable: bool
    """It does no harm to do it twice, so it is repeated if the process that did it has died."""


class JobRunner:
    def __init__(self, jobs: JobRepository, source: TimeSource) -> None:
        self._jobs = jobs
        self._source = source
        self._kinds: dict[str, JobKind] = {}
        self._task = BackgroundTask()
        self._wake = asyncio.Event()

    def add(self, name: str, kind: JobKind) -> None:
        """Handle jobs of a kind; call this before `open`."""
        self._kinds[name] = kind

    def open(self) -> None:
        self._task.start(self._run())

    async def close(self) -> None:
        await self._task.close()

    def wake(self) -> None:
        """Look for jobs at once, because one was scheduled that is due."""
        self._wake.set()

    async def run_due(self) -> int:
        """Run the jobs that are due now; returns their number."""
        repeatable = [name for name, kind in self._kinds.items() if kind.repeatable]
        once = [name for name, kind in self._kinds.items() if not kind.repeatable]
        claimed = await self._jobs.claim(self._source.now(), repeatable, once, BATCH_SIZE)
        await asyncio.gather(*[self._run_job(job) for job in claimed])
        return len(claimed)

    async def _run(self) -> None:
        while True:
            with LogErrors(log, "can't look for jobs"):
                due = await self._jobs.next_due(list(self._kinds))
                wait = POLL_SECONDS
                if due is not None:
                    wait = min(wait, (due - self._source.now()).total_seconds())
                if wait > 0:
                    with contextlib.suppress(TimeoutError):
                        async with asyncio.timeout(wait):
                            await self._wake.wait()
                    self._wake.clear()
                if wait <= 0 or wait < POLL_SECONDS:
                    await self.run_due()
                continue
            await asyncio.sleep(FAILED_POLL_SECONDS)

    async def _run_job(self, job: Job) -> None:
        kind = self._kinds[job.kind]
        try:
            again = await kind.handler(job)
            if again is None:
                await self._jobs.finish(job)
            else:
                await self._jobs.postpone(job, again)
        except (JobFailed, StorageUnavailable) as error:
            await self._failed(job, kind, str(error))
        except Exception:
            log.exception("job failed", extra=_fields(job))
            await self._failed(job, kind, "")

    async def _failed(self, job: Job, kind: JobKind, reason: str) -> None:
        fields = _fields(job, reason)
        try:
            if job.failures + 1 >= kind.max_failures:
                log.error("job given up", extra=fields)
                await self._jobs.finish(job)
            else:
                log.warning("job failed, trying again later", extra=fields)
                await self._jobs.retry(job, self._source.now())
        except StorageUnavailable as error:
            log.error("can't note that a job failed: %s", error.reason, extra=fields)


def _fields(job: Job, reason: str = "") -> dict[str, dict[str, object]]:
    """Without the key and the data, which may contain addresses."""
    fields: dict[str, object] = {"kind": job.kind, "failures": job.failures}
    return {"fields": {**fields, "reason": reason} if reason else fields}
