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
from datetime import datetime
from typing import Final

import msgspec

from smokestack.server.bots.pool import BotProcessPool, Priority
from smokestack.server.bots.tasks import choose_answer, task_of
from smokestack.server.domain import turns
from smokestack.server.domain.bot_job import BotJob, bot_job_of
from smokestack.server.domain.errors import InvalidAction, TableNotFound
from smokestack.server.domain.metrics import TableMetrics
from smokestack.server.domain.table import Table
from smokestack.server.domain.time_source import TimeSource
from smokestack.server.domain.tokens import TokenSigner
from smokestack.server.settings import Settings
from smokestack.server.storage.background import log_error
from smokestack.server.storage.bot_jobs import (
    MAX_RETRY_SECONDS,
    BotJobRepository,
    ClaimedJob,
)
from smokestack.server.storage.table_store import TableStore

log = logging.getLogger(__name__)

MISMATCH_RETRY_SECONDS: Final = 0.25
FIRST_RETRY_SECONDS: Final = 2.0  # after the first failure of a job; doubled each time
FAILED_POLL_SECONDS: Final = 2.0  # until the next look if the database can't be written
PAUSE_WITHIN_TURN: Final = 0.4  # share of the pause before a turn
POLL_SECONDS: Final = 0.25  # between polls for jobs that no other process works on
MAX_REMOTE_JOBS: Final = 2_000


class RunningJob(msgspec.Struct, frozen=True):
    job: BotJob
    since: datetime
    has_person: bool = True
    """A person is seated at the table or watches it."""


class BotQueue:
    """Runs as many jobs at a time as there are bot processes; the database decides which.

    At most half of the processes, but at least one, work for tables without a person.
    """

    def __init__(
        self,
        settings: Settings,
        signer: TokenSigner,
        store: TableStore,
        source: TimeSource,
        jobs: BotJobRepository,
        pool: BotProcessPool,
        metrics: TableMetrics,
    ) -> None:
        self._settings = settings
        self._signer = signer
        self._store = store
        self._source = source
        self._jobs = jobs
        self._pool = pool
        self._metrics = metrics
        self._free_slots = settings.bots
        self._free_unattended_slots = max(1, settings.bots // 2)
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
        if self._free_slots and not self._maybe_more and table.attended:
            self._free_slots -= 1
            self._start(self._claim_and_run(self._add(job)))
        else:
            self._maybe_more = True
            self._wake.set()

    def note_claim(self, table_id: str, version: int) -> None:
        """A process, this one or another, has claimed the job of a table's version."""
        self._remote[table_id, version] = self._source.now()
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

    def _add(self, job: BotJob, has_person: bool = True) -> RunningJob:
        running = RunningJob(job, self._source.now(), has_person)
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
                except Exception as error:
                    _log_failure("can't poll for bot jobs", error)
                    await asyncio.sleep(FAILED_POLL_SECONDS)

    async def _claim_waiting(self) -> None:
        slots, self._free_slots, self._maybe_more = self._free_slots, 0, False
        unattended, self._free_unattended_slots = self._free_unattended_slots, 0
        claimed: list[ClaimedJob] = []
        try:
            claimed = await self._jobs.claim_next(slots, unattended)
        finally:
            new = [found for found in claimed if not self._is_running(found.job)]
            new_unattended = sum(not found.has_person for found in new)
            self._maybe_more = (
                self._maybe_more or len(claimed) == slots or new_unattended == unattended > 0
            )
            self._free_slots += slots - len(new)
            self._free_unattended_slots += unattended - new_unattended
            for found in new:
                self._start(self._run(self._add(found.job, found.has_person)))

    async def _claim_and_run(self, running: RunningJob) -> None:
        claimed = False
        try:
            claimed = await self._jobs.claim(running.job)
        except Exception as error:
            _log_failure("can't claim bot job", error, running.job)
        finally:
            if not claimed:
                self._remove(running)
                self._free_slot(running)
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
            timeout = self._settings.bot_timeout
            answer = await self._pool.run(Priority.ANSWER, timeout, choose_answer, task, job.bot)
        except (InvalidAction, TableNotFound) as error:
            log.error("bot job can't run: %s", error, extra=_fields(job))
            await self._postpone(running, MAX_RETRY_SECONDS)
            return
        except Exception as error:
            _log_failure("bot job failed", error, job)
            await self._postpone(running, FIRST_RETRY_SECONDS)
            return
        finally:
            self._free_slot(running)
        pause = self._pause(table, job.seat)
        left = (table.decision_since - self._source.now()).total_seconds() + pause
        # If the clock was set back, the decision seems to lie in the future.
        await self._deliver(running, answer, min(left, pause))

    def _pause(self, table: Table, seat: int) -> float:
        """How long to wait before answering.

        After a person's answer, they have this time to undo it. Pages show the answers of bots
        at their readers' speed, so bots don't wait for each other while a person plays.
        """
        last = table.answer_log[-1] if table.answer_log else None
        if last is not None and last.by_bot and table.attended:
            return 0.0
        starts_turn = last is None or last.seat != seat
        return self._settings.bot_pause * (1.0 if starts_turn else PAUSE_WITHIN_TURN)

    async def _deliver(self, running: RunningJob, answer: str, seconds: float) -> None:
        """Give the answer after so many seconds."""
        job = running.job

        def give_answer(table: Table, now: datetime) -> None:
            if bot_job_of(table) == job:
                turns.answer_for_bot(table, answer, now)

        try:
            await asyncio.sleep(max(0.0, seconds))
            table = await self._store.change(job.table_id, give_answer)
        except Exception as error:
            _log_failure("answer of a bot was refused", error, job)
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
                except Exception as error:
                    _log_failure("can't renew leases of bot jobs", error)

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
            seconds = await self._jobs.postpone(running.job, first)
            log.info("bot job postponed", extra=_fields(running.job, seconds=seconds))
        except Exception as error:  # its lease will expire
            _log_failure("can't postpone bot job", error, running.job)

    def _free_slot(self, running: RunningJob) -> None:
        self._free_slots += 1
        if not running.has_person:
            self._free_unattended_slots += 1
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


def _log_failure(message: str, error: Exception, job: BotJob | None = None) -> None:
    log_error(log, message, error, {"fields": {}} if job is None else _fields(job))


def _fields(job: BotJob, **more: object) -> dict[str, object]:
    return {"fields": {"table_id": job.table_id, "bot": job.bot, **more}}
