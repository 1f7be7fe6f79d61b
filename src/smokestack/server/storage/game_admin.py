"""The games in a database, for the operator: list, export, import, end and remove them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, delete, func, or_, select

from smokestack.bots.registry import levels
from smokestack.engine.errors import InvalidInput
from smokestack.engine.match import Match, replay
from smokestack.engine.record import Record
from smokestack.games import find_game
from smokestack.server.domain.announcements import CLOSED_BY_OPERATOR
from smokestack.server.domain.creation import make_table
from smokestack.server.domain.leaving import close
from smokestack.server.domain.table import FINISHED, OVER, RUNNING, AnswerMeta, Seat, Table
from smokestack.server.domain.tile_sets import INSTALLED, new_tile_set
from smokestack.server.domain.tokens import TokenSigner
from smokestack.server.settings import Settings
from smokestack.server.storage import reports, tile_sets, tournament_jobs
from smokestack.server.storage import tables as repository
from smokestack.server.storage.database import open_existing
from smokestack.server.storage.reports import StoredReport
from smokestack.server.storage.schema import accounts, answers, seats, tables
from smokestack.server.storage.server_key import load_server_key
from smokestack.server.storage.table_counts import is_deal_used

DELETE_BATCH_SIZE: Final = 200
UNREADABLE: Final = "unreadable"  # in place of the status
MAX_ATTEMPTS: Final = 10  # to end a game that servers change at the same time


class Entry(msgspec.Struct, frozen=True, array_like=True):
    """A game in the list; only `id` is known of one whose row is damaged."""

    id: str
    game: str = ""
    status: str = UNREADABLE
    players: list[str] = []
    answers: int = 0
    changed: datetime | None = None


class GameAdmin:
    """Can be used while servers run; must be closed."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._database = open_existing(settings)

    def close(self) -> None:
        self._database.close()

    def games_for_puzzles(self, game: str) -> Iterator[Record]:
        """The finished games whose players all have an account and agree, without their names.

        A game from whose deal somebody else still plays is left out: its record would
        reveal what is hidden there.
        """
        disagrees = or_(accounts.c.guest.is_(None), accounts.c.games_for_puzzles.is_(False))
        person = (seats.c.table_id == tables.c.id) & (seats.c.guest != "")
        people = select(seats.c.number).where(person)
        others = (
            select(seats.c.number)
            .join_from(seats, accounts, accounts.c.guest == seats.c.guest, isouter=True)
            .where(person, disagrees)
        )
        query = select(tables.c.id).where(
            tables.c.game == game, tables.c.status == OVER, people.exists(), ~others.exists()
        )
        with self._database.reading() as connection:
            for table_id in connection.execute(query.order_by(tables.c.id)).scalars().all():
                table = repository.load(connection, table_id)
                if table is not None and not _is_continued(connection, table):
                    names = [str(seat.number + 1) for seat in table.seats]
                    record = table.match.record()
                    setup = msgspec.structs.replace(record.setup, players=names)
                    yield msgspec.structs.replace(record, setup=setup)

    def install_tile_set(self, tiles: dict[str, Any]) -> None:
        """Store a tile set for everybody; one of the same name is replaced."""
        new = new_tile_set(INSTALLED, tiles, datetime.now(UTC))
        with self._database.writing() as connection:
            tile_sets.save(connection, new)

    def entries(self, limit: int, statuses: tuple[str, ...] = ()) -> list[Entry]:
        """Games, latest change first."""
        query = select(tables.c.id)
        if statuses:
            query = query.where(tables.c.status.in_(statuses))
        query = query.order_by(tables.c.changed.desc(), tables.c.id).limit(limit)
        with self._database.reading() as connection:
            return [_entry(connection, found) for found in connection.execute(query).scalars()]

    def find(self, table_id: str) -> Table:
        with self._database.reading() as connection:
            table = repository.load(connection, table_id)
        if table is None:
            raise _unknown(table_id)
        return table

    def finished(self) -> Iterator[str]:
        """The ids of all games that were played to the end."""
        query = select(tables.c.id).where(tables.c.status == OVER).order_by(tables.c.created)
        with self._database.reading() as connection:
            yield from list(connection.execute(query).scalars())

    def add(self, record: Record) -> tuple[Table, list[str]]:
        """Create a table from a record; returns it and the tokens of its seats."""
        signer = TokenSigner(load_server_key(self._settings.data_folder))
        game = find_game(record.setup.game)
        match = replay(game, record)
        now = datetime.now(UTC)
        seats_ = [_seat(name) for name in record.setup.players]
        if record.setup.deal is not None:
            for seat, contribution in zip(seats_, record.setup.deal.contributions, strict=True):
                seat.contribution = contribution
        table = make_table(signer, signer.new_guest(), record.setup, seats_, now)
        table.dealt = match
        table.answer_log = _answer_log(match, seats_, now)
        table.version = table.inherited_answers = len(table.answer_log)
        table.status = OVER if match.over else RUNNING
        with self._database.writing() as connection:
            repository.add(connection, table)
        tokens = [
            signer.seat_token(table.id, seat.number, seat.token_nonce) if seat.token_nonce else ""
            for seat in table.seats
        ]
        return table, tokens

    def select(
        self, ids: Sequence[str], host: str, statuses: Sequence[str], idle_hours: int
    ) -> list[str]:
        """The ids of games that meet all conditions; empty or zero ones are not checked.

        `InvalidInput` if one of the ids is unknown.
        """
        query = select(tables.c.id).order_by(tables.c.changed, tables.c.id)
        if ids:
            query = query.where(tables.c.id.in_(ids))
        if host:
            query = query.where(tables.c.host == host)
        if statuses:
            query = query.where(tables.c.status.in_(statuses))
        if idle_hours:
            unchanged_since = datetime.now(UTC) - timedelta(hours=idle_hours)
            query = query.where(tables.c.changed < unchanged_since)
        with self._database.reading() as connection:
            known = set(
                connection.execute(select(tables.c.id).where(tables.c.id.in_(ids))).scalars()
            )
            for table_id in ids:
                if table_id not in known:
                    raise _unknown(table_id)
            return list(connection.execute(query).scalars())

    def end(self, table_id: str) -> bool:
        """Close a game that is not over; servers notice it. False if it is over by now."""
        for _ in range(MAX_ATTEMPTS):
            before = self.find(table_id)
            if before.finished:
                return False
            after = before.copy()
            now = datetime.now(UTC)
            close(after, CLOSED_BY_OPERATOR, now)
            after.revision += 1
            after.changed = now
            try:
                with self._database.writing() as connection:
                    repository.save(connection, before, after)
            except repository.Conflict:
                continue  # a server has changed it meanwhile
            return True
        raise InvalidInput(f"{table_id} changes too often; try again")

    def reports(self, limit: int, with_resolved: bool) -> list[StoredReport]:
        with self._database.reading() as connection:
            return reports.find(connection, limit, with_resolved)

    def resolve_reports(self, ids: Sequence[int]) -> int:
        with self._database.writing() as connection:
            return reports.resolve(connection, ids)

    def old(self, days: int, finished: bool, abandoned: bool) -> list[str]:
        """The ids of games that have not changed for so many days."""
        query = select(tables.c.id).where(
            tables.c.changed < datetime.now(UTC) - timedelta(days=days)
        )
        if not finished:
            query = query.where(tables.c.status.not_in(FINISHED))
        if not abandoned:
            query = query.where(tables.c.status.in_(FINISHED))
        with self._database.reading() as connection:
            return list(connection.execute(query.order_by(tables.c.changed)).scalars())

    def remove(self, table_ids: list[str]) -> None:
        """Delete games in batches, so that servers can write in between."""
        for first in range(0, len(table_ids), DELETE_BATCH_SIZE):
            some = table_ids[first : first + DELETE_BATCH_SIZE]
            with self._database.writing() as connection:
                tournament_jobs.note_removed(connection, some, datetime.now(UTC))
                connection.execute(delete(tables).where(tables.c.id.in_(some)))


