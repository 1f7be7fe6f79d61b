"""The order in which bot jobs are claimed, and leases that no longer count."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import Connection, func, select, update

from smokestack.server.domain.origin import Origin
from smokestack.server.domain.table import Table
from smokestack.server.service.table_service import TableService
from smokestack.server.storage.bot_jobs import BotJobRepository, delete_old_turns
from smokestack.server.storage.schema import bot_jobs, bot_turns
from tests.server.services import ANN, BOB, EVE, create, open_service, plan, wait_until

ONE_ADDRESS = Origin("one-address", "one-network")
OTHER_ADDRESS = Origin("other-address", "one-network")
BOTS_ONLY = ("apprentice", "apprentice")
WITH_A_PERSON = ("apprentice", "me")


@pytest.fixture
async def service(tmp_path: Path, database: str) -> AsyncIterator[TableService]:
    """A service that runs no bots, so that all jobs stay in the queue."""
    async with open_service(tmp_path, database=database, bots=0) as opened:
        yield opened


def repository(service: TableService, owner: str = "another process") -> BotJobRepository:
    return BotJobRepository(service._database, owner, 10.0)


async def add(
    service: TableService, guest: str, seats: tuple[str, ...], origin: Origin = ONE_ADDRESS
) -> str:
    return (await create(service, guest, plan(*seats), origin)).id


async def claim(service: TableService, limit: int = 1, max_unattended: int = 99) -> list[str]:
    claimed = await repository(service).claim_next(limit, max_unattended)
    return [found.job.table_id for found in claimed]


async def write(service: TableService, table_id: str, **values: object) -> None:
    """Change the row of a job."""

    def change(connection: Connection) -> None:
        same = bot_jobs.c.table_id == table_id
        connection.execute(update(bot_jobs).where(same).values(values))

    await service._database.write("~", change)


async def test_a_person_at_the_table_comes_first(service: TableService) -> None:
    unattended = [await add(service, ANN, BOTS_ONLY) for _ in range(3)]
    watched = unattended[2]
    attended = await add(service, ANN, WITH_A_PERSON)
    await repository(service).note_watched([watched], 20.0)
    order = [(await claim(service))[0] for _ in range(4)]
    assert order == [attended, watched, *unattended[:2]]
    assert await claim(service) == []


async def test_a_table_whose_person_has_left_comes_last(service: TableService) -> None:
    left = await add(service, ANN, WITH_A_PERSON)
    attended = await add(service, BOB, WITH_A_PERSON)

    def leave(table: Table, _: datetime) -> None:
        table.seats[1].has_left = True

    await service._store.change(left, leave)
    assert await claim(service, 2) == [attended, left]


async def test_hosts_take_turns(service: TableService) -> None:
    many = [await add(service, ANN, WITH_A_PERSON) for _ in range(4)]
    one = await add(service, BOB, WITH_A_PERSON)
    another = await add(service, EVE, WITH_A_PERSON)
    assert await claim(service, 6) == [many[0], one, another, *many[1:]]


async def test_addresses_take_turns_whatever_number_of_hosts_they_have(
    service: TableService,
) -> None:
    many = [await add(service, f"{number:022}", WITH_A_PERSON) for number in range(4)]
    others = [await add(service, BOB, WITH_A_PERSON, OTHER_ADDRESS) for _ in range(2)]
    order = await claim(service, 6)
    assert order == [many[0], others[0], many[1], others[1], *many[2:]]


async def test_a_host_who_comes_later_need_not_wait_for_all_earlier_jobs(
    service: TableService,
) -> None:
    """Also with a single process, where no job of the first host is running at that moment."""
    many = [await add(service, ANN, WITH_A_PERSON) for _ in range(5)]
    assert await claim(service) == [many[0]]
    one = await add(service, BOB, WITH_A_PERSON)
    assert await claim(service) == [one]
    assert await claim(service) == [many[1]]


async def test_jobs_without_a_person_are_claimed_up_to_a_number(service: TableService) -> None:
    unattended = [await add(service, ANN, BOTS_ONLY) for _ in range(4)]
    attended = await add(service, ANN, WITH_A_PERSON)
    assert await claim(service, 5, max_unattended=2) == [attended, *unattended[:2]]
    assert await claim(service, 5, max_unattended=0) == []


async def test_a_table_stays_watched_from_one_decision_to_the_next(
    tmp_path: Path, database: str
) -> None:
    async with open_service(tmp_path, database=database) as service:
        table_id = await add(service, ANN, BOTS_ONLY)
        await write(service, table_id, watched_until=datetime(2100, 1, 1, tzinfo=UTC))
        version = (await service.find(table_id)).version
        await wait_until(service, table_id, lambda table: table.version >= version + 3)
        jobs = select(bot_jobs.c.watched_until).where(bot_jobs.c.table_id == table_id)
        until = await service._database.read(lambda connection: connection.execute(jobs).scalar())
        assert until == datetime(2100, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize("owner", ["a dead process", None])
async def test_a_lease_from_before_the_clock_was_set_back_does_not_count(
    service: TableService, owner: str | None
) -> None:
    table_id = await add(service, ANN, WITH_A_PERSON)
    later = datetime.now(UTC) + timedelta(hours=1)
    await write(service, table_id, lease_owner=owner, lease_expires=later)
    assert await claim(service) == [table_id]


async def test_a_job_that_another_process_works_on_or_has_postponed_is_not_claimed(
    service: TableService,
) -> None:
    running, postponed = [await add(service, ANN, WITH_A_PERSON) for _ in range(2)]
    now = datetime.now(UTC)
    await write(service, running, lease_owner="another", lease_expires=now + timedelta(seconds=8))
    await write(service, postponed, lease_expires=now + timedelta(seconds=290))
    assert await claim(service, 2) == []


async def test_hosts_that_had_no_turn_for_long_are_forgotten(
    service: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("smokestack.server.storage.bot_jobs.MAX_KEPT_TURNS", 2)
    for number in range(6):
        await add(service, f"{number:022}", WITH_A_PERSON)
    await claim(service, 6)
    await service._database.write("~", delete_old_turns)
    count = select(func.count()).select_from(bot_turns)
    assert await service._database.read(lambda found: found.execute(count).scalar()) == 3
