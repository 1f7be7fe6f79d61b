"""What can be taken back, by whom, and what becomes of the bots' thoughts about it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from server.houses import ANN, BOB, EVE, key, open_house, plan, play, two_people, wait_until
from smokestack.server.errors import NotPossible, NotYourSeat, Stale
from smokestack.server.house import House
from smokestack.server.table import Table


async def reach(house: House, table: Table, guest: str, reveals: bool) -> Table:
    """Play one guest's table on to an answer that does, or does not, reveal something."""
    while not table.given or table.given[-1].reveals != reveals:
        table = await play(house, table, guest)
    return table


def test_the_last_answer_can_be_taken_back(tmp_path: Path, database: str) -> None:
    async def story() -> None:
        async with open_house(tmp_path, database=database) as house:
            start = await two_people(house)
            table = await play(house, start, ANN, "move 3")
            assert house.can_undo(table, ANN)
            table = await house.undo(table.id, ANN, table.version, key())
            assert table.version == 2
            assert table.match.history == []
            assert table.given == []
            assert table.match.state == start.match.state
            assert not house.can_undo(table, ANN)
            with pytest.raises(NotPossible):
                await house.undo(table.id, ANN, table.version, key())
            table = await play(house, table, ANN, "move 2")
        async with open_house(tmp_path, database=database) as house:
            assert (await house.find(table.id)).match.record().answers == ["move 2"]

    asyncio.run(story())


def test_only_one_s_own_answer_can_be_taken_back(tmp_path: Path, database: str) -> None:
    async def story() -> None:
        async with open_house(tmp_path, database=database) as house:
            table = await play(house, await two_people(house), ANN, "move 3")
            for guest, error in [(BOB, NotPossible), (EVE, NotYourSeat), ("", NotYourSeat)]:
                assert not house.can_undo(table, guest)
                with pytest.raises(error):
                    await house.undo(table.id, guest, table.version, key())
            with pytest.raises(Stale):
                await house.undo(table.id, ANN, table.version - 1, key())
            while table.given[-1].seat == 0:
                table = await play(house, table, table.seats[table.match.actor or 0].guest)
            assert not house.can_undo(table, ANN)

    asyncio.run(story())


def test_what_was_revealed_stays_revealed(tmp_path: Path, database: str) -> None:
    async def story() -> None:
        async with open_house(tmp_path, database=database) as house:
            table = await house.create(ANN, plan("me", "here:Ben"))
            table = await reach(house, table, ANN, reveals=True)
            assert not house.can_undo(table, ANN)
            with pytest.raises(NotPossible):
                await house.undo(table.id, ANN, table.version, key())
            table = await reach(house, table, ANN, reveals=False)
            assert house.can_undo(table, ANN)
        async with open_house(tmp_path, database=database) as house:
            assert house.can_undo(await house.find(table.id), ANN)

    asyncio.run(story())


def test_the_same_undo_again_takes_nothing_more_back(tmp_path: Path, database: str) -> None:
    async def story() -> None:
        async with open_house(tmp_path, database=database) as house:
            table = await house.create(ANN, plan("me", "here:Ben"))
            table = await play(house, table, ANN)
            table = await play(house, table, ANN)
            own = key()
            sent = [house.undo(table.id, ANN, table.version, own) for _ in range(5)]
            await asyncio.gather(*sent)
            assert len((await house.find(table.id)).match.history) == 1

    asyncio.run(story())


def test_a_bot_forgets_what_was_taken_back(tmp_path: Path, database: str) -> None:
    async def story() -> None:
        async with open_house(tmp_path, database=database, bot_pause=2.0) as house:
            table = await house.create(ANN, plan("me", "apprentice"))
            while table.actor == table.seats[0]:
                table = await play(house, table, ANN)
            assert house.can_undo(table, ANN)
            table = await house.undo(table.id, ANN, table.version, key())
            assert house.thinking(table) is None
            assert not house.waits_for_bot(table)
            await asyncio.sleep(2.5)
            assert await house.find(table.id) == table
            while table.actor == table.seats[0]:
                table = await play(house, table, ANN)
            asked = table.asked
            table = await wait_until(house, table.id, lambda table: table.given[-1].by_bot)
            assert (table.given[-1].at - asked).total_seconds() >= 2.0

    asyncio.run(story())
