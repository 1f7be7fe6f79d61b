"""Lets bots think about the questions that stand at tables.

Every bot's question is a job in the database, written together with the answer before it. Here is
only what this process is busy with: what a crash forgets, another process finds there again.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import OrderedDict
from collections.abc import Collection, Coroutine
from datetime import UTC, datetime, timedelta
from typing import Final, Protocol

import msgspec

from smokestack.server.errors import HouseError
from smokestack.server.identity import Identity
from smokestack.server.job import Job, job_of
from smokestack.server.pool import Pool
from smokestack.server.settings import Settings
from smokestack.server.table import Table
from smokestack.server.thinking import find_answer, question_of

log = logging.getLogger(__name__)

FIRST_REST: Final = 2.0  # seconds until a bot that failed is asked again; doubled each time
LONGEST_REST: Final = 300.0
WITHIN_TURN: Final = 0.4  # of the pause before a turn
LOOK: Final = 0.25  # seconds between looks for what other processes have no time for
MOST_ELSEWHERE: Final = 2_000


class Thought(msgspec.Struct, frozen=True):
    """What a bot is busy with."""

    job: Job
    since: datetime


class Desk(Protocol):
    """Where bots' work comes from and goes to: the house."""

    async def find(self, table_id: str, version: int = 0) -> Table: ...

    async def claim(self, job: Job) -> bool: ...

    async def claim_oldest(self, most: int) -> list[Job]: ...

    async def renew(self, table_ids: Collection[str]) -> None: ...

    async def give_back(self, job: Job) -> None: ...

    async def put_off(self, job: Job, first: float, longest: float) -> float: ...

    async def bot_answers(self, job: Job, answer: str) -> Table: ...


