"""The games in a database, for whoever runs the house: list, export, import and prune them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

import msgspec
from sqlalchemy import delete, func, select

from smokestack.bots.registry import levels
from smokestack.engine.errors import InvalidInput
from smokestack.engine.match import Match, replay
from smokestack.engine.record import Record
from smokestack.games import find_game
from smokestack.server.database import Database
from smokestack.server.identity import Identity, load_key
from smokestack.server.new_tables import lay
from smokestack.server.schema import answers, seats, tables
from smokestack.server.settings import Settings
from smokestack.server.storage import FINISHED, Storage
from smokestack.server.table import OVER, Given, Seat, Table

AT_ONCE: Final = 200


class Entry(msgspec.Struct, frozen=True):
    """A line of the list."""

    id: str
    game: str
    status: str
    players: list[str]
    answers: int
    changed: datetime


class Archive:
    """Works beside running servers; close it in the end."""

    def __init__(self, settings: Settings) -> None:
        check_exists(settings)
        self._settings = settings
        self._database = Database(settings.database_url())
        self._storage = Storage(self._database)
        self._database.bring_up_to_date()

    def close(self) -> None:
        self._database.close()

    def entries(self, most: int, statuses: tuple[str, ...] = ()) -> list[Entry]:
        """The latest change first."""
        query = select(tables.c.id, tables.c.game, tables.c.status, tables.c.changed)
        if statuses:
            query = query.where(tables.c.status.in_(statuses))
        query = query.order_by(tables.c.changed.desc(), tables.c.id).limit(most)
        with self._database.reading() as connection:
            found = list(connection.execute(query))
            ids = [row.id for row in found]
            players: dict[str, list[str]] = {table_id: [] for table_id in ids}
            at_them = select(seats.c.table_id, seats.c.name).where(seats.c.table_id.in_(ids))
            for row in connection.execute(at_them.order_by(seats.c.table_id, seats.c.number)):
                players[row.table_id].append(row.name)
            counting = (
                select(answers.c.table_id, func.count().label("given"))
                .where(answers.c.table_id.in_(ids))
                .group_by(answers.c.table_id)
            )
            given = {row.table_id: row.given for row in connection.execute(counting)}
        return [
            Entry(row.id, row.game, row.status, players[row.id], given.get(row.id, 0), row.changed)
            for row in found
        ]

    def find(self, table_id: str) -> Table:
        table = self._storage.load(table_id)
        if table is None:
            raise InvalidInput(
                f"there is no game {table_id!r:.40}; 'smokestack games list' shows all"
            )
        return table

    def finished(self) -> Iterator[str]:
        """The ids of all games that were played to their end."""
        query = select(tables.c.id).where(tables.c.status == OVER).order_by(tables.c.created)
        with self._database.reading() as connection:
            yield from list(connection.execute(query).scalars())

    def add(self, record: Record) -> tuple[Table, list[str]]:
        """A table from a record, and the secrets of its seats: whoever has one plays on."""
        identity = Identity(load_key(self._settings.folder))
        game = find_game(record.setup.game)
        match = replay(game, record)
        now = datetime.now(UTC)
        sitting = [_seat(name, identity) for name in record.setup.players]
        table = lay(identity, identity.new_guest(), match, sitting, False, now)
        table.given = _given(match, sitting, now)
        table.version = table.rewound = len(table.given)
        if match.over:
            table.status = OVER
        self._storage.add(table)
        tokens = [
            identity.seat_token(table.id, seat.number, seat.nonce) if seat.nonce else ""
            for seat in table.seats
        ]
        return table, tokens

    def old(self, days: int, finished: bool, abandoned: bool) -> list[str]:
        """Games in which nothing has happened for so long."""
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
        """With all that belongs to them; a few at a time, so that servers can write meanwhile."""
        for first in range(0, len(table_ids), AT_ONCE):
            some = table_ids[first : first + AT_ONCE]
            with self._database.writing() as connection:
                connection.execute(delete(tables).where(tables.c.id.in_(some)))


def check_exists(settings: Settings) -> None:
    """Only a server makes a database; elsewhere it would hide a wrong path."""
    url = settings.database_url()
    if url.get_backend_name() == "sqlite" and not Path(url.database or "").is_file():
        raise InvalidInput(f"there is no database {url.database}; see --data and --database")


def _seat(name: str, identity: Identity) -> Seat:
    """Levels of bots play on; everybody else needs the link of the seat."""
    level = name.partition(" ")[0]
    if level in levels():
        return Seat(0, name, bot=level)
    return Seat(0, name, guest=identity.new_guest())


def _given(match: Match, sitting: list[Seat], now: datetime) -> list[Given]:
    """How the answers came about, as far as a record tells."""
    again = Match(match.game, match.setup)
    found = []
    for answer in match.history:
        seat = again.actor
        assert seat is not None
        revealed = int(again.state.revealed)
        again.play(answer)
        reveals = int(again.state.revealed) != revealed
        found.append(Given(seat, bool(sitting[seat].bot), reveals, now))
    return found
