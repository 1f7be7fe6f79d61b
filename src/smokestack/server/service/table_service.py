"""Puts the use cases together and opens and closes what they need."""

from __future__ import annotations

import secrets
from datetime import datetime
from typing import Final

from sqlalchemy import Connection

from smokestack.presentation.language import tr
from smokestack.server.accounts.addresses import AddressService
from smokestack.server.accounts.passkeys import PasskeyService
from smokestack.server.accounts.profiles import ProfileService
from smokestack.server.accounts.ratings import RatingService
from smokestack.server.accounts.service import AccountService
from smokestack.server.bots.analyses import AnalysisQueue
from smokestack.server.bots.hints import HintService
from smokestack.server.bots.pool import BotProcessPool
from smokestack.server.bots.queue import BotQueue
from smokestack.server.bots.watching import WatchRecorder
from smokestack.server.domain.account import Proof, Session
from smokestack.server.domain.errors import InvalidAction
from smokestack.server.domain.metrics import NoMetrics, TableMetrics
from smokestack.server.domain.table import Table
from smokestack.server.domain.time_source import time_source
from smokestack.server.domain.tokens import TokenSigner
from smokestack.server.jobs.runner import JobRunner
from smokestack.server.live.broadcast import Broadcast
from smokestack.server.live.feed import make_feed
from smokestack.server.live.publisher import ChangePublisher
from smokestack.server.notices.service import NoticeService
from smokestack.server.service.account_deletion import AccountDeletion
from smokestack.server.service.analyses import AnalysisService
from smokestack.server.service.chat import ChatService
from smokestack.server.service.clocks import CLOCK_LEASE_SECONDS, ClockService
from smokestack.server.service.creation import CreationService
from smokestack.server.service.database_check import DatabaseCheck, Totals
from smokestack.server.service.deals import DealService
from smokestack.server.service.hosting import HostingService
from smokestack.server.service.invitations import InvitationService
from smokestack.server.service.lobby import LobbyService
from smokestack.server.service.results import ResultJobs
from smokestack.server.service.seats import SeatService
from smokestack.server.service.tile_sets import TileSetService
from smokestack.server.service.turns import TurnService
from smokestack.server.settings import Settings
from smokestack.server.storage import analyses, jobs
from smokestack.server.storage.async_database import AsyncDatabase
from smokestack.server.storage.backup_schedule import BackupSchedule
from smokestack.server.storage.bot_jobs import BotJobRepository, delete_all_leases
from smokestack.server.storage.cache import TableCache
from smokestack.server.storage.cleanup import Cleanup
from smokestack.server.storage.job_queue import JobRepository
from smokestack.server.storage.server_key import load_server_key
from smokestack.server.storage.table_limits import TableLimits
from smokestack.server.storage.table_store import TableStore
from smokestack.server.storage.uptime import Uptime
from smokestack.server.study.mistakes import MistakeService
from smokestack.server.study.openings import OpeningService
from smokestack.server.study.puzzles import PuzzleService
from smokestack.server.study.service import StudyService
from smokestack.server.tournaments.service import TournamentService

JOB_LEASE_SECONDS: Final = 60.0  # after which other processes take over the jobs of a dead one
NO_METRICS: Final = NoMetrics()


