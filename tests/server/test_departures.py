"""Giving up, leaving, bots that stand in, and coming back."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest

from server.houses import ANN, BOB, EVE, key, open_house, plan, play, two_people, wait_until
from smokestack.server import departures
from smokestack.server.errors import NotPossible, NotYourSeat
from smokestack.server.house import House
from smokestack.server.table import RESIGNED, RUNNING, WAITING, Table


async def three_people(house: House) -> Table:
    table = await house.create(ANN, plan("me", "link", "link", game="brass"))
    await house.take_seat(house.seat_token(table, 1), BOB, "Bob")
    table, _ = await house.take_seat(house.seat_token(table, 2), EVE, "Eve")
    return table


def test_of_two_the_one_who_does_not_give_up_wins(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as house:
            table = await two_people(house)
            with pytest.raises(NotYourSeat):
                await house.resign(table.id, BOB, 0)
            with pytest.raises(NotYourSeat):
                await house.resign(table.id, EVE, 0)
            table = await house.resign(table.id, BOB, 1)
            assert (table.status, table.resigned, table.version) == (RESIGNED, 1, 1)
            for deed in (house.resign, house.leave, house.come_back):
                with pytest.raises(NotPossible):
                    await deed(table.id, ANN, 0)
            with pytest.raises(NotPossible):
                await play(house, table, ANN, "move 3")

    asyncio.run(story())


def test_of_three_the_last_one_ends_it(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as house:
            table = await three_people(house)
            table = await house.resign(table.id, EVE, 2)
            assert (table.status, table.seats[2].left) == (RUNNING, True)
            table = await house.resign(table.id, ANN, 0)
            assert (table.status, table.resigned) == (RESIGNED, 0)

    asyncio.run(story())


def test_a_game_that_all_people_have_left_is_over(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as house:
            alone = await house.create(ANN, plan("me", "apprentice"))
            assert (await house.leave(alone.id, ANN, 0)).status == RESIGNED
            table = await two_people(house)
            table = await house.leave(table.id, ANN, 0)
            assert table.status == RUNNING
            with pytest.raises(NotPossible):
                await play(house, table, ANN)
            table = await house.leave(table.id, BOB, 1)
            assert (table.status, table.resigned) == (RESIGNED, -1)

    asyncio.run(story())


def test_who_gives_up_against_bots_alone_has_lost(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as house:
            table = await house.create(ANN, plan("apprentice", "me", "clerk", game="brass"))
            table = await house.resign(table.id, ANN, 1)
            assert (table.status, table.resigned) == (RESIGNED, 1)

    asyncio.run(story())


def test_before_the_start_a_seat_is_free_again(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as house:
            table = await house.create(ANN, plan("me", "link", "link", game="brass"))
            token = house.seat_token(table, 1)
            await house.take_seat(token, BOB, "Bob")
            table = await house.leave(table.id, BOB, 1)
            assert (table.status, table.seats[1].free) == (WAITING, True)
            table, _ = await house.take_seat(token, EVE, "Eve")
            assert table.seats[1].name == "Eve"
            table = await house.leave(table.id, ANN, 0)
            assert table.status == RESIGNED
            with pytest.raises(NotPossible):
                await house.take_seat(house.seat_token(table, 2), BOB, "Bob")

    asyncio.run(story())


def test_a_bot_stands_in_once_all_others_want_it(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as house:
            table = await three_people(house)
            with pytest.raises(NotPossible):  # Eve is still there
                await house.agree(table.id, ANN, 2, "apprentice")
            await house.leave(table.id, EVE, 2)
            for bot in ("greedy", "program:true", ""):
                with pytest.raises(NotPossible):
                    await house.agree(table.id, ANN, 2, bot)
            for guest in (EVE, "stranger", ""):
                with pytest.raises(NotYourSeat):
                    await house.agree(table.id, guest, 2, "apprentice")
            table = await house.agree(table.id, ANN, 2, "clerk")
            assert (table.seats[2].agreed, table.seats[2].stand_in) == ([0], "clerk")
            assert await house.agree(table.id, ANN, 2, "clerk") == table
            # Another bot is another question.
            table = await house.agree(table.id, BOB, 2, "apprentice")
            assert (table.seats[2].agreed, table.seats[2].bot) == ([1], "")
            table = await house.agree(table.id, ANN, 2, "apprentice")
            assert (table.seats[2].agreed, table.seats[2].bot) == ([], "apprentice")
            assert table.seats[2].guest == EVE

    asyncio.run(story())


def test_a_bot_may_stand_in_for_who_keeps_everybody_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as house:
            table = await two_people(house)
            with pytest.raises(NotPossible):
                await house.agree(table.id, BOB, 0, "apprentice")
            monkeypatch.setattr(departures, "LONG", timedelta(0))
            with pytest.raises(NotPossible):  # it is not Bob's turn
                await house.agree(table.id, ANN, 1, "apprentice")
            table = await house.agree(table.id, BOB, 0, "apprentice")
            assert table.seats[0].bot == "apprentice"
            table = await house.come_back(table.id, ANN, 0)
            assert table.seats[0].bot == ""

    asyncio.run(story())


def test_who_leaves_has_no_say_any_more(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as house:
            table = await three_people(house)
            await house.leave(table.id, EVE, 2)
            await house.agree(table.id, ANN, 2, "apprentice")
            table = await house.leave(table.id, BOB, 1)
            assert table.seats[2].bot == "apprentice"
            assert table.seats[1].bot == ""

    asyncio.run(story())


def test_a_bot_plays_until_the_guest_comes_back(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as house:
            table = await two_people(house)
            await house.leave(table.id, ANN, 0)
            table = await house.agree(table.id, BOB, 0, "apprentice")
            table = await wait_until(house, table.id, lambda table: table.match.actor == 1)
            assert all(given.by_bot and given.seat == 0 for given in table.given)
            assert not house.can_undo(table, ANN)
            with pytest.raises(NotYourSeat):
                await house.come_back(table.id, BOB, 0)
            table = await house.come_back(table.id, ANN, 0)
            assert (table.seats[0].bot, table.seats[0].left) == ("", False)
            assert not house.can_undo(table, ANN)
            while table.match.actor == 1:
                table = await play(house, table, BOB)
            table = await play(house, table, ANN)
            assert not table.given[-1].by_bot

    asyncio.run(story())


def test_who_comes_back_while_the_bot_thinks_answers_alone(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_house(tmp_path, bot_pause=2.0) as house:
            table = await two_people(house)
            await house.leave(table.id, ANN, 0)
            await house.agree(table.id, BOB, 0, "apprentice")
            with pytest.raises(NotPossible):
                await house.answer(table.id, ANN, 0, key(), table.match.answers[0])
            table = await house.come_back(table.id, ANN, 0)
            await asyncio.sleep(2.5)
            assert await house.find(table.id) == table

    asyncio.run(story())
