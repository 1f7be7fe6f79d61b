"""The house: what guests can do, and what comes of it. Pages and APIs talk to this alone."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection
from datetime import UTC, datetime

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from smokestack.bots.hint import Hint
from smokestack.engine.language import tr
from smokestack.server import course, departures, new_tables, seating
from smokestack.server.adviser import Adviser
from smokestack.server.bot_work import BotWork
from smokestack.server.bulletin import CHANGES
from smokestack.server.claims import Claims
from smokestack.server.errors import HouseError, NoSuchSeat, NotYourSeat, TooMuch
from smokestack.server.identity import Identity, load_key, lock_of
from smokestack.server.job import Job, job_of
from smokestack.server.keeper import Keeper
from smokestack.server.names import check_key, read_name, read_saying, tell_apart
from smokestack.server.news import News
from smokestack.server.pool import Pool
from smokestack.server.settings import Settings
from smokestack.server.storage import MOST_SAYINGS, Storage, Submission
from smokestack.server.table import NewTable, Saying, Table

log = logging.getLogger(__name__)

MOST_LISTED = 50
DATABASE_PATIENCE = 5.0  # seconds


class Census(msgspec.Struct, frozen=True):
    """What there is in the house, whichever process serves it."""

    unfinished: int
    """Tables."""
    bots_to_answer: int


class House:
    """Everything is declined with a `HouseError`, in the language spoken, and nothing changed."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.identity = Identity(load_key(settings.folder))
        self._news = News(settings.most_watchers)
        self._keeper = Keeper(settings, self._tell, self._hear, self._hear_again)
        self._pool = Pool(max(1, settings.bots))
        self._bots = BotWork(settings, self.identity, self._pool, self)
        self._adviser = Adviser(settings, self.identity, self._pool)
        self._is_open = False
        self.answered: Callable[[str], None] = lambda _: None
        """Called with `person` or `bot` when somebody's answer is acknowledged."""

    async def open(self) -> None:
        """Bring the database up to date and take up what bots have to answer; once is enough."""
        if self._is_open:
            return
        try:
            await self._keeper.open()
        except BaseException:
            await self.close()
            raise
        self._bots.open()
        self._is_open = True

    async def close(self) -> None:
        """Finish the answers in flight; bots think again when the house opens again."""
        self._is_open = False
        self._news.close()
        await self._bots.close()
        await self._adviser.close()
        await self._pool.close()
        await self._keeper.close()

    def news(self) -> News:
        return self._news

    async def find(self, table_id: str, version: int = 0) -> Table:
        """A table, at `version` or later if it has come that far."""
        return await self._keeper.find(table_id, version)

    async def tables_of(self, guest: str) -> list[Table]:
        """Where a guest sits or has set up a table; the latest change first."""
        return await self._find_all(await self._keeper.ask(Storage.tables_of, guest, MOST_LISTED))

    async def open_tables(self) -> list[Table]:
        return await self._find_all(await self._keeper.ask(Storage.open_tables, MOST_LISTED))

    async def create(self, guest: str, plan: NewTable) -> Table:
        table = new_tables.from_plan(self.identity, guest, plan, datetime.now(UTC))
        return await self._add(table)

    async def answer(
        self,
        table_id: str,
        guest: str,
        version: int,
        key: str,
        answer: str,
        seat: int | None = None,
    ) -> Table:
        """Give an answer in notation; the same key again is answered, not played."""
        check_key(key)

        def deed(table: Table, now: datetime) -> None:
            course.answering_seat(table, guest, seat)
            course.answer(table, answer, False, now)

        table = await self._keeper.change(table_id, deed, Submission(guest, key), version)
        self.answered("person")
        return table

    def can_undo(self, table: Table, guest: str) -> bool:
        return course.can_undo(table, guest)

    async def undo(self, table_id: str, guest: str, version: int, key: str) -> Table:
        check_key(key)

        def deed(table: Table, now: datetime) -> None:
            course.undo(table, guest, now)

        return await self._keeper.change(table_id, deed, Submission(guest, key), version)

    async def say(self, table_id: str, guest: str, name: str, text: str) -> Table:
        """A line of chat; whoever has a seat speaks under its name, others under theirs or none."""
        line = read_saying(text)

        def deed(table: Table, now: datetime) -> None:
            own = table.seats_of(guest)
            if own:
                said = Saying(table.seats[own[0]].name, own[0], line, now)
            else:
                names = [seat.name for seat in table.seats]
                known_as = tell_apart(read_name(name), names) if name else ""
                said = Saying(known_as, -1, line, now)
            table.sayings = [*table.sayings, said][-MOST_SAYINGS:]

        return await self._keeper.change(table_id, deed)

    async def resign(self, table_id: str, guest: str, seat: int) -> Table:
        return await self._keeper.change(
            table_id, lambda table, _: departures.resign(table, guest, seat)
        )

    async def leave(self, table_id: str, guest: str, seat: int) -> Table:
        return await self._keeper.change(
            table_id, lambda table, _: departures.leave(table, guest, seat)
        )

    async def agree(self, table_id: str, guest: str, seat: int, bot: str) -> Table:
        return await self._keeper.change(
            table_id, lambda table, now: departures.agree(table, guest, seat, bot, now)
        )

    async def come_back(self, table_id: str, guest: str, seat: int) -> Table:
        return await self._keeper.change(
            table_id, lambda table, _: departures.come_back(table, guest, seat)
        )

    async def join(self, table_id: str, guest: str, name: str) -> tuple[Table, int]:
        """Take a seat at an open table, or find the one that one has."""
        table = await self._keeper.change(
            table_id, lambda table, now: seating.join(table, self.identity, guest, name, now)
        )
        return table, table.seats_of(guest)[0]

    def seat_token(self, table: Table, seat: int) -> str:
        """The secret that opens a seat; only for its guest, or the host while it is free."""
        nonce = seating.find_seat(table, seat).nonce
        if not nonce:
            raise _no_such_seat()
        return self.identity.seat_token(table.id, seat, nonce)

    async def seat_by_token(self, token: str) -> tuple[Table, int]:
        found = await self._keeper.ask(Storage.find_lock, lock_of(token))
        if found is None:
            raise _no_such_seat()
        table_id, seat = found
        return await self.find(table_id), seat

    async def take_seat(self, token: str, guest: str, name: str) -> tuple[Table, int]:
        """With the link of a seat: a free one becomes the guest's, one's own moves here."""
        table, seat = await self.seat_by_token(token)
        lock = lock_of(token)

        def deed(table: Table, now: datetime) -> None:
            if table.seats[seat].lock != lock:
                raise _no_such_seat()
            seating.take(table, table.seats[seat], guest, name, now)

        return await self._keeper.change(table.id, deed), seat

    async def rematch(self, table_id: str, guest: str) -> Table:
        """The table at which they play again; there is only one, whoever asks."""
        if not (await self.find(table_id)).rematch:
            await self._check_room(guest)

        def deed(table: Table, now: datetime) -> Table | None:
            if guest != table.host and not table.seats_of(guest):
                raise NotYourSeat(tr("You have no seat at this table."))
            if table.rematch:
                return None
            new = new_tables.rematch(self.identity, guest, table, now)
            table.rematch = new.id
            return new

        table = await self._keeper.change(table_id, deed)
        return await self.find(table.rematch)

    async def play_on(
        self, table_id: str, length: int, guest: str, seat: int, bot: str, name: str
    ) -> Table:
        """Take a finished game up after `length` answers, against bots."""
        table = await self.find(table_id)
        now = datetime.now(UTC)
        return await self._add(
            new_tables.play_on(self.identity, table, length, guest, seat, bot, name, now)
        )

    async def hint(self, table_id: str, guest: str) -> list[Hint]:
        """What a strong player would answer, for the guest who must answer."""
        table = await self.find(table_id)
        seat = course.answering_seat(table, guest, None)
        return await self._adviser.hint(table, seat.number)

    def thinking(self, table: Table) -> datetime | None:
        """Since when a bot thinks about the standing question."""
        return self._bots.thinking(table)

    def waits_for_bot(self, table: Table) -> bool:
        """Whether a bot must answer that has no time to think yet: others come first."""
        return job_of(table) is not None and self.thinking(table) is None

    async def claim(self, job: Job) -> bool:
        return await self._keeper.claim(Claims.claim, job)

    async def claim_oldest(self, most: int) -> list[Job]:
        return await self._keeper.claim(Claims.claim_oldest, most)

    async def renew(self, table_ids: Collection[str]) -> None:
        await self._keeper.claim(Claims.renew, table_ids)

    async def give_back(self, job: Job) -> None:
        await self._keeper.claim(Claims.give_back, job)

    async def put_off(self, job: Job, first: float, longest: float) -> float:
        return await self._keeper.claim(Claims.put_off, job, first, longest)

    async def bot_answers(self, job: Job, answer: str) -> Table:
        """An answer that a bot has found, unless nobody asks for it any more."""

        def deed(table: Table, now: datetime) -> None:
            if job_of(table) == job:
                course.answer(table, answer, True, now)

        table = await self._keeper.change(job.table_id, deed)
        self.answered("bot")
        return table

    async def census(self) -> Census:
        return Census(
            await self._keeper.ask(Storage.count_unfinished),
            await self._keeper.ask(Storage.count_bots_to_answer),
        )

    async def trouble(self) -> str:
        """Why nobody can be served right now; empty if all is well."""
        if not self._is_open:
            return "the house is not open"
        try:
            async with asyncio.timeout(DATABASE_PATIENCE):
                await self._keeper.ask(Storage.count_unfinished)
        except (SQLAlchemyError, OSError, TimeoutError):
            log.exception("the database does not answer")
            return "the database does not answer"
        return ""

    async def _add(self, table: Table) -> Table:
        await self._check_room(table.host)
        return await self._keeper.add(table)

    async def _check_room(self, guest: str) -> None:
        if (
            await self._keeper.ask(Storage.count_unfinished, guest)
            >= self.settings.most_tables_each
        ):
            raise TooMuch(tr("You have too many unfinished games. Please end some of them first."))
        if await self._keeper.ask(Storage.count_unfinished) >= self.settings.most_tables:
            raise TooMuch(tr("All tables of this house are taken. Please try again later."))

    async def _find_all(self, ids: list[str]) -> list[Table]:
        found = []
        for table_id in ids:
            try:
                found.append(await self.find(table_id))
            except HouseError:
                log.warning("table %s is left out of a list", table_id)
        return found

    def _tell(self, table: Table) -> None:
        """Once a change is stored that was made here."""
        self._news.publish(table.id, table.news)
        if self.settings.bots and any(seat.bot for seat in table.seats) and not table.finished:
            self._pool.get_ready()
        self._bots.consider(table)

    def _hear(self, channel: str, table_id: str, number: int) -> None:
        """Once any process has changed a table, or thinks about what stands there."""
        if channel == CHANGES:
            self._news.publish(table_id, number)
        else:
            self._bots.hear(table_id, number)

    async def _hear_again(self) -> None:
        """Tell those who watch what they have missed."""
        newest = await self._keeper.ask(Storage.newest, self._news.watched())
        for table_id, number in newest.items():
            self._news.publish(table_id, number)


def _no_such_seat() -> NoSuchSeat:
    return NoSuchSeat(tr("This link leads to no seat."))