class TableService:
    """All use cases, by subject: `service.turns.answer`, `service.seats.join`.

    Every refusal is a `DomainError` in the language in use, and changes nothing.
    """

    def __init__(self, settings: Settings, metrics: TableMetrics = NO_METRICS) -> None:
        self.settings = settings
        self.signer = signer = TokenSigner(load_server_key(settings.data_folder))
        self.broadcast = Broadcast(settings.max_event_streams, metrics)

        # Storage
        self._source = source = time_source(settings.time_shift_file)
        self._database = database = AsyncDatabase(settings.database_url())
        cache = TableCache(settings.max_cached_tables)
        publisher = ChangePublisher(database, cache, self.broadcast)
        self._feed = make_feed(database.sync, publisher)
        self._uptime = Uptime(database, source, settings.heartbeat, of_server=settings.keeps_clocks)
        limits = TableLimits(settings)
        self._store = store = TableStore(
            database, cache, self._feed, publisher, source, self._uptime, limits
        )
        self._cleanup = Cleanup(database, settings.waiting_table_hours, source)
        self._backups = BackupSchedule(settings)
        self._database_check = DatabaseCheck(database)

        # Bots and other jobs
        owner = secrets.token_urlsafe(12)
        self._pool = BotProcessPool(max(1, settings.bots))
        bot_jobs = BotJobRepository(database, owner, settings.bot_lease)
        self._bots = BotQueue(settings, signer, store, source, bot_jobs, self._pool, metrics)
        publisher.subscribe(self._bots.submit, self._bots.note_claim)
        self._hints = HintService(settings, signer, self._pool)
        self._analysis_queue = AnalysisQueue(settings, database, store, self._pool, owner)
        self._watches = WatchRecorder(bot_jobs, self.broadcast.subscribed_tables)
        job_queue = JobRepository(database, owner, JOB_LEASE_SECONDS)
        self._jobs = JobRunner(job_queue, source)

        # Accounts
        self.ratings = RatingService(database, source)
        self.accounts = accounts = AccountService(database, source)
        self.profiles = ProfileService(database, accounts, self.ratings)
        self.passkeys = PasskeyService(database, source, accounts)
        self.addresses = AddressService(
            database, source, accounts, self.passkeys, settings.has_mail
        )

        # Tables
        self.tile_sets = TileSetService(database, source)
        self.creation = CreationService(signer, store, source, accounts, self.tile_sets)
        self.seats = SeatService(signer, database, store, accounts, self._uptime)
        self.lobby = LobbyService(database, store, self.creation, self.seats)
        self.invitations = InvitationService(signer, database, store, source, accounts)
        self.hosting = HostingService(signer, database, store)
        self.deals = DealService(database, store, source)
        self.turns = TurnService(store, self._bots, self._hints, metrics)
        self.clocks = ClockService(
            store, source, self._uptime, JobRepository(database, owner, CLOCK_LEASE_SECONDS)
        )
        self.chat = ChatService(database, store, source)
        self.analyses = AnalysisService(database, store, self._analysis_queue, self.deals)
        self.notices = NoticeService(
            settings,
            signer,
            database,
            source,
            store,
            self._uptime,
            job_queue,
        )
        self.tournaments = TournamentService(signer, database, store, source, limits, accounts)

        # Study
        self.study = StudyService(store, self.lobby.tables_of, self._hints)
        self.openings = OpeningService(database, store)
        self.mistakes = MistakeService(store, self.analyses.find_best, self._hints)
        self.puzzles = PuzzleService(database, source)

        results = ResultJobs(database, store, self.ratings)
        self._deletion = AccountDeletion(
            store, accounts, self.passkeys, self.seats, self.tournaments, results
        )
        for part in (results, self._deletion, self.notices, self.tournaments, self.openings):
            part.add_jobs(self._jobs)
        self._is_open = False

    async def open(self) -> None:
        """Migrate the database and start on waiting bot jobs; does nothing if already open."""
        if self._is_open:
            return
        try:
            await self._database.open(when_alone=_end_all_leases)
            await self._feed.open()
            await self._uptime.open()
            await self.accounts.open()
            self._backups.open()
        except BaseException:
            await self.close()
            raise
        self._bots.open()
        self._analysis_queue.open()
        self._watches.open()
        self._cleanup.open()
        self._jobs.open()
        if self.settings.keeps_clocks:
            self.clocks.runner.open()
        self.notices.open()
        self._is_open = True

    async def close(self) -> None:
        """Finish changes in progress; bot jobs in progress start again after the next `open`."""
        self._is_open = False
        self.broadcast.close()
        await self._backups.close()
        await self._jobs.close()
        await self.clocks.runner.close()
        await self.notices.close()
        await self._cleanup.close()
        await self._watches.close()
        await self._analysis_queue.close()
        await self._bots.close()
        await self._hints.close()
        await self._pool.close()
        await self._store.close()
        await self._uptime.close()
        await self.accounts.close()
        await self._feed.close()
        await self._database.close()

    def now(self) -> datetime:
        """The time of the server, which tests can set."""
        return self._source.now()

    async def find(self, table_id: str, min_version: int = 0) -> Table:
        """A table, at `min_version` or later if it has come that far."""
        return await self._store.find(table_id, min_version)

    async def poll_revision(self, table_id: str) -> int:
        """The revision of a table, for a page that has no event stream."""
        table = await self.find(table_id)
        self._watches.note_poll(table_id)
        return table.revision

    async def delete_account(self, guest: str, proof: Proof) -> None:
        """Delete an account: leave its unfinished games and take its name off the finished ones."""
        await self._deletion.delete(guest, proof)

    async def add_guest_games(self, session: Session, guest_token: str) -> None:
        """Give an account the games of the guest whose token this is, and what else they have."""
        guest = self.signer.read(guest_token)
        if guest is None or self.accounts.has_account(guest):
            raise InvalidAction(tr("There are no games of a guest to add."))
        for table_id in await self.accounts.add_guest_games(session, guest):
            self._store.drop(table_id)

    async def totals(self) -> Totals:
        return await self._database_check.totals()

    async def readiness_problem(self) -> str:
        """Why requests can't be served now; empty if they can."""
        if not self._is_open:
            return "the server is not open"
        return await self._database_check.problem()


def _end_all_leases(connection: Connection) -> None:
    delete_all_leases(connection)
    analyses.end_all_leases(connection)
    jobs.end_all_leases(connection)