def _entry(connection: Connection, table_id: str) -> Entry:
    """Read separately, so that a damaged row does not hide the others."""
    columns = select(tables.c.id, tables.c.game, tables.c.status, tables.c.changed)
    names = select(seats.c.name).where(seats.c.table_id == table_id).order_by(seats.c.number)
    count = select(func.count()).where(answers.c.table_id == table_id)
    try:
        row = connection.execute(columns.where(tables.c.id == table_id)).one()
        players = list(connection.execute(names).scalars())
        answer_count = connection.execute(count).scalar_one()
        return msgspec.convert(
            [row.id, row.game, row.status, players, answer_count, row.changed], Entry
        )
    except (ValueError, TypeError, msgspec.ValidationError):
        return Entry(table_id)


def _unknown(table_id: str) -> InvalidInput:
    return InvalidInput(f"no game has the id {table_id!r:.40}; 'smokestack games list' shows all")


def _seat(name: str) -> Seat:
    """A bot continues if the name is a level; a person takes the seat, which is free, by link."""
    level = name.partition(" ")[0]
    return Seat(0, name, bot=level if level in levels() else "")


def _answer_log(match: Match, seats_: list[Seat], now: datetime) -> list[AnswerMeta]:
    """What a record says about who gave each answer."""
    again = Match(match.game, match.setup)
    found = []
    for answer in match.history:
        seat = again.actor
        assert seat is not None
        reveals = again.reveals(answer)
        again.play(answer)
        found.append(AnswerMeta(seat, bool(seats_[seat].bot), reveals, now))
    return found


def _is_continued(connection: Connection, table: Table) -> bool:
    """Whether another game from the same deal is unfinished."""
    deal = table.setup.deal
    return deal is not None and is_deal_used(
        connection, table.id, deal.commitment, datetime.min.replace(tzinfo=UTC)
    )
