"""Each change is published once within a process."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from smokestack.server.domain.metrics import NoMetrics
from smokestack.server.domain.table import Table
from smokestack.server.live import publisher as publisher_module
from smokestack.server.live.broadcast import Broadcast
from smokestack.server.live.publisher import ChangePublisher
from smokestack.server.storage import tables as repository
from smokestack.server.storage.async_database import AsyncDatabase
from smokestack.server.storage.cache import TableCache
from tests.server.domain.tables import new_table
from tests.server.services import (
    ANN,
    BOB,
    EVE,
    create,
    open_service,
    open_two_services,
    plan,
    play,
    seat_token,
    settings,
    two_people,
)


async def test_every_visible_change_is_published(tmp_path: Path, database: str) -> None:
    async with open_service(tmp_path, database=database) as service:
        table = await create(service, ANN, plan("me", "link"))
        async with service.broadcast.subscribe(table.id) as revisions:
            await service.seats.take(seat_token(service, table, 1), BOB, "Bob")
            assert await anext(revisions) == 2
            table = await service.deals.contribute(table.id, BOB, "text")
            assert await anext(revisions) == 3
            await service.chat.post(table.id, EVE, "Eve", "hello")
            assert await anext(revisions) == 4
            table = await play(service, await service.find(table.id), ANN)
            assert await anext(revisions) == table.revision == 5
            table = await service.seats.resign(table.id, BOB, 1)
            assert await anext(revisions) == table.revision == 6


async def test_the_echo_of_an_own_change_is_not_published_again(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_service(tmp_path, database=database) as service:
        published = record_publications(service.broadcast, monkeypatch)
        table = await two_people(service)
        for _ in range(3):
            actor = table.actor
            assert actor is not None
            table = await play(service, table, actor.guest)
        await asyncio.sleep(0.5)  # time for the change feed
        assert published == [(table.id, revision) for revision in range(table.revision + 1)]


async def test_a_change_by_another_service_is_published_once(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_two_services(tmp_path, database=database) as (one, other):
        published = record_publications(other.broadcast, monkeypatch)
        table = await two_people(one)
        table = await play(one, table, ANN)
        async with asyncio.timeout(10):
            while (table.id, table.revision) not in published:
                await asyncio.sleep(0.02)
        await asyncio.sleep(0.2)
        assert len(published) == len(set(published))


class Publishing:
    """A publisher with a real cache and broadcast, and what it has published."""

    def __init__(self, database: AsyncDatabase, monkeypatch: pytest.MonkeyPatch) -> None:
        self.cache = TableCache(10)
        self.broadcast = Broadcast(10, NoMetrics())
        self.published = record_publications(self.broadcast, monkeypatch)
        self.publisher = ChangePublisher(database, self.cache, self.broadcast)


@pytest.fixture
async def publishing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Publishing]:
    """On a database with the tables `first` at revision 5 and `second` at revision 6."""
    database = AsyncDatabase(settings(tmp_path).database_url())
    await database.open(when_alone=lambda connection: None)
    for table_id, revision in (("first", 5), ("second", 6)):
        await database.write(table_id, repository.add, stored_table(table_id, revision))
    yield Publishing(database, monkeypatch)
    await database.close()


async def test_each_revision_is_published_once(publishing: Publishing) -> None:
    for revision in (0, 1, 1, 0, 3, 2, 3):
        publishing.publisher.table_changed("first", revision)
    publishing.publisher.table_changed("second", 0)
    assert publishing.published == [("first", 0), ("first", 1), ("first", 3), ("second", 0)]


async def test_an_own_commit_and_its_echo_notify_a_subscription_once(
    publishing: Publishing,
) -> None:
    async with publishing.broadcast.subscribe("first") as revisions:
        publishing.publisher.publish(stored_table("first", 5))
        assert await anext(revisions) == 5
        publishing.publisher.table_changed("first", 5)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(anext(revisions), 0.05)
    assert publishing.published == [("first", 5)]


async def test_a_change_makes_the_cached_table_stale(publishing: Publishing) -> None:
    publishing.cache.put(stored_table("first", 4))
    publishing.publisher.table_changed("first", 4)
    assert publishing.cache.get("first") is not None
    publishing.publisher.table_changed("first", 5)
    assert publishing.cache.get("first") is None


async def test_missed_changes_of_subscribed_tables_are_published(
    publishing: Publishing,
) -> None:
    publishing.publisher.table_changed("first", 3)
    publishing.cache.put(stored_table("second", 6))
    async with publishing.broadcast.subscribe("first") as revisions:
        await publishing.publisher.changes_missed()
        assert await anext(revisions) == 5
        await publishing.publisher.changes_missed()
    assert publishing.published == [("first", 3), ("first", 5)]
    assert len(publishing.cache) == 0


async def test_only_own_commits_are_passed_to_subscribers(
    publishing: Publishing,
) -> None:
    committed: list[Table] = []
    claimed: list[tuple[str, int]] = []
    publishing.publisher.subscribe(
        committed.append, lambda table_id, version: claimed.append((table_id, version))
    )
    table = stored_table("first", 5)
    publishing.publisher.table_changed("first", 4)
    publishing.publisher.publish(table)
    publishing.publisher.table_changed("first", 6)
    publishing.publisher.job_claimed("second", 2)
    assert committed == [table]
    assert claimed == [("second", 2)]


async def test_the_number_of_remembered_tables_is_limited(
    publishing: Publishing, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(publisher_module, "MAX_TRACKED_TABLES", 2)
    for table_id in ("first", "second", "third", "third", "first"):
        publishing.publisher.table_changed(table_id, 1)
    # "first" was forgotten when "third" came; publishing it again does no harm.
    assert [table_id for table_id, _ in publishing.published] == [
        "first",
        "second",
        "third",
        "first",
    ]


def record_publications(
    broadcast: Broadcast, monkeypatch: pytest.MonkeyPatch
) -> list[tuple[str, int]]:
    """A list to which every call of `publish` is added from now on."""
    published: list[tuple[str, int]] = []
    publish = broadcast.publish

    def record_and_publish(table_id: str, revision: int) -> None:
        published.append((table_id, revision))
        publish(table_id, revision)

    monkeypatch.setattr(broadcast, "publish", record_and_publish)
    return published


def stored_table(table_id: str, revision: int) -> Table:
    table = new_table("me", "here:Ben")
    table.id = table_id
    table.revision = revision
    return table
