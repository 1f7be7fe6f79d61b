"""Makes the analyses of finished games, one at a time, in the bot processes.

A game is examined in small parts, so that bots never wait long for a process, and everybody can see
how far the analysis is.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Final

import msgspec

from smokestack.analysis.analyser import Finding, examine, grade_answer, put_together
from smokestack.analysis.report import Analysis, Depth, Grade
from smokestack.engine.match import Match
from smokestack.engine.record import Setup
from smokestack.games import find_game
from smokestack.server.bots.pool import BotProcessPool, Priority
from smokestack.server.domain.analyses import AnalysisJob, check_analysable
from smokestack.server.settings import Settings
from smokestack.server.storage import analyses
from smokestack.server.storage.async_database import AsyncDatabase
from smokestack.server.storage.background import BackgroundTask, LogErrors
from smokestack.server.storage.table_store import TableStore
from smokestack.server.storage.writer import AFTER_ALL_TABLES

log = logging.getLogger(__name__)

POLL_SECONDS: Final = 1.0
FAILED_POLL_SECONDS: Final = 5.0
LEASE_SECONDS: Final = 180.0  # more than the longest part may take
ANSWERS_PER_PART: Final[dict[Depth, int]] = {"quick": 8, "deep": 2}
SEED: Final = 0


class FinishedGame(msgspec.Struct, frozen=True):
    """A game that is over, or its beginning, in a form that can be sent to another process."""

    setup: Setup
    history: list[int]
    depth: Depth


class LeaseLost(Exception):
    """Another process makes the analysis now, or the table was deleted."""


class AnalysisQueue:
    def __init__(
        self,
        settings: Settings,
        database: AsyncDatabase,
        store: TableStore,
        pool: BotProcessPool,
        owner: str,
    ) -> None:
        self._settings = settings
        self._database = database
        self._store = store
        self._pool = pool
        self._owner = owner
        self._wake = asyncio.Event()
        self._task = BackgroundTask()

    def open(self) -> None:
        if self._settings.bots:
            self._task.start(self._run())

    async def close(self) -> None:
        await self._task.close()

    def wake(self) -> None:
        """Look for work now."""
        self._wake.set()

    async def _run(self) -> None:
        while True:
            seconds = FAILED_POLL_SECONDS
            with LogErrors(log, "can't poll for analyses"):
                if await self._database.read(analyses.is_any_waiting):
                    job = await self._database.write(
                        AFTER_ALL_TABLES, analyses.claim_next, self._owner, LEASE_SECONDS
                    )
                    if job is not None:
                        await self._make(job)
                        continue
                seconds = POLL_SECONDS
            try:
                async with asyncio.timeout(seconds):
                    await self._wake.wait()
            except TimeoutError:
                pass
            self._wake.clear()

    async def _make(self, job: AnalysisJob) -> None:
        try:
            analysis = await self._analyse(job)
            await self._database.write(AFTER_ALL_TABLES, analyses.store, job, self._owner, analysis)
        except LeaseLost:
            log.info("analysis was taken over", extra=_fields(job))
        except asyncio.CancelledError:
            await self._release(job, failed=False)
            raise
        except Exception:
            log.exception("analysis failed", extra=_fields(job))
            await self._release(job, failed=True)

    async def _analyse(self, job: AnalysisJob) -> Analysis:
        table = await self._store.find(job.table_id)
        check_analysable(table)
        match = table.match
        game = FinishedGame(match.setup, list(match.history), job.depth)
        findings: list[Finding] = []
        timeout = self._settings.bot_timeout
        for first in range(0, len(game.history), ANSWERS_PER_PART[job.depth]):
            findings += await self._pool.run(
                Priority.ON_REQUEST, timeout, examine_part, game, first
            )
            is_own = await self._database.write(
                AFTER_ALL_TABLES,
                analyses.note_progress,
                job,
                self._owner,
                LEASE_SECONDS,
                len(findings),
            )
            if not is_own:
                raise LeaseLost
        return await self._pool.run(Priority.ON_REQUEST, timeout, finish, game, findings)

    async def _release(self, job: AnalysisJob, failed: bool) -> None:
        try:
            await self._database.write(AFTER_ALL_TABLES, analyses.release, job, self._owner, failed)
        except Exception as error:  # its lease will expire
            log.warning("can't release analysis: %s", error, extra=_fields(job))


def examine_part(game: FinishedGame, first: int) -> list[Finding]:
    """Examine some answers, in a bot process."""
    end = first + ANSWERS_PER_PART[game.depth]
    return list(examine(_match_of(game), game.depth, SEED, first, end))


def finish(game: FinishedGame, findings: list[Finding]) -> Analysis:
    return put_together(_match_of(game), game.depth, SEED, findings)


def grade_other_answer(game: FinishedGame, answer: int) -> Grade:
    """The grade of an answer after those of `game`, in a bot process."""
    return grade_answer(_match_of(game), game.depth, SEED, answer)


def _match_of(game: FinishedGame) -> Match:
    match = Match(find_game(game.setup.game), game.setup)
    for answer in game.history:
        match.play(answer)
    return match


def _fields(job: AnalysisJob) -> dict[str, object]:
    return {"fields": {"table_id": job.table_id, "depth": job.depth}}