class BotWork:
    """As many bots think at a time as there are processes for them."""

    def __init__(self, settings: Settings, identity: Identity, pool: Pool, desk: Desk) -> None:
        self._settings = settings
        self._identity = identity
        self._pool = pool
        self._desk = desk
        self._free = settings.bots
        self._more = True  # there may be work in the database that waits for a place
        self._look = asyncio.Event()
        self._thoughts: dict[str, Thought] = {}
        self._elsewhere: OrderedDict[tuple[str, int], datetime] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()
        self._open = False

    def open(self) -> None:
        self._open = True
        self._look.set()
        self._start(self._seek())
        self._start(self._renew())

    async def close(self) -> None:
        """Stop thinking and leave the work to others."""
        self._open = False
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for thought in list(self._thoughts.values()):
            await self._give_back(thought)

    def consider(self, table: Table) -> None:
        """Called whenever this process has changed a table."""
        job = job_of(table)
        if job is None or not self._open:
            return
        if self._is_busy_with(job):
            return
        if self._free and not self._more:
            self._free -= 1
            self._start(self._claim_and_think(self._begin(job)))
        else:
            self._more = True
            self._look.set()

    def hear(self, table_id: str, version: int) -> None:
        """Another process, or this one, thinks about what stands at a table."""
        self._elsewhere[table_id, version] = datetime.now(UTC)
        if len(self._elsewhere) > MOST_ELSEWHERE:
            self._elsewhere.popitem(last=False)

    def thinking(self, table: Table) -> datetime | None:
        """Since when a bot thinks about the standing question; None while it has to wait."""
        job = job_of(table)
        if job is None:
            return None
        thought = self._thoughts.get(table.id)
        if thought is not None and thought.job == job:
            return thought.since
        return self._elsewhere.get((table.id, table.version))

    def _is_busy_with(self, job: Job) -> bool:
        thought = self._thoughts.get(job.table_id)
        return thought is not None and thought.job == job

    def _begin(self, job: Job) -> Thought:
        thought = Thought(job, datetime.now(UTC))
        self._thoughts[job.table_id] = thought
        return thought

    async def _seek(self) -> None:
        """Take up what nobody thinks about: from before a restart, or what others leave."""
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LOOK):
                    await self._look.wait()
            self._look.clear()
            if self._free:
                try:
                    await self._take_up()
                except Exception:
                    log.exception("work for bots can't be looked for")

    async def _take_up(self) -> None:
        places, self._free, self._more = self._free, 0, False
        found: list[Job] = []
        try:
            found = await self._desk.claim_oldest(places)
        finally:
            self._more = self._more or len(found) == places
            new = [job for job in found if not self._is_busy_with(job)]
            self._free += places - len(new)
            for job in new:
                self._start(self._think(self._begin(job)))

    async def _claim_and_think(self, thought: Thought) -> None:
        claimed = False
        try:
            claimed = await self._desk.claim(thought.job)
        except Exception:
            log.exception("a bot can't begin at table %s", thought.job.table_id)
        finally:
            if not claimed:
                self._forget(thought)
                self._leave_place()
        if claimed:
            await self._think(thought)

    async def _think(self, thought: Thought) -> None:
        """Only with a place to think, which is given up, and a lease."""
        job = thought.job
        try:
            table = await self._desk.find(job.table_id, job.version)
            if job_of(table) != job:
                await self._give_back(thought)
                return
            seed = self._identity.bot_seed(job.table_id, job.version)
            question = question_of(table.match.view(job.seat), seed)
            answer = await self._pool.run(
                self._settings.bot_patience, find_answer, question, job.bot
            )
        except HouseError as error:
            log.error("table %s waits for a bot, but: %s", job.table_id, error)
            await self._put_off(thought, LONGEST_REST)
            return
        except Exception:
            log.exception("a bot failed at table %s", job.table_id)
            await self._put_off(thought, FIRST_REST)
            return
        finally:
            self._leave_place()
        due = table.asked + timedelta(seconds=self._pause(table, job.seat))
        await self._deliver(thought, answer, due)

    def _pause(self, table: Table, seat: int) -> float:
        """How long people want to look before this seat answers: longest when its turn begins."""
        begins = not table.given or table.given[-1].seat != seat
        return self._settings.bot_pause * (1.0 if begins else WITHIN_TURN)

    async def _deliver(self, thought: Thought, answer: str, due: datetime) -> None:
        """While this answer waits for its time, other bots think."""
        try:
            await asyncio.sleep(max(0.0, (due - datetime.now(UTC)).total_seconds()))
            table = await self._desk.bot_answers(thought.job, answer)
        except Exception:
            log.exception("the answer of a bot was not taken at table %s", thought.job.table_id)
            await self._put_off(thought, FIRST_REST)
            return
        self._forget(thought)
        self.consider(table)

    async def _renew(self) -> None:
        while True:
            await asyncio.sleep(self._settings.bot_lease / 3)
            if self._thoughts:
                try:
                    await self._desk.renew(list(self._thoughts))
                except Exception:
                    log.exception("the bots' leases can't be renewed")

    async def _give_back(self, thought: Thought) -> None:
        self._forget(thought)
        try:
            await self._desk.give_back(thought.job)
        except Exception as error:
            log.warning("table %s waits for a lease to run out: %s", thought.job.table_id, error)

    async def _put_off(self, thought: Thought, first: float) -> None:
        """Ask again later, and less and less often."""
        self._forget(thought)
        try:
            seconds = await self._desk.put_off(thought.job, first, LONGEST_REST)
            log.info("table %s waits %g seconds for a bot", thought.job.table_id, seconds)
        except Exception:
            log.exception("table %s waits for a lease to run out", thought.job.table_id)

    def _leave_place(self) -> None:
        self._free += 1
        if self._more:
            self._look.set()

    def _forget(self, thought: Thought) -> None:
        self._elsewhere.pop((thought.job.table_id, thought.job.version), None)
        if self._thoughts.get(thought.job.table_id) is thought:
            del self._thoughts[thought.job.table_id]

    def _start(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
