"""Works on bot jobs: claims them, lets a process compute the answer, gives the answer at the table.

A job is written to the database together with the answer before it. This object only knows the jobs
that this process works on; after a crash another process finds them in the database.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import OrderedDict
from collections.abc import Coroutine
from datetime import UTC, datetime, timedelta
from typing import Final

import msgspec

from smokestack.server.bots.pool import BotProcessPool
from smokestack.server.bots.tasks import choose_answer, task_of
from smokestack.server.domain import turns
from smokestack.server.domain.bot_job import BotJob, bot_job_of
from smokestack.server.domain.errors import DomainError
from smokestack.server.domain.metrics import TableMetrics
from smokestack.server.domain.table import Table
from smokestack.server.domain.tokens import TokenSigner
from smokestack.server.settings import Settings
from smokestack.server.storage.bot_jobs import BotJobRepository
from smokestack.server.storage.table_store import TableStore

log = logging.getLogger(__name__)

MISMATCH_RETRY_SECONDS: Final = 0.25
FIRST_RETRY_SECONDS: Final = 2.0  # after the first failure of a job; doubled each time
MAX_RETRY_SECONDS: Final = 300.0
PAUSE_WITHIN_TURN: Final = 0.4  # share of the pause before a turn
POLL_SECONDS: Final = 0.25  # between looks for jobs that no other process works on
MAX_REMOTE_JOBS: Final = 2_000


class RunningJob(msgspec.Struct, frozen=True):
    job: BotJob
    since: datetime


class BotQueue:
    """Runs as many jobs at a time as there are bot processes."""

    def __init__(
        self,
        settings: Settings,
        signer: TokenSigner,
        store: TableStore,
        jobs: BotJobRepository,
        pool: BotProcessPool,
        metrics: TableMetrics,
    ) -> None:
        self._settings = settings
        self._signer = signer
        self._store = store
        self._jobs = jobs
        self._pool = pool
        self._metrics = metrics
        self._free_slots = settings.bots
        self._maybe_more = True  # jobs may be waiting in the database for a free slot
        self._wake = asyncio.Event()
        self._running: dict[str, RunningJob] = {}
        self._remote: OrderedDict[tuple[str, int], datetime] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_open = False

    def open(self) -> None:
        self._is_open = True
        self._wake.set()
        self._start(self._poll())
        self._start(self._renew_leases())

    async def close(self) -> None:
        """Stop all jobs and release them to other processes."""
        self._is_open = False
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for running in list(self._running.values()):
            await self._release(running)

    def submit(self, table: Table) -> None:
        """Work on the table's job, if it has one; call this with each table committed here."""
        if self._settings.bots and any(seat.bot for seat in table.seats) and not table.finished:
            self._pool.warm_up()
        job = bot_job_of(table)
        if job is None or not self._is_open or self._is_running(job):
            return
        if self._free_slots and not self._maybe_more:
            self._free_slots -= 1
            self._start(self._claim_and_run(self._add(job)))
        else:
            self._maybe_more = True
            self._wake.set()

    def note_claim(self, table_id: str, version: int) -> None:
        """A process, this one or another, has claimed the job of a table's version."""
        self._remote[table_id, version] = datetime.now(UTC)
        if len(self._remote) > MAX_REMOTE_JOBS:
            self._remote.popitem(last=False)

    def running_since(self, table: Table) -> datetime | None:
        """When a process started on the table's job; None while the job waits."""
        job = bot_job_of(table)
        if job is None:
            return None
        if self._is_running(job):
            return self._running[table.id].since
        return self._remote.get((table.id, table.version))

    def _is_running(self, job: BotJob) -> bool:
        running = self._running.get(job.table_id)
        return running is not None and running.job == job

    def _add(self, job: BotJob) -> RunningJob:
        running = RunningJob(job, datetime.now(UTC))
        self._running[job.table_id] = running
        return running

    async def _poll(self) -> None:
        """Claim jobs that no process works on: from before a restart, or left by a dead process."""
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(POLL_SECONDS):
                    await self._wake.wait()
            self._wake.clear()
            if self._free_slots:
                try:
                    await self._claim_waiting()
                except Exception:
                    log.exception("can't poll for bot jobs")

    async def _claim_waiting(self) -> None:
        slots, self._free_slots, self._maybe_more = self._free_slots, 0, False
        claimed: list[BotJob] = []
        try:
            claimed = await self._jobs.claim_oldest(slots)
        finally:
            self._maybe_more = self._maybe_more or len(claimed) == slots
            new = [job for job in claimed if not self._is_running(job)]
            self._free_slots += slots - len(new)
            for job in new:
                self._start(self._run(self._add(job)))

    async def _claim_and_run(self, running: RunningJob) -> None:
        claimed = False
        try:
            claimed = await self._jobs.claim(running.job)
        except Exception:
            log.exception("can't claim bot job", extra=_fields(running.job))
        finally:
            if not claimed:
                self._remove(running)
                self._free_slot()
        if claimed:
            await self._run(running)

    async def _run(self, running: RunningJob) -> None:
        """Needs a lease and a slot; frees the slot once the answer is known."""
        job = running.job
        try:
            table = await self._store.find(job.table_id, job.version)
            if bot_job_of(table) != job:
                # The table has moved on and so has its job, or the row of the job is damaged.
                await self._postpone(running, MISMATCH_RETRY_SECONDS)
                return
            seed = self._signer.bot_seed(job.table_id, job.version)
            task = task_of(table.match.view(job.seat), seed)
            answer = await self._pool.run(self._settings.bot_timeout, choose_answer, task, job.bot)
        except DomainError as error:
            log.error("bot job can't run: %s", error, extra=_fields(job))
            await self._postpone(running, MAX_RETRY_SECONDS)
            return
        except Exception:
            log.exception("bot job failed", extra=_fields(job))
            await self._postpone(running, FIRST_RETRY_SECONDS)
            return
        finally:
            self._free_slot()
        due = table.decision_since + timedelta(seconds=self._pause(table, job.seat))
        await self._deliver(running, answer, due)

    def _pause(self, table: Table, seat: int) -> float:
        """How long to wait before answering, so that people can follow: longest before a turn."""
        starts_turn = not table.answer_log or table.answer_log[-1].seat != seat
        return self._settings.bot_pause * (1.0 if starts_turn else PAUSE_WITHIN_TURN)

    async def _deliver(self, running: RunningJob, answer: str, due: datetime) -> None:
        job = running.job

        def give_answer(table: Table, now: datetime) -> None:
            if bot_job_of(table) == job:
                turns.answer_for_bot(table, answer, now)

        try:
            await asyncio.sleep(max(0.0, (due - datetime.now(UTC)).total_seconds()))
            table = await self._store.change(job.table_id, give_answer)
        except Exception:
            log.exception("answer of a bot was refused", extra=_fields(job))
            await self._postpone(running, FIRST_RETRY_SECONDS)
            return
        self._metrics.answer_given("bot")
        self._remove(running)
        self.submit(table)  # the next decision may be for a bot again

    async def _renew_leases(self) -> None:
        while True:
            await asyncio.sleep(self._settings.bot_lease / 3)
            if self._running:
                try:
                    await self._jobs.renew(list(self._running))
                except Exception:
                    log.exception("can't renew leases of bot jobs")

    async def _release(self, running: RunningJob) -> None:
        self._remove(running)
        try:
            await self._jobs.release(running.job)
        except Exception as error:
            log.warning("can't release bot job: %s", error, extra=_fields(running.job))

    async def _postpone(self, running: RunningJob, first: float) -> None:
        """Retry later, less and less often."""
        self._remove(running)
        try:
            seconds = await self._jobs.postpone(running.job, first, MAX_RETRY_SECONDS)
            log.info("bot job postponed", extra=_fields(running.job, seconds=seconds))
        except Exception:
            log.exception("can't postpone bot job", extra=_fields(running.job))

    def _free_slot(self) -> None:
        self._free_slots += 1
        if self._maybe_more:
            self._wake.set()

    def _remove(self, running: RunningJob) -> None:
        self._remote.pop((running.job.table_id, running.job.version), None)
        if self._running.get(running.job.table_id) is running:
            del self._running[running.job.table_id]

    def _start(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _fields(job: BotJob, **more: object) -> dict[str, object]:
    return {"fields": {"table_id": job.table_id, "bot": job.bot, **more}}
