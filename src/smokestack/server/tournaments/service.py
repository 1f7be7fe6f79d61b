"""The use cases of tournaments.

A round begins in the transaction that notes the last result of the round before, so it begins once,
even if several processes handle the end of games at the same time, or one of them dies.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from typing import Final

import msgspec

from smokestack.presentation.language import tr
from smokestack.server.accounts.service import AccountService
from smokestack.server.domain.dealing import deal_without_absent
from smokestack.server.domain.errors import (
    DomainError,
    InvalidAction,
    LimitExceeded,
    TableNotFound,
    TournamentNotFound,
    VersionConflict,
)
from smokestack.server.domain.origin import THIS_MACHINE, Origin
from smokestack.server.domain.table import WAITING, Table
from smokestack.server.domain.time_source import TimeSource
from smokestack.server.domain.tokens import TokenSigner
from smokestack.server.domain.tournaments import rounds, signing_up
from smokestack.server.domain.tournaments.results import places_of, scores_of
from smokestack.server.domain.tournaments.signing_up import NewTournament
from smokestack.server.domain.tournaments.tables import with_tables, withdraw_from
from smokestack.server.domain.tournaments.tournament import (
    OPEN,
    RUNNING,
    Entrant,
    Tournament,
    TournamentSummary,
)
from smokestack.server.jobs.finished_games import find_finished
from smokestack.server.jobs.runner import JobFailed, JobKind, JobRunner
from smokestack.server.storage import tournaments
from smokestack.server.storage.async_database import AsyncDatabase
from smokestack.server.storage.jobs import Job
from smokestack.server.storage.table_limits import TableLimits
from smokestack.server.storage.table_store import TableStore
from smokestack.server.storage.tables import Conflict
from smokestack.server.storage.tournament_jobs import DEAL_JOB, RESULT_JOB, START_JOB
from smokestack.server.storage.writer import AFTER_ALL_TABLES

log = logging.getLogger(__name__)

MAX_LISTED: Final = 50
MAX_ATTEMPTS: Final = 20  # to change a tournament that others change as well
MAX_FAILURES: Final = 100

_ID = re.compile(r"[A-Za-z0-9_-]{1,32}")

Change = Callable[[Tournament], Tournament]


class TournamentService:
    """Every refusal is a `DomainError` in the language in use, and changes nothing."""

    def __init__(
        self,
        signer: TokenSigner,
        database: AsyncDatabase,
        store: TableStore,
        source: TimeSource,
        limits: TableLimits,
        accounts: AccountService,
    ) -> None:
        self._signer = signer
        self._database = database
        self._store = store
        self._source = source
        self._limits = limits
        self._accounts = accounts

    def add_jobs(self, runner: JobRunner) -> None:
        runner.add(START_JOB, JobKind(self._start_at_time, MAX_FAILURES, True))
        runner.add(DEAL_JOB, JobKind(self._deal, MAX_FAILURES, True))
        runner.add(RESULT_JOB, JobKind(self._note_result, MAX_FAILURES, True))

    async def find(self, tournament_id: str) -> Tournament:
        found = None
        if _ID.fullmatch(tournament_id):
            try:
                found = await self._database.read(tournaments.load, tournament_id)
            except msgspec.ValidationError as error:
                fields = {"tournament_id": tournament_id}
                log.error("tournament is damaged", extra={"fields": fields}, exc_info=error)
                raise InvalidAction(
                    tr("This tournament can't be read. The server's log says why.")
                ) from None
        if found is None:
            raise TournamentNotFound(tr("There is no tournament at this address."))
        return found

    async def latest(self) -> list[TournamentSummary]:
        """Open and running tournaments first, then those that ended last."""
        return await self._database.read(tournaments.latest, MAX_LISTED)

    async def create(
        self, guest: str, plan: NewTournament, origin: Origin = THIS_MACHINE
    ) -> Tournament:
        new = signing_up.create(guest, plan, self._source.now(), origin)
        await self._check_account(new, guest)
        await self._database.write_counted(_order(new.id), tournaments.add, new)
        return new

    async def enter(self, tournament_id: str, guest: str, name: str) -> Tournament:
        """Sign up for a tournament that has not started."""
        await self._check_account(await self.find(tournament_id), guest)
        own_name = await self._accounts.name_at_table(guest, name)

        def change(tournament: Tournament) -> Tournament:
            if self._accounts.has_account(guest) and tournament.of_guest(guest) is None:
                tournament = signing_up.reserve_name(tournament, own_name)
            return signing_up.enter(tournament, guest, own_name)

        return await self._change(tournament_id, change)

    async def leave(self, tournament_id: str, guest: str) -> Tournament:
        """Remove a guest from the list; after the start: withdraw them, and resign their game."""
        changed = await self._change(
            tournament_id, lambda tournament: signing_up.leave(tournament, guest)
        )
        return await self._resign_game(changed, changed.of_guest(guest))

    async def remove(self, tournament_id: str, guest: str, number: int) -> Tournament:
        """The same for somebody else; only the organiser may."""
        changed = await self._change(
            tournament_id, lambda tournament: signing_up.remove(tournament, guest, number)
        )
        return await self._resign_game(changed, changed.entrant(number))

    async def start(self, tournament_id: str, guest: str) -> Tournament:
        """Pair the first round and create its tables; only the organiser may."""
        signing_up.check_organiser(await self.find(tournament_id), guest)
        return await self._start(tournament_id)

    async def cancel(self, tournament_id: str, guest: str) -> Tournament:
        signing_up.check_organiser(await self.find(tournament_id), guest)
        return await self._change(tournament_id, signing_up.cancel)

    async def forget(self, guest: str) -> None:
        """Withdraw a guest whose account is deleted, and remove their name from all tournaments."""
        for tournament_id in await self._database.read(tournaments.unfinished_of, guest):
            with suppress(DomainError):
                found = await self.find(tournament_id)
                if found.is_organiser(guest) and found.status == OPEN:
                    await self.cancel(tournament_id, guest)
                elif found.of_guest(guest) is not None:
                    await self.leave(tournament_id, guest)
        await self._database.write(AFTER_ALL_TABLES, tournaments.forget, guest)

    # Jobs

    async def _start_at_time(self, job: Job) -> datetime | None:
        try:
            found = await self.find(job.key)
        except TournamentNotFound:
            return None
        if found.status != OPEN or found.starts is None:
            return None
        if found.starts > self._source.now():
            return found.starts
        if not rounds.can_start(found):
            await self._change(job.key, _cancel_if_open)
            return None
        try:
            await self._start(job.key)
        except LimitExceeded as error:
            raise JobFailed(str(error)) from None
        return None

    async def _deal(self, job: Job) -> None:
        """Start a game without those who have not opened its table."""

        def change(table: Table, now: datetime) -> None:
            if table.status == WAITING:
                deal_without_absent(table, now)

        with suppress(TableNotFound):
            await self._store.change(job.key, change)

    async def _note_result(self, job: Job) -> None:
        """A game has ended; if it was the last of its round, the next one begins."""
        tournament_id = await self._database.read(tournaments.tournament_of, job.key)
        if tournament_id is None:
            return
        try:
            table = await find_finished(self._store, job)
        except TableNotFound:
            table = None  # the operator has removed it

        def change(tournament: Tournament) -> Tournament:
            pairing = next(each for each in tournament.pairings if each.table_id == job.key)
            if table is not None:
                places, scores = places_of(table), scores_of(table)
            else:
                places, scores = (1,) * len(pairing.entrants), None
            return rounds.advance(rounds.record(tournament, job.key, places, scores))

        await self._change(tournament_id, change)

    # Changes

    async def _start(self, tournament_id: str) -> Tournament:
        return await self._change(tournament_id, rounds.start, limited=True)

    async def _resign_game(self, tournament: Tournament, entrant: Entrant | None) -> Tournament:
        """Resign the game of somebody who has withdrawn, so that nobody waits for them."""
        if entrant is None or tournament.status != RUNNING:
            return tournament
        for pairing in tournament.of_round(tournament.current_round):
            if entrant.number in pairing.entrants and not pairing.is_done:
                with suppress(DomainError):  # the game is over by now
                    await self._store.change(
                        pairing.table_id,
                        lambda table, now: withdraw_from(table, self._signer, entrant.guest, now),
                    )
        return tournament

    async def _change(
        self, tournament_id: str, change: Change, limited: bool = False
    ) -> Tournament:
        """Apply a change, and create the tables of the round that begins with it.

        If it is `limited`: `LimitExceeded` if there are too many tables for these.
        """
        for _ in range(MAX_ATTEMPTS):
            before = await self.find(tournament_id)
            # Pairings of many entrants take a while.
            after = await asyncio.to_thread(change, before)
            if after == before:
                return before
            now = self._source.now()
            after, created = with_tables(after, self._signer, now)
            after = msgspec.structs.replace(after, revision=before.revision + 1, changed=now)
            write = self._database.write_counted if created else self._database.write
            try:
                await write(
                    _order(tournament_id),
                    tournaments.save,
                    before,
                    after,
                    created,
                    self._limits if limited else None,
                )
            except Conflict:
                continue
            return after
        raise VersionConflict(tr("The tournament has changed since. Please try again."))

    async def _check_account(self, tournament: Tournament, guest: str) -> None:
        if tournament.rated and not await self._accounts.exists(guest):
            raise InvalidAction(
                tr("This tournament is rated. Please sign in or create an account.")
            )


def _cancel_if_open(tournament: Tournament) -> Tournament:
    return signing_up.cancel(tournament) if tournament.status == OPEN else tournament


def _order(tournament_id: str) -> str:
    """Tournaments are locked in the order of their ids, after all tables."""
    return f"{AFTER_ALL_TABLES}{tournament_id}"
