"""Bots at tables: they answer by themselves, from what they see, whatever happens to processes."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from multiprocessing import active_children
from pathlib import Path

import pytest

import smokestack
from server.houses import ANN, BOB, EVE, open_house, plan, play, two_people, wait_until
from smokestack.bots.registry import make_bot
from smokestack.server.errors import NotPossible, NotYourSeat, NotYourTurn
from smokestack.server.pool import Pool, ThinkingFailed
from smokestack.server.table import OVER, RUNNING
from smokestack.server.thinking import find_answer, question_of, view_of


@pytest.mark.parametrize(("game", "players"), [("glasgow", 2), ("brass", 3)])
def test_bots_play_a_whole_game(tmp_path: Path, game: str, players: int) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as house:
            table = await house.create(ANN, plan(*["apprentice"] * players, game=game))
            table = await wait_until(house, table.id, lambda table: table.finished, 300.0)
            assert table.status == OVER
            assert [seat.name for seat in table.seats][:2] == ["apprentice", "apprentice 2"]
            assert all(given.by_bot for given in table.given)
            assert house.thinking(table) is None

    asyncio.run(story())


def test_bots_go_on_after_a_restart(tmp_path: Path, database: str) -> None:
    async def story() -> None:
        async with open_house(tmp_path, database=database) as house:
            table = await house.create(ANN, plan("apprentice", "apprentice", "me", game="brass"))
            seen = await wait_until(house, table.id, lambda table: len(table.given) >= 1)
        async with open_house(tmp_path, database=database) as house:
            # Nobody asks for the table: the house looks for such work by itself.
            async with asyncio.timeout(60):
                while len((await house.find(table.id)).given) <= len(seen.given):
                    await asyncio.sleep(0.1)
            table = await wait_until(house, table.id, lambda table: table.match.actor == 2)
            assert table.match.history[: len(seen.given)] == seen.match.history

    asyncio.run(story())


def test_a_bot_answers_no_sooner_than_people_can_follow(tmp_path: Path, database: str) -> None:
    async def story() -> None:
        async with open_house(tmp_path, database=database, bot_pause=2.0) as house:
            table = await house.create(ANN, plan("apprentice", "me"))
            await asyncio.sleep(0.2)
            table = await house.find(table.id)
            assert table.version == 0
            assert house.thinking(table) is not None
            assert not house.waits_for_bot(table)
            table = await wait_until(house, table.id, lambda table: table.version > 0)
            waited = table.given[0].at - table.created
            assert waited.total_seconds() >= 2.0

    asyncio.run(story())


def test_what_has_no_place_in_the_line_is_not_lost(tmp_path: Path, database: str) -> None:
    async def story() -> None:
        async with open_house(tmp_path, database=database) as house:
            tables = [await house.create(ANN, plan("apprentice", "me")) for _ in range(10)]
            assert any(house.waits_for_bot(table) for table in tables)
            for table in tables:
                found = await wait_until(house, table.id, lambda table: table.match.actor == 1)
                assert not house.waits_for_bot(found)

    asyncio.run(story())


def test_a_bot_whose_process_dies_thinks_again(tmp_path: Path, database: str) -> None:
    async def story() -> None:
        async with open_house(tmp_path, database=database) as house:
            others = active_children()
            table = await house.create(ANN, plan("apprentice", "apprentice"))
            table = await wait_until(house, table.id, lambda table: table.version >= 3)
            workers = [process for process in active_children() if process not in others]
            assert workers
            for process in workers:
                assert process.pid is not None
                os.kill(process.pid, signal.SIGKILL)
            version = (await house.find(table.id)).version
            await wait_until(house, table.id, lambda table: table.version >= version + 3)

    asyncio.run(story())


def test_the_processes_of_the_bots_end_with_the_house(tmp_path: Path) -> None:
    async def story() -> None:
        others = active_children()
        async with open_house(tmp_path) as house:
            table = await house.create(ANN, plan("apprentice", "apprentice"))
            await wait_until(house, table.id, lambda table: table.version >= 1)
            assert active_children() != others
        assert active_children() == others

    asyncio.run(story())


def _sleep_long() -> None:
    time.sleep(60)


def test_nobody_waits_for_a_thinker_that_does_not_end() -> None:
    async def story() -> None:
        pool = Pool(1)
        with pytest.raises(ThinkingFailed):
            await pool.run(0.5, _sleep_long)
        assert await pool.run(30.0, os.getpid) != os.getpid()
        await pool.close()

    asyncio.run(story())


@pytest.mark.parametrize("game", smokestack.game_names())
def test_a_question_says_what_the_seat_sees_and_no_more(game: str) -> None:
    match = smokestack.new_game(game, seed=11)
    for number in range(60):
        seat = match.actor
        assert seat is not None
        view = match.view(seat)
        question = question_of(view, number)
        assert view_of(question).to_json() == view.to_json()
        # Somebody who has dealt the hidden part otherwise asks the very same question.
        other = match.game.determinize(view, smokestack.Stream(1000 + number))
        twin = smokestack.View(match.game, other, seat, match.setup.players)
        assert question_of(twin, number) == question
        answer = make_bot("apprentice", match.game, number, seat).answer(view)
        assert find_answer(question, "apprentice") == match.game.to_text(answer)
        match.play(answer)


def test_hints_are_for_whoever_must_answer(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_house(tmp_path, hint_simulations=20) as house:
            table = await two_people(house)
            hints, same = await asyncio.gather(house.hint(table.id, ANN), house.hint(table.id, ANN))
            assert hints == same
            offered = table.match.state.answers()
            assert hints[0].answer in offered
            with pytest.raises(NotYourTurn):
                await house.hint(table.id, BOB)
            with pytest.raises(NotYourSeat):
                await house.hint(table.id, EVE)
            table = await house.resign(table.id, BOB, 1)
            with pytest.raises(NotPossible):
                await house.hint(table.id, ANN)

    asyncio.run(story())


def test_a_hint_that_takes_too_long_is_none(tmp_path: Path) -> None:
    async def story() -> None:
        chosen = {"hint_simulations": 10_000_000, "hint_patience": 0.2, "bot_patience": 0.5}
        async with open_house(tmp_path, **chosen) as house:
            table = await two_people(house)
            with pytest.raises(NotPossible):
                await house.hint(table.id, ANN)
            table = await play(house, table, ANN)
            assert table.status == RUNNING

    asyncio.run(story())
