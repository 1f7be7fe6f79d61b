"""What the players of the crash test know of a game, and what the database has about it."""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection, func, select

from smokestack.server.domain.table import Table
from smokestack.server.storage import tables as repository
from smokestack.server.storage.schema import accounts, jobs, reports


class Submission(msgspec.Struct, frozen=True):
    """A request of a player; it is sent again, with the same key, until it is acknowledged."""

    action: str
    player: int
    version: int
    """Of the table when it was sent for the first time."""
    value: str
    key: str


class Game(msgspec.Struct, eq=False):
    """What its players know of one game."""

    path: str
    """Empty until the first player has found a table."""
    players: int = 1
    link: str = ""
    """The invitation to the second seat."""
    acknowledged: list[Submission] = []
    pending: dict[int, Submission] = {}
    """What was sent by each player but not acknowledged; it may be stored or not."""
    refused: list[Submission] = []
    """What came too late, such as a message when the chat was locked.

    It is stored if the server was killed when it came for the first time.
    """
    others: dict[str, str] = {}
    """The paths of other tables that players have created, by the key of the submission."""
    has_clock: bool = False
    may_deal: bool = False
    """Enough time has passed to start without those who have not opened the table."""
    revision: int = 0
    """The highest revision that a player has seen after a change."""

    @property
    def table_id(self) -> str:
        return id_in(self.path)

    def done(self, action: str, player: int | None = None) -> list[Submission]:
        """What was acknowledged of one kind, and of one player."""
        return [
            known
            for known in self.acknowledged
            if known.action == action and player in (None, known.player)
        ]

    def unsure(self, action: str) -> list[Submission]:
        """What was sent of one kind and may be stored."""
        sent = [*self.pending.values(), *self.refused]
        return [submission for submission in sent if submission.action == action]


class Stored(msgspec.Struct, frozen=True):
    """What the database has about a game."""

    table: Table
    reports: list[str]
    accounts: dict[str, str]
    """The names of the accounts of seated guests, by guest."""
    timeout_jobs: int
    others: dict[str, Table]
    """Other tables that players have created, by the key of the submission."""

    def announced(self, *kinds: str) -> list[str]:
        """The announcements of some kinds, in their order."""
        return [said.kind for said in self.table.announcements if said.kind in kinds]


def id_in(path: str) -> str:
    return path.rpartition("/")[2]


def load(connection: Connection, game: Game) -> Stored | None:
    table_id = game.table_id
    table = repository.load(connection, table_id)
    if table is None:
        return None
    guests = [seat.guest for seat in table.seats if seat.guest]
    named = select(accounts.c.guest, accounts.c.name).where(accounts.c.guest.in_(guests))
    texts = select(reports.c.text).where(reports.c.table_id == table_id)
    is_timeout = (jobs.c.kind == repository.TIMEOUT_JOB) & (jobs.c.key == table_id)
    others = {key: repository.load(connection, id_in(path)) for key, path in game.others.items()}
    count = select(func.count()).select_from(jobs).where(is_timeout)
    return Stored(
        table,
        [row.text for row in connection.execute(texts)],
        {row.guest: row.name for row in connection.execute(named)},
        connection.execute(count).scalar_one(),
        {key: other for key, other in others.items() if other is not None},
    )
