"""Houses for tests: real files, real bots, and no pauses."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any

from smokestack.server.house import House
from smokestack.server.settings import Settings
from smokestack.server.table import NewTable, Table

ANN = "ann-------------------"
BOB = "bob-------------------"
EVE = "eve-------------------"

_keys = count()


def key() -> str:
    """A key that no other submission of this test run has."""
    return f"key-{next(_keys):08}"


def settings(folder: Path, **chosen: Any) -> Settings:
    return Settings(**{"folder": folder, "bots": 1, "bot_pause": 0.0, **chosen})


@asynccontextmanager
async def open_house(folder: Path, **chosen: Any) -> AsyncIterator[House]:
    house = House(settings(folder, **chosen))
    await house.open()
    try:
        yield house
    finally:
        await house.close()


def plan(*seats: str, game: str = "glasgow", **chosen: Any) -> NewTable:
    edition = {"glasgow": "standard", "brass": "2018"}[game]
    given = {"edition": edition, "options": {}, "name": "Ann", "first": 0, "seed": 7, **chosen}
    return NewTable(game=game, seats=list(seats), **given)


async def two_people(house: House, **chosen: Any) -> Table:
    """Ann in seat 0 and Bob in seat 1, at the first question."""
    table = await house.create(ANN, plan("me", "link", **chosen))
    table, _ = await house.take_seat(house.seat_token(table, 1), BOB, "Bob")
    return table


async def play(house: House, table: Table, guest: str, answer: str = "") -> Table:
    """The given answer, or the first that is offered."""
    chosen = answer or table.match.answers[0]
    return await house.answer(table.id, guest, table.version, key(), chosen)


async def wait_until(
    house: House, table_id: str, reached: Callable[[Table], bool], seconds: float = 60.0
) -> Table:
    async with asyncio.timeout(seconds), house.news().watch(table_id) as watch:
        while not reached(table := await house.find(table_id)):
            await anext(watch)
    return table
