"""Several servers on one database: they see what the others do, and nobody's deed is lost."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

from server.houses import ANN, BOB, key, open_house, plan, play, settings, two_people, wait_until
from smokestack.server import sqlite_listener
from smokestack.server.database import Database
from smokestack.server.errors import Stale
from smokestack.server.house import House
from smokestack.server.job import Job
from smokestack.server.storage import Storage
from smokestack.server.table import Table

Told = Callable[[Job, str], Awaitable[Table]]

HOUSE = """
import asyncio, sys
from pathlib import Path
from server.houses import open_house

async def stay():
    async with open_house(Path(sys.argv[1]), database=sys.argv[2], bot_lease=2.0, bot_pause=0.05):
        print("open", flush=True)
        await asyncio.sleep(1000)

if __name__ == "__main__":
    asyncio.run(stay())
"""


@contextmanager
def another_process(folder: Path, database: str) -> Iterator[subprocess.Popen[str]]:
    """A house in a process of its own."""
    script = folder / "house.py"
    script.write_text(HOUSE)
    process = subprocess.Popen(
        [sys.executable, script, folder, database],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert process.stdout is not None
    try:
        assert process.stdout.readline() == "open\n"
        yield process
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def test_several_processes_can_start_at_once(tmp_path: Path, database: str) -> None:
    async def story() -> None:
        houses = [House(settings(tmp_path, database=database, bots=0)) for _ in range(6)]
        await asyncio.gather(*(house.open() for house in houses))
        table = await two_people(houses[0])
        for house in houses:
            assert (await house.find(table.id)).seats == table.seats
            await house.close()

    asyncio.run(story())


@pytest.mark.parametrize("prefix", ["postgresql://", "postgresql+psycopg://", "postgres://"])
def test_urls_name_the_driver_or_leave_it_out(
    tmp_path: Path, new_database: str, prefix: str
) -> None:
    url = prefix + new_database.partition("://")[2]

    async def story() -> None:
        async with open_house(tmp_path, database=url) as house:
            await two_people(house)

    asyncio.run(story())


def test_two_houses_on_one_database_never_overwrite_each_other(
    tmp_path: Path, database: str
) -> None:
    async def story() -> None:
        async with (
            open_house(tmp_path, database=database) as one,
            open_house(tmp_path, database=database) as other,
        ):
            table = await two_people(one)
            await other.find(table.id)  # and keeps it in memory
            own = key()
            played = await one.answer(table.id, ANN, 0, own, "move 3")
            # The other house believes that it is still Ann's turn, until it wants to store that.
            with pytest.raises(Stale):
                await other.answer(table.id, ANN, 0, key(), "move 2")
            again = await other.answer(table.id, ANN, 0, own, "move 3")
            assert again.match.record() == played.match.record()
            table = await play(other, again, again.seats[again.match.actor or 0].guest)
            table = await play(one, table, table.seats[table.match.actor or 0].guest)
            assert len(table.match.history) == 3
            said = await other.say(table.id, BOB, "", "hello")
            said = await one.say(table.id, ANN, "", "good morning")
            assert [saying.text for saying in said.sayings] == ["hello", "good morning"]

    asyncio.run(story())


def test_of_answers_through_two_houses_at_once_one_is_played(tmp_path: Path, database: str) -> None:
    async def story() -> None:
        async with (
            open_house(tmp_path, database=database) as one,
            open_house(tmp_path, database=database) as other,
        ):
            table = await two_people(one)
            own = key()
            sent = [house.answer(table.id, ANN, 0, own, "move 3") for house in (one, other) * 5] + [
                house.answer(table.id, ANN, 0, key(), "move 2") for house in (one, other) * 5
            ]
            results = await asyncio.gather(*sent, return_exceptions=True)
            assert all(isinstance(result, Stale | Table) for result in results)
        async with open_house(tmp_path, database=database) as house:
            found = await house.find(table.id)
            assert (found.version, len(found.match.history)) == (1, 1)
            heard = [result for result in results if isinstance(result, Table)]
            assert {result.match.history[0] for result in heard} == {found.match.history[0]}

    asyncio.run(story())


def test_the_same_answer_from_ten_connections_is_played_once(tmp_path: Path, database: str) -> None:
    async def story() -> None:
        async with (
            open_house(tmp_path, database=database) as one,
            open_house(tmp_path, database=database) as other,
        ):
            table = await two_people(one)
            for round_ in range(10):
                guest = table.seats[table.match.actor or 0].guest
                own, answer = key(), table.match.answers[0]
                played = await asyncio.gather(
                    *(
                        house.answer(table.id, guest, table.version, own, answer)
                        for house in (one, other) * 5
                    )
                )
                assert {found.version for found in played} == {round_ + 1}
                assert {len(found.match.history) for found in played} == {round_ + 1}
                table = played[0]

    asyncio.run(story())


def test_what_one_changes_the_other_shows_at_once(tmp_path: Path, database: str) -> None:
    async def story() -> None:
        async with (
            open_house(tmp_path, database=database) as one,
            open_house(tmp_path, database=database) as other,
        ):
            table = await two_people(one)
            async with other.news().watch(table.id) as watch, asyncio.timeout(10):
                for number in range(20):
                    house, reader = (one, other) if number % 2 else (other, one)
                    table = await reader.find(table.id, table.version)
                    guest = table.seats[table.match.actor or 0].guest
                    table = await play(house, table, guest)
                    while await anext(watch) < table.news:
                        pass
                    seen = await other.find(table.id)
                    assert (seen.version, seen.news) == (table.version, table.news)
                    assert seen.match.record() == table.match.record()

    asyncio.run(story())


def test_others_follow_whatever_is_done_and_taken_back(tmp_path: Path, database: str) -> None:
    """They go on from what they know; here that is compared with the whole, read anew."""

    async def story() -> None:
        chance = random.Random(5)
        async with (
            open_house(tmp_path, database=database) as one,
            open_house(tmp_path, database=database) as other,
        ):
            table = await two_people(one)
            done: Counter[str] = Counter()
            for number in range(150):
                house = chance.choice((one, other))
                table = await house.find(table.id, table.version)
                guest = table.seats[table.match.actor or 0].guest
                last = table.seats[table.given[-1].seat].guest if table.given else ""
                if chance.random() < 0.2:
                    table = await house.say(table.id, guest, "", f"line {number}")
                    done["said"] += 1
                elif house.can_undo(table, last) and chance.random() < 0.5:
                    table = await house.undo(table.id, last, table.version, key())
                    done["taken back"] += 1
                else:
                    table = await play(house, table, guest, chance.choice(table.match.answers))
                    done["played"] += 1
                if chance.random() < 0.5:  # or what is unread piles up
                    reader = other if house is one else one
                    same(await reached(reader, table), table)
            assert min(done.values()) > 10
            assert len(done) == 3
        opened = Database(settings(tmp_path, database=database).database_url())
        whole = Storage(opened).load(table.id)
        opened.close()
        assert whole is not None
        same(whole, table)

    asyncio.run(story())


async def reached(house: House, table: Table) -> Table:
    """A table as a house sees it that has heard the latest news."""
    async with asyncio.timeout(10):
        while (found := await house.find(table.id)).news < table.news:
            await asyncio.sleep(0.001)
    return found


def same(found: Table, table: Table) -> None:
    assert found.match.record() == table.match.record()
    assert found.match.state == table.match.state
    for name in ("version", "news", "status", "given", "sayings", "seats", "asked", "changed"):
        assert getattr(found, name) == getattr(table, name), name


def test_notices_that_were_taken_down_unread_hide_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as one:
            monkeypatch.setattr(sqlite_listener, "EVERY", 1.0)
            async with open_house(tmp_path) as other:
                table = await two_people(one)
                await other.find(table.id)
                async with other.news().watch(table.id) as watch, asyncio.timeout(20):
                    for number in range(20):
                        said = await one.say(table.id, BOB, "", f"line {number}")
                    with sqlite3.connect(tmp_path / "tables.sqlite") as board:
                        board.execute("DELETE FROM notices WHERE news < 10")
                    board.close()
                    elsewhere = await two_people(one)
                    assert (await other.find(table.id)).sayings == said.sayings
                    assert (await other.find(elsewhere.id)).seats == elsewhere.seats
                    while await anext(watch) < said.news:
                        pass

    asyncio.run(story())


def test_a_board_does_not_grow_without_end(tmp_path: Path) -> None:
    opened = Database(settings(tmp_path).database_url())
    opened.bring_up_to_date()
    opened.close()
    with sqlite3.connect(tmp_path / "tables.sqlite") as board:
        notice = ("smokestack_changes", "x", 1)
        pin = "INSERT INTO notices (channel, table_id, news) VALUES (?, ?, ?)"
        board.executemany(pin, [notice] * 25_500)
        found = board.execute("SELECT min(number), max(number) FROM notices").fetchone()
    board.close()
    assert found == (15_001, 25_500)


def test_a_lost_connection_hides_nothing(tmp_path: Path, new_database: str) -> None:
    async def story() -> None:
        async with (
            open_house(tmp_path, database=new_database) as one,
            open_house(tmp_path, database=new_database) as other,
        ):
            table = await two_people(one)
            await other.find(table.id)
            async with other.news().watch(table.id) as watch, asyncio.timeout(20):
                with psycopg.connect(new_database, autocommit=True) as connection:
                    connection.execute(
                        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                        "WHERE datname = current_database() AND pid <> pg_backend_pid()"
                    )
                await asyncio.sleep(0.1)
                table = await play(one, table, ANN, "move 3")
                assert (await other.find(table.id)).version == 1
                while await anext(watch) < table.news:
                    pass
                await asyncio.sleep(2.0)
                said = await one.say(table.id, BOB, "", "still there")
                while await anext(watch) < said.news:
                    pass
                assert (await other.find(table.id)).sayings == said.sayings

    asyncio.run(story())


def test_when_one_process_is_killed_another_carries_on(tmp_path: Path, database: str) -> None:
    async def story() -> None:
        bots = plan("apprentice", "apprentice", "me", game="brass")
        async with open_house(tmp_path, database=database, bots=0) as house:
            with another_process(tmp_path, database) as first:
                table = await house.create(ANN, bots)
                await wait_until(house, table.id, lambda table: len(table.given) >= 1)
                first.send_signal(signal.SIGKILL)
                first.wait()
            with another_process(tmp_path, database):
                table = await wait_until(house, table.id, lambda table: table.match.actor == 2)
                assert all(given.by_bot for given in table.given)
                assert table.version == len(table.given) == len(table.match.history)

    asyncio.run(story())


def test_workers_think_for_servers_on_the_same_database(tmp_path: Path, database: str) -> None:
    async def story() -> None:
        async with open_house(tmp_path, database=database, bots=0) as house:
            table = await house.create(ANN, plan("apprentice", "me"))
            place = ["--data", str(tmp_path), "--database", database]
            command = [sys.executable, "-m", "smokestack", "worker", *place, "--bot-pause", "0"]
            environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
            worker = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
            try:
                table = await wait_until(house, table.id, lambda table: table.match.actor == 1)
            finally:
                worker.send_signal(signal.SIGTERM)
                assert worker.wait(timeout=30) == 0
            assert table.given
            assert all(given.by_bot for given in table.given)

    asyncio.run(story())


def noting(told: Told, asked: list[Job]) -> Told:
    async def note(job: Job, answer: str) -> Table:
        asked.append(job)
        return await told(job, answer)

    return note


def test_a_bot_thinks_once_however_many_processes_there_are(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with (
            open_house(tmp_path, database=database) as one,
            open_house(tmp_path, database=database) as other,
        ):
            asked: list[Job] = []
            for house in (one, other):
                monkeypatch.setattr(house, "bot_answers", noting(house.bot_answers, asked))
            tables = [await one.create(ANN, plan("apprentice", "me")) for _ in range(20)]
            for table in tables:
                await wait_until(other, table.id, lambda table: table.match.actor == 1)
            assert len(asked) == len(set(asked)) >= 20

    asyncio.run(story())


def test_others_know_that_a_bot_thinks_elsewhere(tmp_path: Path, database: str) -> None:
    async def story() -> None:
        async with (
            open_house(tmp_path, database=database, bots=0) as one,
            open_house(tmp_path, database=database, bot_pause=1000.0) as other,
        ):
            table = await one.create(ANN, plan("apprentice", "me"))
            assert one.waits_for_bot(table)
            async with asyncio.timeout(20):
                while one.thinking(table) is None or other.thinking(table) is None:
                    await asyncio.sleep(0.05)
            assert not one.waits_for_bot(table)

    asyncio.run(story())
