"""Long games are loaded from a snapshot and are the same as replayed."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import select, update

import smokestack
from smokestack.engine.match import Match, replay
from smokestack.server.domain import turns
from smokestack.server.domain.table import Table
from smokestack.server.pages.log_lines import MAX_ANSWERS
from smokestack.server.service.table_service import TableService
from smokestack.server.storage import tables as repository
from smokestack.server.storage.database import Database
from smokestack.server.storage.schema import snapshots
from smokestack.server.storage.snapshots import SNAPSHOT_INTERVAL
from tests.server.services import ANN, create, key, open_service, plan, settings


async def play_randomly(service: TableService, table: Table, answers: int) -> Table:
    rng = random.Random(len(table.match.history))
    for _ in range(answers):
        if table.finished:
            break
        chosen = rng.choice(table.match.answers)
        table = await service.turns.answer(table.id, ANN, table.version, key(), chosen)
    return table


def load(tmp_path: Path, database: str, table: Table) -> Table:
    opened = Database(settings(tmp_path, database=database).database_url())
    with opened.reading() as connection:
        found = repository.load(connection, table.id)
    opened.close()
    assert found is not None
    return found


def snapshot_numbers(tmp_path: Path, database: str, table: Table) -> list[int]:
    """After how many answers the snapshots of a table were taken."""
    opened = Database(settings(tmp_path, database=database).database_url())
    query = select(snapshots.c.number).where(snapshots.c.table_id == table.id)
    with opened.reading() as connection:
        found = sorted(connection.execute(query).scalars())
    opened.close()
    return found


def assert_same(found: Table, table: Table) -> None:
    assert found.match.history == table.match.history
    assert found.answer_log == table.answer_log
    assert found.match.state == table.match.state
    assert found.match.answers == table.match.answers
    length = len(table.match.history)
    assert found.match.ledger(max(0, length - MAX_ANSWERS)) == table.match.ledger(
        max(0, length - MAX_ANSWERS)
    )
    assert found.match.record() == replay(table.match.game, table.match.record()).record()
    assert smokestack.score_sheet(found.match) == smokestack.score_sheet(table.match)


@pytest.mark.parametrize(("edition", "people"), [("2007", 4), ("2009-duel", 2), ("2018", 3)])
async def test_snapshots_of_both_periods_of_brass_are_used(
    tmp_path: Path, edition: str, people: int, caplog: pytest.LogCaptureFixture
) -> None:
    """In the rail period other numbers of cards are set aside."""
    others = [f"here:{name}" for name in ("Bob", "Cy", "Dot")[: people - 1]]
    async with open_service(tmp_path) as service:
        table = await create(service, ANN, plan("me", *others, game="brass", edition=edition))
        table = await play_randomly(service, table, 10_000)
        assert table.finished
    load(tmp_path, "", table)
    assert "snapshot is damaged" not in caplog.text


@pytest.mark.parametrize("game", ["glasgow", "brass"])
async def test_a_game_loaded_from_a_snapshot_equals_the_replayed_game(
    tmp_path: Path, database: str, game: str
) -> None:
    async with open_service(tmp_path, database=database) as service:
        table = await create(service, ANN, plan("me", "here:Bob", game=game))
        for answers in (
            SNAPSHOT_INTERVAL - 1,
            1,
            1,
            SNAPSHOT_INTERVAL,
            SNAPSHOT_INTERVAL - 1,
            17,
            1000,
        ):
            table = await play_randomly(service, table, answers)
            assert_same(load(tmp_path, database, table), table)
            assert len(snapshot_numbers(tmp_path, database, table)) <= 2
        assert table.finished


async def test_only_the_answers_after_a_snapshot_are_replayed(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_service(tmp_path, database=database) as service:
        table = await create(service, ANN, plan("me", "here:Bob", game="brass"))
        table = await play_randomly(service, table, 2 * SNAPSHOT_INTERVAL + 5)
    assert snapshot_numbers(tmp_path, database, table) == [SNAPSHOT_INTERVAL, 2 * SNAPSHOT_INTERVAL]
    played = 0
    play = Match.play

    def count_and_play(match: Match, answer: str | int) -> None:
        nonlocal played
        played += 1
        play(match, answer)

    monkeypatch.setattr(Match, "play", count_and_play)
    found = load(tmp_path, database, table)
    assert played == SNAPSHOT_INTERVAL + 5
    assert found.match.history == table.match.history


async def test_undo_deletes_the_snapshot_after_the_undone_answer(
    tmp_path: Path, database: str
) -> None:
    async with open_service(tmp_path, database=database) as service:
        table = await create(service, ANN, plan("me", "here:Bob"))
        table = await play_randomly(service, table, 2 * SNAPSHOT_INTERVAL)
        while len(table.match.history) % SNAPSHOT_INTERVAL or not turns.can_undo(table, ANN):
            table = await play_randomly(service, table, 1)
        length = len(table.match.history)
        assert snapshot_numbers(tmp_path, database, table) == [length - SNAPSHOT_INTERVAL, length]
        table = await service.turns.undo(table.id, ANN, table.version, key())
        assert snapshot_numbers(tmp_path, database, table) == [length - SNAPSHOT_INTERVAL]
        assert_same(load(tmp_path, database, table), table)
        other = table.match.answers[-1]
        table = await service.turns.answer(table.id, ANN, table.version, key(), other)
        assert snapshot_numbers(tmp_path, database, table) == [length - SNAPSHOT_INTERVAL, length]
        assert_same(load(tmp_path, database, table), table)


async def test_a_snapshot_with_another_fingerprint_is_ignored(
    tmp_path: Path, database: str
) -> None:
    async with open_service(tmp_path, database=database) as service:
        table = await create(service, ANN, plan("me", "here:Bob"))
        table = await play_randomly(service, table, 3 * SNAPSHOT_INTERVAL)
    opened = Database(settings(tmp_path, database=database).database_url())
    with opened.writing() as connection:
        connection.execute(update(snapshots).values(fingerprint="other", data=b"unreadable"))
    opened.close()
    assert_same(load(tmp_path, database, table), table)


DECODE_IN_THREADS = """
import sys, threading
import msgspec
from smokestack.server.storage import snapshots

sys.setswitchinterval(1e-6)
given = [0, False, True, "2026-11-16T10:00:00Z"]
data = msgspec.msgpack.encode([[1, 2], [given] * 3, []])
together = threading.Barrier(8)

def decode():
    together.wait()
    try:
        snapshots.DECODER.decode(data)
    except msgspec.ValidationError:
        pass

threads = [threading.Thread(target=decode) for _ in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
"""


def test_the_first_snapshots_can_be_decoded_in_several_threads_at_once() -> None:
    """msgspec crashed one time in three when two threads resolved a type at the same time."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    for _ in range(5):
        subprocess.run([sys.executable, "-c", DECODE_IN_THREADS], check=True, env=environment)


def test_snapshots_are_further_apart_than_the_log_of_a_page_is_long() -> None:
    assert SNAPSHOT_INTERVAL >= MAX_ANSWERS
