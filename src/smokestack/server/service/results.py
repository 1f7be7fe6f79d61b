"""Jobs that rate finished games and store results that are missing."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from smokestack.server.accounts.ratings import RatingService
from smokestack.server.domain.errors import DomainError, TableNotFound
from smokestack.server.jobs.finished_games import find_finished
from smokestack.server.jobs.runner import JobFailed, JobKind, JobRunner
from smokestack.server.storage import results
from smokestack.server.storage.async_database import AsyncDatabase
from smokestack.server.storage.jobs import Job
from smokestack.server.storage.table_store import TableStore
from smokestack.server.storage.writer import AFTER_ALL_TABLES

RESULTS_JOB: Final = "results"  # added by migration 0015
MAX_FAILURES: Final = 100
TABLES_AT_ONCE: Final = 20


class ResultJobs:
    def __init__(self, database: AsyncDatabase, store: TableStore, ratings: RatingService) -> None:
        self._database = database
        self._store = store
        self._ratings = ratings

    def add_jobs(self, runner: JobRunner) -> None:
        runner.add(results.RATING_JOB, JobKind(self._rate, MAX_FAILURES, True))
        runner.add(RESULTS_JOB, JobKind(self._store_results, MAX_FAILURES, True))

    async def rate_games_of(self, guest: str) -> None:
        """Rate the finished games of somebody at once, instead of when their jobs are run."""
        for job in await self._database.read(results.rating_jobs_of, guest):
            with suppress(DomainError, JobFailed):
                await self._rate(job)

    async def _rate(self, job: Job) -> None:
        with suppress(TableNotFound):
            await self._ratings.apply_result(await find_finished(self._store, job))

    async def _store_results(self, job: Job) -> None:
        """Store the results of games that ended before they were stored."""
        last = ""
        while found := await self._database.read(
            results.tables_without_result, last, TABLES_AT_ONCE
        ):
            for table in await self._store.find_all(found):
                await self._database.write(AFTER_ALL_TABLES, results.add_missing, table)
            last = found[-1]
