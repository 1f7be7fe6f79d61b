"""Another game with the same people, and finished games taken up again."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from server.houses import ANN, BOB, EVE, open_house, plan, play, two_people, wait_until
from smokestack.server.errors import NoSuchSeat, NotPossible, NotYourSeat
from smokestack.server.table import RUNNING


def test_in_a_rematch_everybody_moves_up_by_one_seat(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as house:
            table = await two_people(house)
            with pytest.raises(NotPossible):
                await house.rematch(table.id, ANN)
            table = await house.resign(table.id, ANN, 0)
            with pytest.raises(NotYourSeat):
                await house.rematch(table.id, EVE)
            news = table.news
            new, same = await asyncio.gather(
                house.rematch(table.id, BOB), house.rematch(table.id, ANN)
            )
            assert new.id == same.id != table.id
            assert (await house.find(table.id)).rematch == new.id
            assert (await house.find(table.id)).news == news + 1
            assert [seat.name for seat in new.seats] == ["Bob", "Ann"]
            assert [seat.guest for seat in new.seats] == [BOB, ANN]
            assert new.match.setup.seed != table.match.setup.seed
            assert new.status == RUNNING
            assert house.seat_token(new, 0) != house.seat_token(table, 1)
        async with open_house(tmp_path) as house:
            assert (await house.rematch(table.id, ANN)).id == new.id
            await play(house, await house.find(new.id), BOB)

    asyncio.run(story())


def test_bots_play_again_too(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as house:
            table = await house.create(ANN, plan("me", "apprentice"))
            await house.resign(table.id, ANN, 0)
            new = await house.rematch(table.id, ANN)
            assert [seat.bot for seat in new.seats] == ["apprentice", ""]
            new = await wait_until(house, new.id, lambda table: table.match.actor == 1)
            assert not new.seats[1].left

    asyncio.run(story())


def test_a_finished_game_is_taken_up_from_any_position(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as house:
            table = await house.create(ANN, plan("me", "here:Ben"))
            for _ in range(10):
                table = await play(house, table, ANN)
            for length in (0, 5):
                with pytest.raises(NotPossible):  # it goes on
                    await house.play_on(table.id, length, EVE, 0, "apprentice", "Eve")
            table = await house.resign(table.id, ANN, 0)
            seat = table.given[5].seat
            new = await house.play_on(table.id, 5, EVE, seat, "apprentice", "Eve")
            assert new.match.history == table.match.history[:5]
            assert new.match.actor == seat
            assert new.rewound == 5
            assert new.seats_of(EVE) == [seat]
            assert new.seats[1 - seat].bot == "apprentice"
            assert not house.can_undo(new, EVE)
            new = await play(house, new, EVE)
            assert (await house.find(table.id)).match.history == table.match.history
            for length, seat, bot, error in [
                (11, 0, "clerk", NotPossible),
                (-1, 0, "clerk", NotPossible),
                (5, 2, "clerk", NoSuchSeat),
                (5, 0, "program:true", NotPossible),
            ]:
                with pytest.raises(error):
                    await house.play_on(table.id, length, EVE, seat, bot, "Eve")
        async with open_house(tmp_path) as house:
            again = await house.find(new.id)
            assert again.match.history[:5] == table.match.history[:5]
            assert again.rewound == 5

    asyncio.run(story())


def test_from_the_end_there_is_nothing_to_play(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as house:
            table = await house.create(BOB, plan("apprentice", "apprentice"))
            table = await wait_until(house, table.id, lambda table: table.finished, 300.0)
            length = len(table.match.history)
            with pytest.raises(NotPossible):
                await house.play_on(table.id, length, ANN, 0, "apprentice", "Ann")
            await house.play_on(table.id, length - 1, ANN, 0, "apprentice", "Ann")

    asyncio.run(story())
