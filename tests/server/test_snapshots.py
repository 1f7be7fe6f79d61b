"""Long games are opened from a snapshot, and are the same games."""

from __future__ import annotations

import asyncio
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import select, update

from server.houses import ANN, key, open_house, plan, settings
from smokestack.engine.match import Match, replay
from smokestack.server.database import Database
from smokestack.server.house import House
from smokestack.server.schema import snapshots
from smokestack.server.snapshots import EVERY
from smokestack.server.storage import Storage
from smokestack.server.story import SHOWN
from smokestack.server.table import Table


async def play_on(house: House, table: Table, answers: int) -> Table:
    chance = random.Random(len(table.match.history))
    for _ in range(answers):
        if table.finished:
            break
        chosen = chance.choice(table.match.answers)
        table = await house.answer(table.id, ANN, table.version, key(), chosen)
    return table


def loaded(tmp_path: Path, database: str, table: Table) -> Table:
    opened = Database(settings(tmp_path, database=database).database_url())
    found = Storage(opened).load(table.id)
    opened.close()
    assert found is not None
    return found


def numbers(tmp_path: Path, database: str, table: Table) -> list[int]:
    """Where the snapshots of a table are."""
    opened = Database(settings(tmp_path, database=database).database_url())
    query = select(snapshots.c.number).where(snapshots.c.table_id == table.id)
    with opened.reading() as connection:
        found = sorted(connection.execute(query).scalars())
    opened.close()
    return found


def check_same(found: Table, table: Table) -> None:
    assert found.match.history == table.match.history
    assert found.given == table.given
    assert found.match.state == table.match.state
    assert found.match.answers == table.match.answers
    length = len(table.match.history)
    assert found.match.ledger(max(0, length - SHOWN)) == table.match.ledger(max(0, length - SHOWN))
    assert found.match.record() == replay(table.match.game, table.match.record()).record()
    assert found.match.score() == table.match.score()


@pytest.mark.parametrize("game", ["glasgow", "brass"])
def test_a_long_game_is_the_same_from_its_snapshot(
    tmp_path: Path, database: str, game: str
) -> None:
    async def story() -> None:
        async with open_house(tmp_path, database=database) as house:
            table = await house.create(ANN, plan("me", "here:Bob", game=game))
            for answers in (EVERY - 1, 1, 1, EVERY, EVERY - 1, 17, 1000):
                table = await play_on(house, table, answers)
                check_same(loaded(tmp_path, database, table), table)
                assert len(numbers(tmp_path, database, table)) <= 2
            assert table.finished

    asyncio.run(story())


def test_a_late_game_is_not_played_again(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> Table:
        async with open_house(tmp_path, database=database) as house:
            table = await house.create(ANN, plan("me", "here:Bob", game="brass"))
            return await play_on(house, table, 4 * EVERY + 5)

    table = asyncio.run(story())
    assert numbers(tmp_path, database, table) == [3 * EVERY, 4 * EVERY]
    played = 0
    play = Match.play

    def count(match: Match, answer: str | int) -> None:
        nonlocal played
        played += 1
        play(match, answer)

    monkeypatch.setattr(Match, "play", count)
    check = loaded(tmp_path, database, table)
    assert played == EVERY + 5
    assert check.match.history == table.match.history


def test_answers_taken_back_take_their_snapshot_with_them(tmp_path: Path, database: str) -> None:
    async def story() -> None:
        async with open_house(tmp_path, database=database) as house:
            table = await house.create(ANN, plan("me", "here:Bob"))
            table = await play_on(house, table, 2 * EVERY)
            while len(table.match.history) % EVERY or not house.can_undo(table, ANN):
                table = await play_on(house, table, 1)
            length = len(table.match.history)
            assert numbers(tmp_path, database, table) == [length - EVERY, length]
            table = await house.undo(table.id, ANN, table.version, key())
            assert numbers(tmp_path, database, table) == [length - EVERY]
            check_same(loaded(tmp_path, database, table), table)
            other = table.match.answers[-1]
            table = await house.answer(table.id, ANN, table.version, key(), other)
            assert numbers(tmp_path, database, table) == [length - EVERY, length]
            check_same(loaded(tmp_path, database, table), table)

    asyncio.run(story())


def test_a_snapshot_of_other_rules_is_passed_over(tmp_path: Path, database: str) -> None:
    async def story() -> Table:
        async with open_house(tmp_path, database=database) as house:
            table = await house.create(ANN, plan("me", "here:Bob"))
            return await play_on(house, table, 3 * EVERY)

    table = asyncio.run(story())
    opened = Database(settings(tmp_path, database=database).database_url())
    with opened.writing() as connection:
        connection.execute(update(snapshots).values(stamp="other", data=b"unreadable"))
    opened.close()
    check_same(loaded(tmp_path, database, table), table)


AT_ONCE = """
import sys, threading
import msgspec
from smokestack.server import snapshots

sys.setswitchinterval(1e-6)
given = [0, False, True, "2026-11-16T10:00:00Z"]
data = msgspec.msgpack.encode([[1, 2], [given] * 3, []])
together = threading.Barrier(8)

def read():
    together.wait()
    try:
        snapshots.DECODER.decode(data)
    except msgspec.ValidationError:
        pass

threads = [threading.Thread(target=read) for _ in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
"""


def test_the_first_snapshots_can_be_read_in_many_threads_at_once() -> None:
    """A process that learned their type in two threads at a time crashed, one time in three."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    for _ in range(5):
        subprocess.run([sys.executable, "-c", AT_ONCE], check=True, env=environment)
