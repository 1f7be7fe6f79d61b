"""Lines up the tables at which it is a bot's turn, and lets the bots think.

The database knows whose turn it is, so nothing here needs to survive: what is forgotten by a
restart, or had no place in the line, is found there again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from datetime import UTC, datetime, timedelta
from typing import Final, Protocol

import msgspec

from smokestack.server.errors import HouseError
from smokestack.server.identity import Identity
from smokestack.server.pool import Pool
from smokestack.server.settings import Settings
from smokestack.server.table import Table
from smokestack.server.thinking import find_answer, question_of

log = logging.getLogger(__name__)

FIRST_REST: Final = 2.0  # seconds until a bot that failed is asked again; doubled each time
LONGEST_REST: Final = 300.0
WITHIN_TURN: Final = 0.4  # of the pause before a turn


class Job(msgspec.Struct, frozen=True):
    """A question that a bot has to answer; void once the table has moved on."""

    table_id: str
    version: int
    seat: int
    bot: str


class Thought(msgspec.Struct, frozen=True):
    """What a bot is busy with."""

    job: Job
    since: datetime


class Desk(Protocol):
    """Where bots' work comes from and goes to: the house."""

    async def find(self, table_id: str) -> Table: ...

    async def bots_to_answer(self, most: int) -> list[str]: ...

    async def bot_answers(self, job: Job, answer: str) -> Table: ...


def job_of(table: Table) -> Job | None:
    """The bot's question that stands at a table, if any."""
    actor = table.actor
    if actor is None or not actor.bot:
        return None
    return Job(table.id, table.version, actor.number, actor.bot)


class BotWork:
    """A line of tables, and as many workers as there are processes."""

    def __init__(self, settings: Settings, identity: Identity, pool: Pool, desk: Desk) -> None:
        self._settings = settings
        self._identity = identity
        self._pool = pool
        self._desk = desk
        self._line: dict[str, None] = {}
        self._left_out = True  # there may be work in the database that is not in the line
        self._change = asyncio.Event()
        self._thoughts: dict[str, Thought] = {}
        self._rests: dict[str, float] = {}  # how long the last one was, in seconds
        self._resting: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    def open(self) -> None:
        for _ in range(self._settings.bots):
            self._start(self._work())

    async def close(self) -> None:
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def consider(self, table: Table) -> None:
        """Called whenever a table has changed."""
        job = job_of(table)
        if job is None or table.id in self._line or table.id in self._resting:
            return
        thought = self._thoughts.get(table.id)
        if thought is not None and thought.job == job:
            return
        if len(self._line) >= self._settings.most_waiting_jobs:
            self._left_out = True
        else:
            self._line[table.id] = None
        self._change.set()

    def thinking(self, table: Table) -> datetime | None:
        """Since when a bot thinks about the standing question; None while it has to wait."""
        thought = self._thoughts.get(table.id)
        return thought.since if thought is not None and thought.job == job_of(table) else None

    async def _work(self) -> None:
        while True:
            table_id = await self._next()
            try:
                await self._think(table_id)
            except HouseError as error:
                log.error("table %s waits for a bot, but: %s", table_id, error)
                self._resting.add(table_id)  # until the house is opened again
            except Exception:
                log.exception("a bot failed at table %s", table_id)
                self._rest(table_id)

    async def _next(self) -> str:
        """The table that has waited longest."""
        while True:
            if self._line:
                table_id = next(iter(self._line))
                del self._line[table_id]
                return table_id
            if self._left_out:
                await self._look_for_more()
            else:
                self._change.clear()
                await self._change.wait()

    async def _look_for_more(self) -> None:
        self._left_out = False
        passed_over = len(self._thoughts) + len(self._resting)
        most = self._settings.most_waiting_jobs + passed_over
        found = await self._desk.bots_to_answer(most)
        for table_id in found:
            if table_id not in self._thoughts and table_id not in self._resting:
                self._line[table_id] = None
        if len(found) == most:
            self._left_out = True
        self._change.set()

    async def _think(self, table_id: str) -> None:
        table = await self._desk.find(table_id)
        job = job_of(table)
        if job is None:
            return
        thought = Thought(job, datetime.now(UTC))
        self._thoughts[table_id] = thought
        try:
            seed = self._identity.bot_seed(table_id, table.version)
            question = question_of(table.match.view(job.seat), seed)
            answer = await self._pool.run(
                self._settings.bot_patience, find_answer, question, job.bot
            )
        except BaseException:
            self._forget(thought)
            raise
        due = table.asked + timedelta(seconds=self._pause(table, job.seat))
        self._start(self._deliver(thought, answer, due))

    def _pause(self, table: Table, seat: int) -> float:
        """How long people want to look before this seat answers: longest when its turn begins."""
        begins = not table.given or table.given[-1].seat != seat
        return self._settings.bot_pause * (1.0 if begins else WITHIN_TURN)

    async def _deliver(self, thought: Thought, answer: str, due: datetime) -> None:
        """Not in a worker: while this answer waits for its time, others can be found."""
        table_id = thought.job.table_id
        try:
            await asyncio.sleep(max(0.0, (due - datetime.now(UTC)).total_seconds()))
            table = await self._desk.bot_answers(thought.job, answer)
        except Exception:
            log.exception("the answer of a bot was not taken at table %s", table_id)
            self._forget(thought)
            self._rest(table_id)
            return
        self._forget(thought)
        self._rests.pop(table_id, None)
        self.consider(table)

    def _forget(self, thought: Thought) -> None:
        if self._thoughts.get(thought.job.table_id) is thought:
            del self._thoughts[thought.job.table_id]

    def _rest(self, table_id: str) -> None:
        """Ask again later, and less and less often."""
        seconds = min(LONGEST_REST, 2 * self._rests.get(table_id, FIRST_REST / 2))
        self._rests[table_id] = seconds
        self._start(self._ask_again(table_id, seconds))

    async def _ask_again(self, table_id: str, seconds: float) -> None:
        self._resting.add(table_id)
        await asyncio.sleep(seconds)
        self._resting.discard(table_id)
        self._left_out = True
        self._change.set()

    def _start(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
