"""The use cases of a table. Pages and API call this and nothing below it."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from hashlib import sha256
from time import monotonic
from typing import Any, Final
from zlib import crc32

import msgspec
from sqlalchemy import Connection

from smokestack.analysis.report import Depth
from smokestack.bots.hint import Hint
from smokestack.engine.record import Record
from smokestack.presentation.language import tr
from smokestack.server.accounts.addresses import AddressService
from smokestack.server.accounts.passkeys import PasskeyService, Proof
from smokestack.server.accounts.ratings import RatingService
from smokestack.server.accounts.service import AccountService
from smokestack.server.bots.analyses import AnalysisQueue
from smokestack.server.bots.hints import HintService
from smokestack.server.bots.pool import BotProcessPool
from smokestack.server.bots.queue import BotQueue
from smokestack.server.bots.watching import WatchRecorder
from smokestack.server.domain import (
    automatic,
    chat,
    clocks,
    creation,
    dealing,
    hints,
    hosting,
    leaving,
    seats,
    turns,
)
from smokestack.server.domain.analyses import AnalysisState, check_analysable
from smokestack.server.domain.bot_job import bot_job_of
from smokestack.server.domain.clocks import SeatTime
from smokestack.server.domain.errors import (
    DomainError,
    InvalidAction,
    LimitExceeded,
    NotYourSeat,
    StorageUnavailable,
    TableNotFound,
)
from smokestack.server.domain.metrics import NoMetrics, TableMetrics
from smokestack.server.domain.names import check_key
from smokestack.server.domain.origin import THIS_MACHINE, Origin
from smokestack.server.domain.pace import usual_pace
from smokestack.server.domain.reports import make_report
from smokestack.server.domain.table import NO_SEAT, NewTable, Table
from smokestack.server.domain.tile_sets import StoredTileSet, new_tile_set, same_set
from smokestack.server.domain.time_source import time_source
from smokestack.server.domain.tokens import TokenSigner, hash_token
from smokestack.server.jobs.runner import JobKind, JobRunner
from smokestack.server.live.broadcast import Broadcast
from smokestack.server.live.feed import make_feed
from smokestack.server.live.publisher import ChangePublisher
from smokestack.server.notices.service import NoticeService
from smokestack.server.settings import Settings
from smokestack.server.storage import (
    analyses,
    invitations,
    reports,
    results,
    tables,
    tile_sets,
)
from smokestack.server.storage.async_database import AsyncDatabase
from smokestack.server.storage.backup_schedule import BackupSchedule
from smokestack.server.storage.bot_jobs import BotJobRepository, delete_all_leases
from smokestack.server.storage.cache import TableCache
from smokestack.server.storage.cleanup import Cleanup
from smokestack.server.storage.job_queue import JobRepository
from smokestack.server.storage.jobs import Job, end_all_leases
from smokestack.server.storage.server_key import load_server_key
from smokestack.server.storage.table_store import TableStore
from smokestack.server.storage.tables import Submission
from smokestack.server.storage.uptime import Uptime
from smokestack.server.storage.writer import AFTER_ALL_TABLES
from smokestack.server.study.mistakes import MistakeService
from smokestack.server.study.openings import OpeningService
from smokestack.server.study.puzzles import PuzzleService
from smokestack.server.study.service import StudyService
from smokestack.server.tournaments.service import TournamentService

log = logging.getLogger(__name__)

MAX_LISTED_TABLES: Final = 50
MAX_WAITING_TABLES: Final = 99  # that are counted
DATABASE_TIMEOUT_SECONDS: Final = 5.0
ABANDONED_AFTER: Final = timedelta(days=1)
"""A game that continues another one keeps its record back until it has rested for so long."""
READINESS_SECONDS: Final = 1.0  # for which a result holds, since the test writes to the disk
JOB_LEASE: Final = 60.0  # seconds after which other processes take over the jobs of a dead one
MAX_TIMEOUT_FAILURES: Final = 100
RESULTS_JOB: Final = "results"  # added by migration 0015
TABLES_PER_NETWORK: Final = 4  # times the limit of an address
TABLES_OF_UNKNOWN: Final = 0.2  # of the limit of an address, for all unknown addresses together


class Totals(msgspec.Struct, frozen=True):
    """Counts over the whole database, whichever process serves the tables."""

    unfinished_tables: int
    pending_bot_jobs: int


class TableService:
    """Every refusal is a `DomainError` in the language in use, and changes nothing."""

    def __init__(self, settings: Settings, metrics: TableMetrics | None = None) -> None:
        self.settings = settings
        self.signer = TokenSigner(load_server_key(settings.data_folder))
        self._metrics = metrics or NoMetrics()
        self._source = time_source(settings.time_shift_file)
        self.broadcast = Broadcast(settings.max_event_streams, self._metrics)
        self._database = AsyncDatabase(settings.database_url())
        cache = TableCache(settings.max_cached_tables)
        publisher = ChangePublisher(self._database, cache, self.broadcast)
        self._feed = make_feed(self._database.sync, publisher)
        self._uptime = Uptime(self._database, self._source, settings.heartbeat)
        self._store = TableStore(
            self._database, cache, self._feed, publisher, self._source, self._uptime
        )
        self._pool = BotProcessPool(max(1, settings.bots))
        owner = secrets.token_urlsafe(12)
        jobs = BotJobRepository(self._database, owner, settings.bot_lease)
        self._bots = BotQueue(settings, self.signer, self._store, jobs, self._pool, self._metrics)
        self._hints = HintService(settings, self.signer, self._pool)
        self._analyses = AnalysisQueue(settings, self._database, self._store, self._pool, owner)
        self._watches = WatchRecorder(jobs, self.broadcast.subscribed_tables)
        self._cleanup = Cleanup(self._database, settings.waiting_table_hours, self._source)
        job_queue = JobRepository(self._database, owner, JOB_LEASE)
        self._jobs = JobRunner(job_queue, self._source)
        self.ratings = RatingService(self._database, self._source)
        self.accounts = AccountService(self._database, self._source, self.ratings)
        self._jobs.add(results.RATING_JOB, JobKind(self._rate, MAX_TIMEOUT_FAILURES, True))
        self._jobs.add(RESULTS_JOB, JobKind(self._store_results, MAX_TIMEOUT_FAILURES, True))
        self._jobs.add(tables.TIMEOUT_JOB, JobKind(self._time_out, MAX_TIMEOUT_FAILURES, True))
        self.notices = NoticeService(
            settings,
            self.signer,
            self._database,
            self._source,
            self.find,
            lambda: self._uptime.downtimes,
            job_queue,
        )
        self.notices.add_jobs(self._jobs)
        self.tournaments = TournamentService(
            settings, self.signer, self._database, self._store, self._source, self.accounts.exists
        )
        self.tournaments.add_jobs(self._jobs)
        self.passkeys = PasskeyService(self._database, self._source, self.accounts)
        self.study = StudyService(self.find, self.tables_of, self._hints)
        self.openings = OpeningService(self._database, self.find)
        self.openings.add_jobs(self._jobs)
        self.mistakes = MistakeService(self.find, self.best_analysis, self._hints)
        self.puzzles = PuzzleService(self._database, self._source)
        self.addresses = AddressService(
            self._database, self._source, self.accounts, self.passkeys, settings.has_mail
        )
        self._readiness = asyncio.Lock()
        self._readiness_checked = -READINESS_SECONDS
        self._readiness_problem = ""
        publisher.subscribe(self._bots.submit, self._bots.note_claim)
        self._backups = BackupSchedule(settings)
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
        self._analyses.open()
        self._watches.open()
        self._cleanup.open()
        self._jobs.open()
        self.notices.open()
        self._is_open = True

    async def close(self) -> None:
        """Finish changes in progress; bot jobs in progress start again after the next `open`."""
        self._is_open = False
        self.broadcast.close()
        await self._backups.close()
        await self._jobs.close()
        await self.notices.close()
        await self._cleanup.close()
        await self._watches.close()
        await self._analyses.close()
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

    # Finding tables

    async def find(self, table_id: str, min_version: int = 0) -> Table:
        """A table, at `min_version` or later if it has come that far."""
        return await self._store.find(table_id, min_version)

    async def tables_of(self, guest: str) -> list[Table]:
        """The tables where a guest has a seat or is the host, latest change first."""
        ids = await self._database.read(tables.tables_of, guest, MAX_LISTED_TABLES)
        return await self._find_all(ids)

    async def waiting_for(self, guest: str) -> list[str]:
        """The ids of tables where a guest must answer, the one that waits longest first."""
        return await self._database.read(tables.waiting_for, guest, MAX_WAITING_TABLES)

    async def open_tables(self) -> list[Table]:
        """The tables that anyone may join, newest first, one of each host."""
        ids = await self._database.read(tables.open_tables, MAX_LISTED_TABLES)
        return await self._find_all(ids)

    async def list_revision(self, guest: str) -> int:
        """A number that changes with what the start page lists for a guest."""
        state = await self._database.read(tables.list_state, guest, MAX_LISTED_TABLES)
        return crc32(repr(state).encode())

    async def count_turns(self, guest: str, besides: str = "") -> int:
        """At how many tables it is the guest's turn, not counting the table `besides`."""
        return await self._database.read(tables.count_turns, guest, besides) if guest else 0

    async def poll_revision(self, table_id: str) -> int:
        """The revision of a table, for a page that has no event stream."""
        table = await self.find(table_id)
        self._watches.note_poll(table_id)
        return table.revision

    # Creating tables

    async def create(self, guest: str, request: NewTable, origin: Origin = THIS_MACHINE) -> Table:
        tiles = None
        if request.tile_set:
            tiles = (await self.tile_set(request.tile_set, guest)).tiles
        table = creation.create(self.signer, guest, request, self.now(), tiles)
        await self._check_account(table, guest)
        return await self._add(table, origin)

    async def rematch(self, table_id: str, guest: str, origin: Origin = THIS_MACHINE) -> Table:
        """The table of the rematch; the first who asks creates it."""
        ended = await self.find(table_id)
        if not ended.rematch:
            await self._check_limits(guest, ended, origin)

        def change(table: Table, now: datetime) -> Table | None:
            if guest != table.host and not table.seats_of(guest):
                raise NotYourSeat(tr("You have no seat at this table."))
            if table.rematch:
                return None
            new = creation.rematch(self.signer, guest, table, now)
            new.origin = origin
            table.rematch = new.id
            return new

        table = await self._store.change(table_id, change)
        return await self.find(table.rematch)

    async def play_on(
        self,
        table_id: str,
        length: int,
        guest: str,
        seat: int,
        bot: str,
        name: str,
        origin: Origin = THIS_MACHINE,
    ) -> Table:
        """Continue a finished game after its first `length` answers, against bots."""
        table = await self.find(table_id)
        now = self.now()
        new = creation.play_on(self.signer, table, length, guest, seat, bot, name, now)
        return await self._add(new, origin)

    # Tile sets

    async def tile_sets(self, guest: str) -> list[StoredTileSet]:
        """The installed sets and those of a guest."""
        return await self._database.read(tile_sets.usable_by, guest)

    async def tile_set(self, tile_set_id: str, guest: str) -> StoredTileSet:
        found = await self._database.read(tile_sets.find, tile_set_id)
        if found is None or not found.may_be_used_by(guest):
            raise TableNotFound(tr("There is no tile set at this address, or it is private."))
        return found

    async def save_tile_set(self, guest: str, tiles: dict[str, Any]) -> StoredTileSet:
        """Store a set for a guest; one of the same name is replaced."""
        if not guest:
            raise NotYourSeat(tr("Please allow cookies, so that the server can recognise you."))
        new = new_tile_set(guest, tiles, self.now())
        if not await self._database.write(AFTER_ALL_TABLES, tile_sets.save, new):
            raise LimitExceeded(
                tr("You have too many tile sets. Please delete some of them first.")
            )
        return next(each for each in await self.tile_sets(guest) if same_set(each, new))

    async def remove_tile_set(self, tile_set_id: str, guest: str) -> None:
        """Delete a set of a guest; games that are played with it keep it."""
        if guest:
            await self._database.write(AFTER_ALL_TABLES, tile_sets.remove, tile_set_id, guest)

    # Finding a game

    async def quick_match(
        self, guest: str, name: str, game: str, pace: str, rated: bool, origin: Origin
    ) -> Table:
        """Join the table that has waited longest for such a game, or open one."""
        plan = creation.quick_plan(name, game, usual_pace(pace), rated)
        for table in reversed(await self.open_tables()):
            if creation.fits(table, plan, guest):
                with suppress(InvalidAction):  # somebody was faster
                    return (await self.join(table.id, guest, name))[0]
        return await self.create(guest, plan, origin)

    async def invite(self, table_id: str, guest: str, name: str) -> Table:
        """Invite the holder of an account to a table; nothing tells whether there is one."""
        hosting.invite((await self.find(table_id)).copy(), guest, name, self.now())  # checks it
        if not await self._database.write(
            AFTER_ALL_TABLES, invitations.add, table_id, name[:100], guest, self.now()
        ):
            raise LimitExceeded(tr("You have invited many people to this table already."))
        return await self._store.change(
            table_id, lambda table, now: hosting.invite(table, guest, name, now)
        )

    async def invitations_of(self, guest: str) -> list[Table]:
        """The tables that wait for a guest who was invited by name, latest invitation first."""
        if not guest:
            return []
        ids = await self._database.read(invitations.tables_of, guest, MAX_LISTED_TABLES)
        return await self._find_all(ids)

    async def is_invited(self, table_id: str, guest: str) -> bool:
        """Whether a guest was invited by name, has not answered yet, and a seat is free."""
        return bool(guest) and await self._database.read(invitations.is_open, table_id, guest)

    async def accept_invitation(self, table_id: str, guest: str, name: str) -> Table:
        """Take a free seat at a table to which one was invited by name."""
        if not await self._database.read(invitations.is_invited, table_id, guest):
            raise NotYourSeat(tr("You have no invitation to this table."))
        await self._check_account(await self.find(table_id), guest)
        table = await self._store.change(
            table_id, lambda table, now: seats.take_free(table, self.signer, guest, name, now)
        )
        await self.decline_invitation(table_id, guest)
        return table

    async def decline_invitation(self, table_id: str, guest: str) -> None:
        await self._database.write(AFTER_ALL_TABLES, invitations.remove, table_id, guest)

    # The deal

    async def contribute(self, table_id: str, guest: str, text: str) -> Table:
        """Contribute to the deal; the game starts when nothing is missing."""
        return await self._store.change(
            table_id, lambda table, now: dealing.contribute(table, guest, text, now)
        )

    async def deal_now(self, table_id: str, guest: str) -> Table:
        """Start without the contributions of those who have not come for a while."""
        return await self._store.change(
            table_id, lambda table, now: dealing.deal_now(table, guest, now)
        )

    async def may_reveal_deal(self, table: Table) -> bool:
        """Whether nobody can gain from the secret: no game that is dealt from it is running."""
        deal = table.setup.deal
        if deal is None or not table.finished:
            return table.finished
        since = self.now() - ABANDONED_AFTER
        return not await self._database.read(tables.continues, table.id, deal.commitment, since)

    async def record(self, table_id: str) -> Record:
        """The record of a finished game; that of a running one would reveal what is hidden."""
        table = await self.find(table_id)
        if not table.finished:
            raise InvalidAction(tr("You can download the record once the game is over."))
        if not await self.may_reveal_deal(table):
            raise InvalidAction(
                tr("Someone is continuing this game. You can download the record after that.")
            )
        return table.match.record()

    # Analysis

    async def request_analysis(self, table_id: str, depth: Depth) -> AnalysisState:
        """Ask for the analysis of a finished game; it is made once and for all to see."""
        table = await self._analysable(table_id)
        answers = len(table.match.history)
        if not await self._database.write(table_id, analyses.request, table_id, depth, answers):
            raise LimitExceeded(
                tr("Many games are waiting for their analysis. Please try again later.")
            )
        self._analyses.wake()
        return await self.analysis(table_id, depth)

    async def analysis(self, table_id: str, depth: Depth) -> AnalysisState:
        """How far the analysis of a finished game is, and its result."""
        await self._analysable(table_id)
        return await self._database.read(analyses.find, table_id, depth)

    async def best_analysis(self, table_id: str) -> AnalysisState:
        """The deep analysis if it is done, else the quick one."""
        await self._analysable(table_id)
        return await self._database.read(analyses.find_best, table_id)

    async def _analysable(self, table_id: str) -> Table:
        """Like the record, an analysis reveals what is hidden in games that continue this one."""
        table = await self.find(table_id)
        check_analysable(table)
        if not await self.may_reveal_deal(table):
            raise InvalidAction(
                tr("Someone is continuing this game. You can see its analysis after that.")
            )
        return table

    # Playing

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
        check_key(key)
        table = await self._store.change(
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
        check_key(key)
        table = await self._store.change(
            table_id,
            lambda table, now: turns.answer_for_person(table, guest, answers, now),
            Submission(guest, key, _fingerprint("answer", version, *answers)),
            version,
        )
        self._metrics.answer_given("person")
        return table

    async def undo(self, table_id: str, guest: str, version: int, key: str) -> Table:
        check_key(key)
        return await self._store.change(
            table_id,
            lambda table, now: turns.undo(table, guest, now),
            Submission(guest, key, _fingerprint("undo", version)),
            version,
        )

    async def restart_turn(self, table_id: str, guest: str, version: int, key: str) -> Table:
        check_key(key)
        return await self._store.change(
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

    async def hint(self, table_id: str, guest: str) -> list[Hint]:
        """The best answers for the guest who must answer, announced at the table before."""
        table = await self.find(table_id)
        seat = hints.seat_for_hint(table, guest)
        found = await self._hints.hint(table, seat.number)
        await self._store.change(
            table_id,
            lambda table, now: hints.announce_hint(table, guest, now),
            version=table.version,
        )
        return found

    async def post_message(self, table_id: str, guest: str, name: str, text: str) -> Table:
        return await self._store.change(
            table_id, lambda table, now: chat.post_message(table, guest, name, text, now)
        )

    async def mute(self, table_id: str, guest: str, message: int) -> Table:
        """Hide the messages of the author of a message from the guest."""
        return await self._store.change(table_id, lambda table, _: chat.mute(table, guest, message))

    async def unmute(self, table_id: str, guest: str, number: int) -> Table:
        return await self._store.change(
            table_id, lambda table, _: chat.unmute(table, guest, number)
        )

    async def report(
        self,
        table_id: str,
        guest: str,
        seat: int = NO_SEAT,
        message: int | None = None,
        text: str = "",
    ) -> Table:
        """Leave a report about a message, a seat or the table for the operator."""
        table = await self.find(table_id)
        report = make_report(table, guest, seat, message, text, self.now())
        if not await self._database.write(AFTER_ALL_TABLES, reports.add, report):
            raise LimitExceeded(
                tr("The operator has many reports to read already. Please try again later.")
            )
        return table

    def bot_running_since(self, table: Table) -> datetime | None:
        """When a process started to compute a bot's answer to the current decision."""
        return self._bots.running_since(table)

    def is_bot_queued(self, table: Table) -> bool:
        """Whether a bot must answer but no process is free for it yet."""
        return bot_job_of(table) is not None and self.bot_running_since(table) is None

    # Seats

    async def join(self, table_id: str, guest: str, name: str) -> tuple[Table, int]:
        """Take a seat at an open table; returns the guest's seat, also if there already was one."""
        await self._check_account(await self.find(table_id), guest)
        table = await self._store.change(
            table_id, lambda table, now: seats.join(table, self.signer, guest, name, now)
        )
        return table, table.seats_of(guest)[0]

    async def find_seat(self, token: str, guest: str = "") -> tuple[Table, int]:
        """The seat of a token; the guest who used an invitation finds the seat with it again."""
        token_hash = hash_token(token)
        found = await self._database.read(tables.find_seat, token_hash)
        if found is None:
            raise seats.seat_not_found()
        table = await self.find(found[0])
        seat = table.seats[found[1]]
        if not seat.is_of(guest):
            seats.check_token(table, seat, token_hash)
        return table, seat.number

    async def take_seat(self, token: str, guest: str, name: str) -> tuple[Table, int]:
        """Take a free seat with its token, or use a taken one on this guest's device as well."""
        table, seat = await self.find_seat(token, guest)
        await self._check_account(table, guest)
        token_hash = hash_token(token)

        def change(table: Table, now: datetime) -> None:
            if table.seats[seat].is_of(guest):
                return
            seats.check_token(table, table.seats[seat], token_hash)
            seats.take(table, self.signer, table.seats[seat], guest, name, now)

        return await self._store.change(table.id, change), seat

    async def renew_link(self, table_id: str, guest: str, seat: int) -> Table:
        """Give a seat a new private link; its other devices lose the seat."""
        return await self._store.change(
            table_id,
            lambda table, now: seats.renew_link(table, self.signer, guest, seat, now),
        )

    async def resign(self, table_id: str, guest: str, seat: int) -> Table:
        return await self._store.change(
            table_id, lambda table, now: leaving.resign(table, self.signer, guest, seat, now)
        )

    async def leave(self, table_id: str, guest: str, seat: int) -> Table:
        return await self._store.change(
            table_id, lambda table, now: leaving.leave(table, self.signer, guest, seat, now)
        )

    async def return_to_seat(self, table_id: str, guest: str, seat: int) -> Table:
        return await self._store.change(
            table_id, lambda table, now: leaving.return_to_seat(table, guest, seat, now)
        )

    async def vote_for_bot(self, table_id: str, guest: str, seat: int, bot: str) -> Table:
        return await self._store.change(
            table_id, lambda table, now: leaving.vote_for_bot(table, guest, seat, bot, now)
        )

    # Clocks

    def seat_times(self, table: Table) -> list[SeatTime]:
        """The time of each seat now; empty for a table without a clock."""
        return clocks.seat_times(table, self.now(), self._uptime.downtimes)

    async def vote_for_pause(self, table_id: str, guest: str) -> Table:
        """Agree to stop the clocks; they stop once all present players have."""
        return await self._store.change(
            table_id,
            lambda table, now: clocks.vote_for_pause(table, guest, now, self._uptime.downtimes),
        )

    async def end_pause(self, table_id: str, guest: str) -> Table:
        return await self._store.change(
            table_id, lambda table, now: clocks.end_pause(table, guest, now)
        )

    async def _time_out(self, job: Job) -> datetime | None:
        """The time of a seat is over, or a clock stood still since this was scheduled."""
        await self._uptime.refresh()

        def change(table: Table, now: datetime) -> None:
            clocks.time_out(table, now, self._uptime.downtimes)

        try:
            table = await self._store.change(job.key, change)
        except TableNotFound:
            return None
        return clocks.next_due(table, self._uptime.downtimes)

    # Accounts

    async def delete_account(self, guest: str, proof: Proof) -> None:
        """Delete an account: leave its unfinished games and take its name off the finished ones."""
        unfinished, finished = await self.accounts.seats(guest)
        await self.passkeys.check_owner(guest, proof)
        await self.tournaments.forget(guest)
        for table_id, seat in unfinished:
            with suppress(DomainError):
                await self.resign(table_id, guest, seat)
        await self.accounts.delete(guest)
        for table_id in {table_id for table_id, _ in [*unfinished, *finished]}:
            self._store.drop(table_id)  # its chat and announcements have changed
            with suppress(DomainError):
                await self._store.change(table_id, lambda table, _: seats.forget(table, guest))

    async def _check_account(self, table: Table, guest: str) -> None:
        """`InvalidAction` if the table is rated and the guest has no account."""
        if table.rated and not await self.accounts.exists(guest):
            raise InvalidAction(tr("This game is rated. Please sign in or create an account."))

    async def _rate(self, job: Job) -> None:
        with suppress(TableNotFound):
            await self.ratings.apply_result(await self.find(job.key))

    async def _store_results(self, job: Job) -> None:
        """Store the results of games that ended before they were stored."""
        last = ""
        while found := await self._database.read(results.tables_without_result, last, 20):
            for table in await self._find_all(found):
                await self._database.write(AFTER_ALL_TABLES, results.add_missing, table)
            last = found[-1]

    # Hosting

    async def remove_player(self, table_id: str, guest: str, seat: int) -> Table:
        """Free the seat of another person; only the host may, before the start."""
        return await self._store.change(
            table_id,
            lambda table, now: hosting.remove_player(table, self.signer, guest, seat, now),
        )

    async def give_to_bot(self, table_id: str, guest: str, seat: int, bot: str) -> Table:
        """Let a bot play on a free seat; only the host may, before the start."""
        return await self._store.change(
            table_id, lambda table, now: hosting.give_to_bot(table, guest, seat, bot, now)
        )

    async def close_table(self, table_id: str, guest: str) -> Table:
        """Give up a table that has not started; only its host may."""
        return await self._store.change(
            table_id, lambda table, now: hosting.close_table(table, guest, now)
        )

    async def lock_chat(self, table_id: str, guest: str, locked: bool) -> Table:
        return await self._store.change(
            table_id, lambda table, now: hosting.lock_chat(table, guest, locked, now)
        )

    # Operation

    async def totals(self) -> Totals:
        return Totals(
            await self._database.read(tables.count_unfinished),
            await self._database.read(tables.count_pending_bot_jobs),
        )

    async def readiness_problem(self) -> str:
        """Why requests can't be served now; empty if they can."""
        if not self._is_open:
            return "the server is not open"
        async with self._readiness:
            if monotonic() - self._readiness_checked >= READINESS_SECONDS:
                self._readiness_problem = await self._database_problem()
                self._readiness_checked = monotonic()
        return self._readiness_problem

    async def _database_problem(self) -> str:
        try:
            async with asyncio.timeout(DATABASE_TIMEOUT_SECONDS):
                await self._database.read(tables.count_unfinished)
                await self._database.write(AFTER_ALL_TABLES, tables.test_write)
        except StorageUnavailable as error:
            log.error("database can't be used: %s", error.reason)
            return "the database can't be read or written"
        except TimeoutError:
            log.error("database does not answer")
            return "the database does not answer"
        return ""

    async def _add(self, table: Table, origin: Origin) -> Table:
        await self._check_limits(table.host, table, origin)
        table.origin = origin
        return await self._store.add(table)

    async def _check_limits(self, guest: str, table: Table, origin: Origin) -> None:
        """`LimitExceeded` if there are too many tables for another one with these seats.

        There are limits for a guest, an address, a network and the server.
        """
        settings = self.settings
        found = await self._database.read(tables.count_for_limits, guest, origin)
        of_address: float = settings.max_tables_per_address
        if not origin.is_known:
            of_address *= TABLES_OF_UNKNOWN
        if found.of_host >= settings.max_tables_per_guest:
            raise LimitExceeded(
                tr("You have too many unfinished games. Please end some of them first.")
            )
        of_network = settings.max_tables_per_address * TABLES_PER_NETWORK
        if found.of_address >= of_address or found.of_network >= of_network:
            raise LimitExceeded(
                tr("Too many unfinished games come from your network. Please end some of them.")
            )
        if found.total >= settings.max_tables:
            raise LimitExceeded(
                tr("This server has no room for more tables. Please try again later.")
            )
        if not any(seat.guest or seat.free for seat in table.seats):
            await self._check_unattended(origin)

    async def _check_unattended(self, origin: Origin) -> None:
        """`LimitExceeded` if there are too many tables where only bots play."""
        settings = self.settings
        limits = [("", settings.max_unattended_tables)]
        if origin.address:
            limits.append((origin.address, settings.max_unattended_tables_per_address))
        for address, limit in limits:
            if await self._database.read(tables.count_unattended, address) >= limit:
                raise LimitExceeded(
                    tr("Too many games are played by bots alone. Please wait until some end.")
                )

    async def _find_all(self, ids: list[str]) -> list[Table]:
        found = []
        for table_id in ids:
            try:
                found.append(await self.find(table_id))
            except DomainError as error:
                fields = {"table_id": table_id}
                log.warning("table left out of a list: %s", error, extra={"fields": fields})
        return found


def _end_all_leases(connection: Connection) -> None:
    delete_all_leases(connection)
    analyses.end_all_leases(connection)
    end_all_leases(connection)


def _fingerprint(*asked: object) -> str:
    """Tells a repeated submission from a different one with the same key."""
    return sha256(repr(asked).encode()).hexdigest()[:32]
