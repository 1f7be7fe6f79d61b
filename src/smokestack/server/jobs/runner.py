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
MAX_RUNNING: Final = 50  # jobs at a time
CLOSE_SECONDS: Final = 2.0  # for jobs in progress, since some can't be repeated

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
        self._running: set[asyncio.Task[None]] = set()
        self._wake = asyncio.Event()

    def add(self, name: str, kind: JobKind) -> None:
        """Handle jobs of a kind; call this before `open`."""
        self._kinds[name] = kind

    def open(self) -> None:
        self._task.start(self._run())

    async def close(self) -> None:
        await self._task.close()
        if self._running:
            await asyncio.wait(self._running, timeout=CLOSE_SECONDS)
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)

    def wake(self) -> None:
        """Look for jobs at once, because one was scheduled that is due."""
        self._wake.set()

    async def run_due(self) -> int:
        """Run the jobs that are due now until they have ended; returns their number."""
        started = await self._start_due()
        await asyncio.gather(*started)
        return len(started)

    async def _run(self) -> None:
        while True:
            with LogErrors(log, "can't poll for jobs"):
                wait = await self._seconds_to_next()
                if wait > 0:
                    with contextlib.suppress(TimeoutError):
                        async with asyncio.timeout(wait):
                            await self._wake.wait()
                    self._wake.clear()
                if wait < POLL_SECONDS:
                    await self._start_due()
                continue
            await asyncio.sleep(FAILED_POLL_SECONDS)

    async def _seconds_to_next(self) -> float:
        """How long to wait for the next job; the end of a running one wakes the runner."""
        if len(self._running) >= MAX_RUNNING:
            return POLL_SECONDS
        due = await self._jobs.next_due(list(self._kinds))
        if due is None:
            return POLL_SECONDS
        return min(POLL_SECONDS, (due - self._source.now()).total_seconds())

    async def _start_due(self) -> list[asyncio.Task[None]]:
        """Start jobs that are due, without waiting for others: one may take its time."""
        free = MAX_RUNNING - len(self._running)
        if free <= 0:
            return []
        repeatable = [name for name, kind in self._kinds.items() if kind.repeatable]
        once = [name for name, kind in self._kinds.items() if not kind.repeatable]
        claimed = await self._jobs.claim(self._source.now(), repeatable, once, free)
        started = [asyncio.create_task(self._run_job(job)) for job in claimed]
        for task in started:
            self._running.add(task)
            task.add_done_callback(self._note_end)
        return started

    def _note_end(self, task: asyncio.Task[None]) -> None:
        self._running.discard(task)
        if len(self._running) == MAX_RUNNING - 1:
            self._wake.set()

    async def _run_job(self, job: Job) -> None:
        kind = self._kinds[job.kind]
        try:
            again = await kind.handler(job)
        except (JobFailed, StorageUnavailable) as error:
            await self._failed(job, kind, str(error))
        except Exception:
            log.exception("job failed", extra=_fields(job))
            if kind.repeatable:
                await self._failed(job, kind, "")
            else:
                await self._note_done(job, None)  # nobody knows how far it came
        else:
            await self._note_done(job, again)

    async def _note_done(self, job: Job, again: datetime | None) -> None:
        """The work is done, so if this fails the job must not be repeated.

        It stays leased. When the lease expires, the job is given up, or done once more if that
        does no harm.
        """
        try:
            if again is None:
                await self._jobs.finish(job)
            else:
                await self._jobs.postpone(job, again)
        except StorageUnavailable as error:
            log.error("can't record that a job is done: %s", error.reason, extra=_fields(job))

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
            log.error("can't record that a job failed: %s", error.reason, extra=fields)


def _fields(job: Job, reason: str = "") -> dict[str, dict[str, object]]:
    """Without the key and the data, which may contain addresses."""
    fields: dict[str, object] = {"kind": job.kind, "failures": job.failures}
    return {"fields": {**fields, "reason": reason} if reason else fields}
