"""Whatever guests do, in whatever order: what the house shows is what is stored."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from server.houses import ANN, BOB, EVE, key, open_house, plan, settings
from smokestack.server.database import Database
from smokestack.server.errors import HouseError
from smokestack.server.house import House
from smokestack.server.storage import Storage
from smokestack.server.table import Table

STEPS = 250
GUESTS = (ANN, BOB, EVE, "")


def deed(house: House, table: Table, chance: random.Random) -> Awaitable[Any]:
    """Something that somebody might try, rightly or wrongly."""
    guest = chance.choice(GUESTS)
    seat = chance.randrange(len(table.seats))
    version = table.version - (chance.random() < 0.1)
    actor = table.actor
    if actor is not None and chance.random() < 0.6:
        return house.answer(
            table.id, actor.guest, version, key(), chance.choice(table.match.answers)
        )
    if chance.random() < 0.5:
        return house.undo(table.id, chance.choice([ANN, BOB]), version, key())
    tries: list[Callable[[], Awaitable[Any]]] = [
        lambda: house.say(table.id, guest, "Dora", "hello"),
        lambda: house.leave(table.id, guest, seat),
        lambda: house.agree(table.id, guest, seat, "apprentice"),
        lambda: house.come_back(table.id, table.seats[seat].guest, seat),
        lambda: house.come_back(table.id, guest, seat),
        lambda: house.join(table.id, guest, "Ann"),
        lambda: house.take_seat(house.seat_token(table, seat), guest, "Ann"),
        lambda: house.rematch(table.id, guest),
        lambda: house.play_on(table.id, seat, guest, 0, "apprentice", "Ann"),
    ]
    return chance.choice(tries)()


@pytest.mark.parametrize("seed", range(4))
def test_what_the_house_shows_is_what_is_stored(tmp_path: Path, database: str, seed: int) -> None:
    chance = random.Random(seed)
    opened = Database(settings(tmp_path, database=database).database_url())
    storage = Storage(opened)

    async def story() -> None:
        async with open_house(
            tmp_path, database=database, bot_pause=1000.0, most_in_memory=2
        ) as house:
            game, seats = (("glasgow", 2), ("brass", 3))[seed % 2]
            kinds = ["me", *["link"] * (seats - 1)]
            table = await house.create(ANN, plan(*kinds, game=game, open=True, seed=seed))
            for _ in range(STEPS):
                before = await house.find(table.id)
                try:
                    await deed(house, before, chance)
                except HouseError:
                    assert await house.find(table.id) == before
                after = await house.find(table.id)
                check(before, after)
                stored = storage.load(table.id)
                assert stored is not None
                assert plain(stored) == plain(after)
                if after.rematch:
                    table = await house.find(after.rematch)

    asyncio.run(story())
    opened.close()


def check(before: Table, after: Table) -> None:
    assert after.news >= before.news
    assert (after.news == before.news) == (after == before)
    moved = after.match.history != before.match.history or after.status != before.status
    if after.version == before.version:
        assert after.match.history == before.match.history
    elif moved:
        assert after.version == before.version + 1
    names = [seat.name for seat in after.seats if seat.name]
    assert len({name.casefold() for name in names}) == len(names)
    assert len(after.given) == len(after.match.history)


def plain(table: Table) -> dict[str, Any]:
    """All of a table, the match by its record and its position."""
    told = msgspec.structs.asdict(table)
    match = told.pop("match")
    told["seats"] = [msgspec.structs.asdict(seat) for seat in table.seats]
    return {**told, "record": match.record(), "position": match.game.dump(match.state)}
