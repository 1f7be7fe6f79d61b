"""The openings of the strongest bot and of this server's finished games."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from smokestack.analysis.openings import (
    MAX_MOVES,
    Count,
    choices_after,
    shipped_book,
    to_line,
    to_text,
)
from smokestack.games import find_game, game_names
from smokestack.server.domain.errors import TableNotFound
from smokestack.server.domain.openings import (
    OpeningChoice,
    Openings,
    TableKind,
    countable,
    counts_of_table,
    find_kind,
    kinds_of,
    table_kind,
)
from smokestack.server.domain.table import Table
from smokestack.server.jobs.finished_games import find_finished
from smokestack.server.jobs.runner import JobKind, JobRunner
from smokestack.server.storage import openings
from smokestack.server.storage.async_database import AsyncDatabase
from smokestack.server.storage.jobs import Job
from smokestack.server.storage.table_store import TableStore
from smokestack.server.storage.writer import AFTER_ALL_TABLES

MAX_FAILURES: Final = 100
TABLES_AT_ONCE: Final = 20


class OpeningService:
    def __init__(self, database: AsyncDatabase, store: TableStore) -> None:
        self._database = database
        self._store = store

    def add_jobs(self, jobs: JobRunner) -> None:
        jobs.add(openings.OPENINGS_JOB, JobKind(self._count, MAX_FAILURES, True))

    async def find(self, game: str, edition: str, players: int, line: str) -> Openings:
        """What was chosen after the first moves of a player."""
        rules, moves = find_kind(game, edition, players), to_line(line)
        kind = table_kind(edition, players)
        book = shipped_book(rules, kind)
        bot: dict[str, Count] = {}
        server: dict[str, Count] = {}
        if len(moves) < MAX_MOVES:
            bot = choices_after(book.counts, moves) if book else {}
            server = await self._database.read(openings.find, game, kind, to_text(moves))
        return Openings(
            rules, edition, players, moves, book.games if book else 0, _choices(bot, server)
        )

    async def kinds(self) -> list[TableKind]:
        """The kinds of tables of which the openings of any game are known."""
        counted = await self._database.read(openings.kinds)
        return [
            (name, edition, players)
            for name in game_names()
            for edition, players in kinds_of(find_game(name))
            if (name, table_kind(edition, players)) in counted
            or shipped_book(find_game(name), table_kind(edition, players))
        ]

    async def _count(self, job: Job) -> None:
        """Count a game that has ended, or all that ended before openings were counted."""
        if job.key != openings.ALL_TABLES:
            with suppress(TableNotFound):
                await self._add(await find_finished(self._store, job))
            return
        last = ""
        while found := await self._database.read(openings.not_counted, last, TABLES_AT_ONCE):
            for table_id in found:
                with suppress(TableNotFound):
                    await self._add(await self._store.find(table_id))
            last = found[-1]

    async def _add(self, table: Table) -> None:
        if countable(table):
            kind = table.game.table_of(table.match.state)
            counts = counts_of_table(table)
            await self._database.write(
                AFTER_ALL_TABLES, openings.add, table.id, table.game.name, kind, counts
            )


def _choices(bot: dict[str, Count], server: dict[str, Count]) -> list[OpeningChoice]:
    def frequency(choice: OpeningChoice) -> int:
        return sum(count.games for count in (choice.bot, choice.server) if count)

    found = [
        OpeningChoice(move, bot.get(move), server.get(move)) for move in sorted({*bot, *server})
    ]
    return sorted(found, key=frequency, reverse=True)
