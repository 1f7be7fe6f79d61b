"""Services that share a database see each other's changes and never overwrite them."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from pathlib import Path

import pytest

from smokestack.server.domain import turns
from smokestack.server.domain.errors import VersionConflict
from smokestack.server.domain.table import Table
from smokestack.server.service.table_service import TableService
from smokestack.server.storage import tables as repository
from smokestack.server.storage.database import Database
from tests.server.services import (
    ANN,
    BOB,
    key,
    open_service,
    open_two_services,
    play,
    settings,
    two_people,
)


async def test_several_services_can_open_an_empty_database_at_once(
    tmp_path: Path, database: str
) -> None:
    services = [TableService(settings(tmp_path, database=database, bots=0)) for _ in range(6)]
    await asyncio.gather(*(service.open() for service in services))
    table = await two_people(services[0])
    for service in services:
        assert (await service.find(table.id)).seats == table.seats
        await service.close()


async def test_a_stale_service_overwrites_nothing(tmp_path: Path, database: str) -> None:
    async with open_two_services(tmp_path, database=database) as (one, other):
        table = await two_people(one)
        await other.find(table.id)  # now it is in the cache
        own = key()
        played = await one.turns.answer(table.id, ANN, 0, own, "move 3")
        with pytest.raises(VersionConflict):
            await other.turns.answer(table.id, ANN, 0, key(), "move 2")
        again = await other.turns.answer(table.id, ANN, 0, own, "move 3")
        assert again.match.record() == played.match.record()
        table = await play(other, again, again.seats[again.match.actor or 0].guest)
        table = await play(one, table, table.seats[table.match.actor or 0].guest)
        assert len(table.match.history) == 3
        posted = await other.chat.post(table.id, BOB, "", "hello")
        posted = await one.chat.post(table.id, ANN, "", "good morning")
        assert [message.text for message in posted.chat_messages] == ["hello", "good morning"]


async def test_of_conflicting_answers_to_two_services_one_is_applied(
    tmp_path: Path, database: str
) -> None:
    async with open_two_services(tmp_path, database=database) as (one, other):
        table = await two_people(one)
        own = key()
        sent = [
            service.turns.answer(table.id, ANN, 0, own, "move 3") for service in (one, other) * 5
        ] + [
            service.turns.answer(table.id, ANN, 0, key(), "move 2") for service in (one, other) * 5
        ]
        results = await asyncio.gather(*sent, return_exceptions=True)
        assert all(isinstance(result, VersionConflict | Table) for result in results)
    async with open_service(tmp_path, database=database) as service:
        found = await service.find(table.id)
        assert (found.version, len(found.match.history)) == (1, 1)
        applied = [result for result in results if isinstance(result, Table)]
        assert {result.match.history[0] for result in applied} == {found.match.history[0]}


async def test_a_submission_repeated_to_two_services_is_applied_once(
    tmp_path: Path, database: str
) -> None:
    async with open_two_services(tmp_path, database=database) as (one, other):
        table = await two_people(one)
        for round_ in range(10):
            guest = table.seats[table.match.actor or 0].guest
            own, answer = key(), table.match.answers[0]
            played = await asyncio.gather(
                *(
                    service.turns.answer(table.id, guest, table.version, own, answer)
                    for service in (one, other) * 5
                )
            )
            assert {found.version for found in played} == {round_ + 1}
            assert {len(found.match.history) for found in played} == {round_ + 1}
            table = played[0]


async def test_changes_by_another_service_are_published_and_visible(
    tmp_path: Path, database: str
) -> None:
    async with open_two_services(tmp_path, database=database) as (one, other):
        table = await two_people(one)
        async with other.broadcast.subscribe(table.id) as watch, asyncio.timeout(10):
            for number in range(20):
                service, reader = (one, other) if number % 2 else (other, one)
                table = await reader.find(table.id, table.version)
                guest = table.seats[table.match.actor or 0].guest
                table = await play(service, table, guest)
                while await anext(watch) < table.revision:
                    pass
                seen = await other.find(table.id)
                assert (seen.version, seen.revision) == (table.version, table.revision)
                assert seen.match.record() == table.match.record()


async def test_a_service_that_applies_changes_of_another_has_the_stored_table(
    tmp_path: Path, database: str
) -> None:
    """A cached table is updated with new rows only; the result must equal a complete load."""
    rng = random.Random(5)
    async with open_two_services(tmp_path, database=database) as (one, other):
        table = await two_people(one)
        done: Counter[str] = Counter()
        for number in range(150):
            service = rng.choice((one, other))
            table = await service.find(table.id, table.version)
            guest = table.seats[table.match.actor or 0].guest
            last = table.seats[table.answer_log[-1].seat].guest if table.answer_log else ""
            if rng.random() < 0.2:
                table = await service.chat.post(table.id, guest, "", f"line {number}")
                done["chat"] += 1
            elif turns.can_undo(table, last) and rng.random() < 0.5:
                table = await service.turns.undo(table.id, last, table.version, key())
                done["undo"] += 1
            else:
                table = await play(service, table, guest, rng.choice(table.match.answers))
                done["answer"] += 1
            if rng.random() < 0.5:  # otherwise several changes are read together
                reader = other if service is one else one
                assert_same(await wait_for_revision(reader, table), table)
        assert min(done.values()) > 10
        assert len(done) == 3
    opened = Database(settings(tmp_path, database=database).database_url())
    with opened.reading() as connection:
        stored = repository.load(connection, table.id)
    opened.close()
    assert stored is not None
    assert_same(stored, table)


async def wait_for_revision(service: TableService, table: Table) -> Table:
    """The table as a service sees it once it knows of the revision."""
    async with asyncio.timeout(10):
        while (found := await service.find(table.id)).revision < table.revision:
            await asyncio.sleep(0.001)
    return found


def assert_same(found: Table, table: Table) -> None:
    assert found.match.record() == table.match.record()
    assert found.match.state == table.match.state
    for name in (
        "version",
        "revision",
        "status",
        "answer_log",
        "chat_messages",
        "seats",
        "decision_since",
        "changed",
    ):
        assert getattr(found, name) == getattr(table, name), name
