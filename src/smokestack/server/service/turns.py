"""Playing: answers, undo, automatic answers and hints."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from hashlib import sha256

from smokestack.analysis.hint import Hint
from smokestack.server.bots.hints import HintService
from smokestack.server.bots.queue import BotQueue
from smokestack.server.domain import automatic, hints, turns
from smokestack.server.domain.bot_job import bot_job_of
from smokestack.server.domain.metrics import TableMetrics
from smokestack.server.domain.names import check_key
from smokestack.server.domain.origin import THIS_MACHINE, Origin
from smokestack.server.domain.table import Table
from smokestack.server.storage.table_store import Change, TableStore
from smokestack.server.storage.tables import Submission


class TurnService:
    def __init__(
        self, store: TableStore, bots: BotQueue, hint_service: HintService, metrics: TableMetrics
    ) -> None:
        self._store = store
        self._bots = bots
        self._hints = hint_service
        self._metrics = metrics

    async def answer(
        self,
        table_id: str,
        guest: str,
        version: int,
        key: str,
        answer: str,
        seat: int | None = None,
    ) -> Table:
        """Give an answer in notation; a request with a known idempotency key is not repeated."""
        table = await self._submit(
            table_id,
            lambda table, now: turns.answer_for_guest(table, guest, seat, answer, now),
            Submission(guest, key, _fingerprint("answer", version, seat, answer)),
            version,
        )
        self._metrics.answer_given("person")
        return table

    async def answer_together(
        self, table_id: str, guest: str, version: int, key: str, answers: Sequence[str]
    ) -> Table:
        """Answer as a person: with answers prepared, and without decisions that have no choice."""
        table = await self._submit(
            table_id,
            lambda table, now: turns.answer_for_person(table, guest, answers, now),
            Submission(guest, key, _fingerprint("answer", version, *answers)),
            version,
        )
        self._metrics.answer_given("person")
        return table

    async def undo(self, table_id: str, guest: str, version: int, key: str) -> Table:
        return await self._submit(
            table_id,
            lambda table, now: turns.undo(table, guest, now),
            Submission(guest, key, _fingerprint("undo", version)),
            version,
        )

    async def restart_turn(self, table_id: str, guest: str, version: int, key: str) -> Table:
        return await self._submit(
            table_id,
            lambda table, now: turns.restart_turn(table, guest, now),
            Submission(guest, key, _fingerprint("restart", version)),
            version,
        )

    async def answer_automatically(
        self, table_id: str, guest: str, seat: int, chosen: Sequence[str]
    ) -> Table:
        """Set which decisions the server answers for a seat, from the next answer on."""
        return await self._store.change(
            table_id, lambda table, _: automatic.choose(table, guest, seat, chosen)
        )

    async def hint(self, table_id: str, guest: str, origin: Origin = THIS_MACHINE) -> list[Hint]:
        """The best answers for the guest who must answer, announced at the table before."""
        table = await self._store.find(table_id)
        seat = hints.seat_for_hint(table, guest)
        found = await self._hints.hint(table, seat.number, origin)
        await self._store.change(
            table_id,
            lambda table, now: hints.announce_hint(table, guest, now),
            version=table.version,
        )
        return found

    def bot_running_since(self, table: Table) -> datetime | None:
        """When a process started to compute a bot's answer to the current decision."""
        return self._bots.running_since(table)

    def is_bot_queued(self, table: Table) -> bool:
        """Whether a bot must answer but no process is free for it yet."""
        return bot_job_of(table) is not None and self.bot_running_since(table) is None

    async def _submit(
        self, table_id: str, change: Change, submission: Submission, version: int
    ) -> Table:
        check_key(submission.key)
        return await self._store.change(table_id, change, submission, version)


def _fingerprint(*asked: object) -> str:
    """Distinguishes a repeated submission from a different one with the same key."""
    return sha256(repr(asked).encode()).hexdigest()[:32]
