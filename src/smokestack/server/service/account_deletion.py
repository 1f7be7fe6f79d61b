"""Deleting an account: its games end and count, and its name disappears from all tables.

The transaction that deletes the account schedules a job for the names, so none is left behind if
this process dies.
"""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from typing import Final

from smokestack.server.accounts.passkeys import PasskeyService
from smokestack.server.accounts.service import AccountService
from smokestack.server.domain.account import Proof
from smokestack.server.domain.errors import DomainError, StorageUnavailable
from smokestack.server.domain.seats import forget
from smokestack.server.jobs.runner import JobKind, JobRunner
from smokestack.server.service.results import ResultJobs
from smokestack.server.service.seats import SeatService
from smokestack.server.storage.accounts import FORGET_JOB
from smokestack.server.storage.jobs import Job
from smokestack.server.storage.table_store import TableStore
from smokestack.server.tournaments.service import TournamentService

MAX_FAILURES: Final = 100


class AccountDeletion:
    def __init__(
        self,
        store: TableStore,
        accounts: AccountService,
        passkeys: PasskeyService,
        seats: SeatService,
        tournaments: TournamentService,
        results: ResultJobs,
    ) -> None:
        self._store = store
        self._accounts = accounts
        self._passkeys = passkeys
        self._seats = seats
        self._tournaments = tournaments
        self._results = results

    def add_jobs(self, runner: JobRunner) -> None:
        runner.add(FORGET_JOB, JobKind(self._forget_again, MAX_FAILURES, True))

    async def delete(self, guest: str, proof: Proof) -> None:
        """Delete an account: leave its unfinished games and take its name off the finished ones."""
        unfinished, _ = await self._accounts.seats(guest)
        await self._passkeys.check_owner(guest, proof)
        await self._tournaments.forget(guest)
        for table_id, seat in unfinished:
            with suppress(DomainError):
                await self._seats.resign(table_id, guest, seat)
        # The others gain as much as if the account had stayed.
        await self._results.rate_games_of(guest)
        removed = await self._accounts.delete(guest)
        for table_id in removed.changed:
            self._store.drop(table_id)
        await self._forget(guest, removed.seated)
        await self._accounts.note_forgotten(guest)

    async def _forget_again(self, job: Job) -> None:
        """The process that deleted the account has died, or could not use the database."""
        await self._forget(job.key, job.data["tables"])

    async def _forget(self, guest: str, table_ids: Collection[str]) -> None:
        for table_id in table_ids:
            try:
                await self._store.change(table_id, lambda table, _: forget(table, guest))
            except StorageUnavailable:
                raise
            except DomainError:  # it was removed, or can't be read
                continue
