"""Services for tests: real files, real bots, and no pauses."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from itertools import count
from pathlib import Path
from typing import Any

from litestar import Litestar
from litestar.testing import TestClient

from smokestack.server.app import make_app
from smokestack.server.domain.origin import THIS_MACHINE, Origin
from smokestack.server.domain.table import NewTable, Table
from smokestack.server.service.table_service import TableService
from smokestack.server.settings import SIGN_UP_OPEN, Settings
from smokestack.server.storage.cache import TableCache
from tests.server.storage.migrated import prepare

ANN = "ann-------------------"
BOB = "bob-------------------"
EVE = "eve-------------------"
SECRET = "7" * 64
CONTRIBUTION = "a random text"

NO_LIMITS = {"requests_per_minute": 0, "changes_per_minute": 0, "hints_per_minute": 0}
"""For the test client of Litestar, which has no address and therefore low limits."""

_keys = count()


def key() -> str:
    """An idempotency key that no other submission of this process has."""
    return f"key-{next(_keys):08}"


def settings(folder: Path, **chosen: Any) -> Settings:
    usual = {"data_folder": folder, "bots": 1, "bot_pause": 0.0, "sign_up": SIGN_UP_OPEN}
    return Settings(**{**usual, **chosen})


@asynccontextmanager
async def open_service(folder: Path, **chosen: Any) -> AsyncIterator[TableService]:
    used = settings(folder, **chosen)
    prepare(used)
    service = TableService(used)
    await service.open()
    try:
        yield service
    finally:
        await service.close()


@asynccontextmanager
async def open_two_services(
    folder: Path, **chosen: Any
) -> AsyncIterator[tuple[TableService, TableService]]:
    """Two services that share a database, like two processes of a server."""
    async with open_service(folder, **chosen) as one, open_service(folder, **chosen) as other:
        yield one, other


@contextmanager
def app_client(folder: Path, **chosen: Any) -> Iterator[TestClient[Litestar]]:
    """A client of a new app, in this process."""
    used = settings(folder, **chosen)
    prepare(used)
    with TestClient(make_app(used)) as client:
        yield client


def plan(*seats: str, game: str = "glasgow", **chosen: Any) -> NewTable:
    edition = {"glasgow": "standard", "brass": "2018"}[game]
    given = {
        "edition": edition,
        "options": {},
        "name": "Ann",
        "first": 0,
        "secret": SECRET,
        **chosen,
    }
    return NewTable(game=game, seats=list(seats), **given)


async def create(
    service: TableService, guest: str, chosen: NewTable, origin: Origin = THIS_MACHINE
) -> Table:
    """Create a table and contribute to its deal, so that it starts if nobody else is missing."""
    table = await service.creation.create(guest, chosen, origin)
    if table.started or not table.seats_of(guest):
        return table
    return await service.deals.contribute(table.id, guest, CONTRIBUTION)


async def take_seat(service: TableService, table: Table, seat: int, guest: str, name: str) -> Table:
    """Take a free seat by its link and contribute to the deal."""
    await service.seats.take(seat_token(service, table, seat), guest, name)
    return await service.deals.contribute(table.id, guest, CONTRIBUTION)


async def two_people(service: TableService, **chosen: Any) -> Table:
    """A table with Ann in seat 0 and Bob in seat 1, at the first decision."""
    table = await create(service, ANN, plan("me", "link", **chosen))
    return await take_seat(service, table, 1, BOB, "Bob")


async def play(service: TableService, table: Table, guest: str, answer: str = "") -> Table:
    """Give an answer, or the first legal one."""
    chosen = answer or table.match.answers[0]
    return await service.turns.answer(table.id, guest, table.version, key(), chosen)


async def wait_until(
    service: TableService, table_id: str, reached: Callable[[Table], bool], seconds: float = 60.0
) -> Table:
    """The table, once `reached` is true of it."""
    async with asyncio.timeout(seconds), service.broadcast.subscribe(table_id) as revisions:
        while not reached(table := await service.find(table_id)):
            await anext(revisions)
    return table


def hears_of_no_change(service: TableService) -> None:
    """From now on this process keeps what it knows, as if announcements of others were late."""
    known = service._store._cache
    service._store._cache = TableCache(known._max_tables)
    service._store._cache._tables = known._tables


def seat_token(service: TableService, table: Table, seat: int) -> str:
    """The token of a seat, without a check of who may see it."""
    return service.signer.seat_token(table.id, seat, table.seats[seat].token_nonce)
