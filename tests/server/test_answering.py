"""Answers: who may give them, when, and how often."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from server.houses import ANN, BOB, EVE, key, open_house, plan, play, two_people
from smokestack.server.errors import (
    NoSuchSeat,
    NoSuchTable,
    NotPossible,
    NotYourSeat,
    NotYourTurn,
    Stale,
)
from smokestack.server.table import OVER, RUNNING, WAITING


def test_an_answer_is_there_for_everybody_and_after_a_restart(
    tmp_path: Path, database: str
) -> None:
    async def story() -> None:
        async with open_house(tmp_path, database=database) as house:
            table = await two_people(house)
            table = await play(house, table, ANN, "move 3")
            assert table.match.record().answers == ["move 3"]
            assert table.version == 1
        async with open_house(tmp_path, database=database) as house:
            again = await house.find(table.id)
            assert again is not table
            assert again.match.record() == table.match.record()
            assert again.match.state == table.match.state
            assert again.seats == table.seats
            assert again.given == table.given
            assert (again.version, again.news, again.status) == (1, table.news, RUNNING)
            assert (again.created, again.changed, again.asked) == (
                table.created,
                table.changed,
                table.asked,
            )

    asyncio.run(story())


def test_a_table_that_was_handed_out_never_changes(tmp_path: Path, database: str) -> None:
    async def story() -> None:
        async with open_house(tmp_path, database=database) as house:
            before = await two_people(house)
            state = before.match.state.copy()
            after = await play(house, before, ANN)
            assert before.match.history == []
            assert before.match.state == state
            assert before.given == []
            assert after.match.history != []

    asyncio.run(story())


def test_the_same_key_again_is_answered_and_not_played(tmp_path: Path, database: str) -> None:
    async def story() -> None:
        async with open_house(tmp_path, database=database) as house:
            table = await two_people(house)
            own = key()
            first = await house.answer(table.id, ANN, 0, own, "move 3")
            again = await house.answer(table.id, ANN, 0, own, "move 3")
            assert again.version == first.version == 1
        async with open_house(tmp_path, database=database) as house:
            again = await house.answer(table.id, ANN, 0, own, "move 3")
            assert again.version == 1
            later = await play(house, again, again.seats[again.match.actor or 0].guest)
            assert later.version == 2
            again = await house.answer(table.id, ANN, 0, own, "move 3")
            assert again.version == 2
            while later.actor != later.seats[0]:
                later = await play(house, later, BOB)
            # A key stands for one submission, whatever else it says.
            again = await house.answer(table.id, ANN, later.version, own, later.match.answers[0])
            assert (again.version, again.news) == (later.version, later.news)

    asyncio.run(story())


def test_ten_times_the_same_answer_at_once_is_played_once(tmp_path: Path, database: str) -> None:
    async def story() -> None:
        async with open_house(tmp_path, database=database) as house:
            table = await two_people(house)
            own = key()
            sent = [house.answer(table.id, ANN, 0, own, "move 3") for _ in range(10)]
            answered = await asyncio.gather(*sent)
            assert {found.version for found in answered} == {1}
            assert len((await house.find(table.id)).match.history) == 1

    asyncio.run(story())


def test_of_answers_that_conflict_one_wins_and_the_others_are_stale(
    tmp_path: Path, database: str
) -> None:
    async def story() -> None:
        async with open_house(tmp_path, database=database) as house:
            table = await two_people(house)
            sent = [house.answer(table.id, ANN, 0, key(), f"move {n}") for n in range(1, 6)]
            answered = await asyncio.gather(*sent, return_exceptions=True)
            assert sum(isinstance(found, Stale) for found in answered) == 4
            assert (await house.find(table.id)).version == 1

    asyncio.run(story())


def test_a_stale_version_changes_nothing(tmp_path: Path, database: str) -> None:
    async def story() -> None:
        async with open_house(tmp_path, database=database) as house:
            table = await play(house, await two_people(house), ANN)
            for version in (-1, 0, 2, 2**70):
                with pytest.raises(Stale):
                    await house.answer(table.id, BOB, version, key(), table.match.answers[0])
            found = await house.find(table.id)
            assert (found.version, found.news) == (table.version, table.news)
            assert found.match.history == table.match.history

    asyncio.run(story())


def test_nobody_answers_for_others(tmp_path: Path, database: str) -> None:
    async def story() -> None:
        async with open_house(tmp_path, database=database) as house:
            table = await two_people(house)
            answer = table.match.answers[0]
            for guest, seat, error in [
                (BOB, None, NotYourTurn),
                (BOB, 1, NotYourTurn),
                (BOB, 0, NotYourSeat),
                (EVE, None, NotYourSeat),
                (EVE, 0, NotYourSeat),
                ("", None, NotYourSeat),
                ("", 0, NotYourSeat),
                (ANN, 1, NotYourSeat),
                (ANN, 2, NoSuchSeat),
                (ANN, -1, NoSuchSeat),
            ]:
                with pytest.raises(error):
                    await house.answer(table.id, guest, 0, key(), answer, seat)
            assert await house.find(table.id) is table

    asyncio.run(story())


def test_only_offered_answers_in_notation_are_taken(tmp_path: Path, database: str) -> None:
    async def story() -> None:
        async with open_house(tmp_path, database=database) as house:
            table = await two_people(house)
            for answer in ("", "move 99", "build 0", "0", "m" * 10_000, "\0", "move ³"):
                with pytest.raises(NotPossible):
                    await house.answer(table.id, ANN, 0, key(), answer)
            for wrong in ("short", "x" * 65, "with space", "ключ-ключ", ""):
                with pytest.raises(NotPossible):
                    await house.answer(table.id, ANN, 0, wrong, "move 3")
            assert await house.find(table.id) is table

    asyncio.run(story())


def test_a_game_waits_until_all_seats_are_taken(tmp_path: Path, database: str) -> None:
    async def story() -> None:
        async with open_house(tmp_path, database=database) as house:
            table = await house.create(ANN, plan("me", "link"))
            assert table.status == WAITING
            assert table.actor is None
            with pytest.raises(NotPossible):
                await house.answer(table.id, ANN, 0, key(), table.match.answers[0])

    asyncio.run(story())


def test_there_are_no_tables_but_those_that_are_there(tmp_path: Path, database: str) -> None:
    async def story() -> None:
        async with open_house(tmp_path, database=database) as house:
            for table_id in ("", "nothing", "../..", "x" * 1000, "a\0b", "é" * 8):
                with pytest.raises(NoSuchTable):
                    await house.find(table_id)
                with pytest.raises(NoSuchTable):
                    await house.answer(table_id, ANN, 0, key(), "move 3")

    asyncio.run(story())


def test_one_guest_can_play_all_seats_at_one_screen_to_the_end(
    tmp_path: Path, database: str
) -> None:
    async def story() -> None:
        async with open_house(tmp_path, database=database, most_in_memory=1) as house:
            table = await house.create(ANN, plan("me", "here:Ben"))
            assert [seat.name for seat in table.seats] == ["Ann", "Ben"]
            assert table.seats_of(ANN) == [0, 1]
            while not table.match.over:
                seat = table.match.actor
                table = await house.answer(
                    table.id, ANN, table.version, key(), table.match.answers[0], seat
                )
            assert table.status == OVER
            with pytest.raises(NotPossible):
                await play(house, table, ANN, "move 1")
        async with open_house(tmp_path, database=database) as house:
            again = await house.find(table.id)
            assert again.match.result == table.match.result
            assert again.finished

    asyncio.run(story())
