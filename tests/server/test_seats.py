"""Seats: setting up, links, joining, moving to another device; and who is called what."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from server.houses import ANN, BOB, EVE, key, open_house, plan, play, two_people
from smokestack.server.errors import NoSuchSeat, NotPossible, NotYourSeat, TooMuch
from smokestack.server.table import RUNNING, WAITING, NewTable


def test_a_link_gives_a_free_seat_and_starts_the_game(tmp_path: Path, database: str) -> None:
    async def story() -> None:
        async with open_house(tmp_path, database=database) as house:
            table = await house.create(ANN, plan("me", "link"))
            token = house.seat_token(table, 1)
            found, seat = await house.seat_by_token(token)
            assert (found.id, seat, found.seats[1].free) == (table.id, 1, True)
            table, seat = await house.take_seat(token, BOB, "  Bob\n")
            assert seat == 1
            assert table.status == RUNNING
            assert table.seats_of(BOB) == [1]
            assert table.match.setup.players == ["Ann", "Bob"]
        async with open_house(tmp_path, database=database) as house:
            again = await house.find(table.id)
            assert again.match.setup == table.match.setup

    asyncio.run(story())


def test_a_link_moves_a_seat_to_another_device(tmp_path: Path, database: str) -> None:
    async def story() -> None:
        async with open_house(tmp_path, database=database) as house:
            table = await two_people(house)
            token = house.seat_token(table, 0)
            moved, seat = await house.take_seat(token, "ann-on-another-device", "Somebody")
            assert seat == 0
            assert moved.seats[0].name == "Ann"
            with pytest.raises(NotYourSeat):
                await play(house, moved, ANN)
            played = await play(house, moved, "ann-on-another-device")
            assert played.version == 1
            assert (await house.take_seat(token, "ann-on-another-device", ""))[0] == played

    asyncio.run(story())


def test_wrong_links_lead_nowhere(tmp_path: Path, database: str) -> None:
    async def story() -> None:
        async with open_house(tmp_path, database=database) as house:
            table = await house.create(ANN, plan("me", "clerk"))
            with pytest.raises(NoSuchSeat):
                house.seat_token(table, 1)
            with pytest.raises(NoSuchSeat):
                house.seat_token(table, 2)
            for token in ("", "x", "\0", "é", "\ud800", table.seats[0].lock, table.seats[0].nonce):
                with pytest.raises(NoSuchSeat):
                    await house.take_seat(token, EVE, "Eve")

    asyncio.run(story())


def test_no_secret_of_a_seat_is_in_any_file(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as house:
            table = await two_people(house)
            tokens = [house.seat_token(table, seat) for seat in (0, 1)]
            cookie = house.identity.sign(ANN)
            await play(house, table, ANN)
            stored = b"".join(path.read_bytes() for path in tmp_path.iterdir())
        stored += b"".join(path.read_bytes() for path in tmp_path.iterdir())
        assert table.id.encode() in stored
        for secret in (*tokens, cookie):
            assert secret.encode() not in stored

    asyncio.run(story())


def test_strangers_join_open_tables_only(tmp_path: Path, database: str) -> None:
    async def story() -> None:
        async with open_house(tmp_path, database=database) as house:
            closed = await house.create(ANN, plan("me", "link"))
            table = await house.create(ANN, plan("me", "link", open=True))
            assert [found.id for found in await house.open_tables()] == [table.id]
            with pytest.raises(NotPossible):
                await house.join(closed.id, BOB, "Bob")
            token = house.seat_token(table, 1)
            joined, seat = await house.join(table.id, BOB, "Bob")
            assert (joined.status, seat) == (RUNNING, 1)
            assert await house.join(table.id, BOB, "Bob") == (joined, 1)
            with pytest.raises(NotPossible):
                await house.join(table.id, EVE, "Eve")
            assert await house.open_tables() == []
            # The host has seen the link of the free seat; it is not the way into Bob's.
            with pytest.raises(NoSuchSeat):
                await house.take_seat(token, ANN, "Ann")
            again, _ = await house.take_seat(house.seat_token(joined, 1), EVE, "")
            assert again.seats[1].guest == EVE

    asyncio.run(story())


def test_of_many_who_join_at_once_one_gets_the_seat(tmp_path: Path, database: str) -> None:
    async def story() -> None:
        async with open_house(tmp_path, database=database) as house:
            table = await house.create(ANN, plan("me", "link", open=True))
            came = [house.join(table.id, f"guest-{n}", "Bob") for n in range(5)]
            results = await asyncio.gather(*came, return_exceptions=True)
            assert sum(isinstance(result, NotPossible) for result in results) == 4

    asyncio.run(story())


@pytest.mark.parametrize("name", ["", " ", "\u200b", "x" * 21, "\n\t"])
def test_names_that_nobody_can_read_are_declined(tmp_path: Path, name: str) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as house:
            with pytest.raises(NotPossible):
                await house.create(ANN, plan("me", "clerk", name=name))
            table = await house.create(ANN, plan("me", "link"))
            with pytest.raises(NotPossible):
                await house.take_seat(house.seat_token(table, 1), BOB, name)
            assert (await house.find(table.id)).status == WAITING

    asyncio.run(story())


def test_equal_names_are_told_apart(tmp_path: Path, database: str) -> None:
    async def story() -> None:
        async with open_house(tmp_path, database=database) as house:
            seats = ("clerk", "here:ann", "link", "me")
            table = await house.create(ANN, plan(*seats, game="brass", name="Ann"))
            assert [seat.name for seat in table.seats] == ["clerk", "ann 2", "", "Ann"]
            table, _ = await house.take_seat(house.seat_token(table, 2), BOB, "ANN")
            assert table.seats[2].name == "ANN 3"
            table = await house.say(table.id, EVE, "Clerk", "hello")
            assert table.sayings[0].name == "Clerk 2"

    asyncio.run(story())


def test_the_chosen_seat_comes_first_and_the_others_follow_in_order(
    tmp_path: Path, database: str
) -> None:
    async def story() -> None:
        async with open_house(tmp_path, database=database) as house:
            seats = ("me", "here:Ben", "here:Cleo")
            table = await house.create(ANN, plan(*seats, game="brass", first=1))
            assert [seat.name for seat in table.seats] == ["Ben", "Cleo", "Ann"]
            assert [seat.number for seat in table.seats] == [0, 1, 2]
            found = set()
            for _ in range(40):
                table = await house.create(ANN, plan("me", "here:Ben", first=-1))
                found.add(table.seats[0].name)
            assert found == {"Ann", "Ben"}

    asyncio.run(story())


@pytest.mark.parametrize(
    "wrong",
    [
        {"seats": ["me"]},
        {"seats": []},
        {"seats": ["me", "me"]},
        {"seats": ["me"] + ["clerk"] * 100},
        {"seats": ["me", "program:true"]},
        {"seats": ["me", "greedy"]},
        {"seats": ["me", "clerk:seconds=100"]},
        {"seats": ["me", "here:"]},
        {"game": "chess"},
        {"game": "../glasgow"},
        {"edition": "1066"},
        {"options": {"magic": True}},
        {"first": 2},
        {"first": -2},
        {"seed": -1},
        {"seed": 2**64},
    ],
)
def test_what_nobody_could_play_is_not_set_up(tmp_path: Path, wrong: dict[str, Any]) -> None:
    given: dict[str, Any] = {
        "game": "glasgow",
        "edition": "standard",
        "options": {},
        "seats": ["me", "clerk"],
        "name": "Ann",
    }

    async def story() -> None:
        async with open_house(tmp_path) as house:
            with pytest.raises(NotPossible):
                await house.create(ANN, NewTable(**{**given, **wrong}))
            assert await house.tables_of(ANN) == []

    asyncio.run(story())


def test_a_house_has_room_for_so_many_tables(tmp_path: Path, database: str) -> None:
    async def story() -> None:
        async with open_house(
            tmp_path, database=database, most_tables=4, most_tables_each=3
        ) as house:
            tables = [await house.create(ANN, plan("me", "here:Ben")) for _ in range(3)]
            with pytest.raises(TooMuch):
                await house.create(ANN, plan("me", "here:Ben"))
            await house.create(BOB, plan("me", "here:Ben"))
            with pytest.raises(TooMuch):
                await house.create(EVE, plan("me", "here:Ben"))
            await house.resign(tables[0].id, ANN, 0)
            await house.create(EVE, plan("me", "here:Ben"))

    asyncio.run(story())


def test_one_s_tables_are_listed_with_the_latest_change_first(
    tmp_path: Path, database: str
) -> None:
    async def story() -> None:
        async with open_house(tmp_path, database=database) as house:
            first = await two_people(house)
            second = await house.create(ANN, plan("me", "link"))
            assert [table.id for table in await house.tables_of(ANN)] == [second.id, first.id]
            await house.answer(first.id, ANN, 0, key(), "move 3")
            assert [table.id for table in await house.tables_of(ANN)] == [first.id, second.id]
            assert [table.id for table in await house.tables_of(BOB)] == [first.id]
            assert await house.tables_of(EVE) == []

    asyncio.run(story())
