"""How many tables a guest, an address, a network and the server may have."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import Connection, update

from smokestack.server.domain.errors import LimitExceeded
from smokestack.server.domain.origin import Origin
from smokestack.server.domain.table import NewTable, Table
from smokestack.server.service.table_service import TableService
from smokestack.server.storage.schema import tables
from tests.server.services import (
    ANN,
    BOB,
    create,
    open_service,
    open_two_services,
    plan,
    play,
    wait_until,
)

HOME = Origin("home", "town")


async def test_new_guests_share_the_tables_of_their_address(tmp_path: Path, database: str) -> None:
    async with open_service(tmp_path, database=database, max_tables_per_address=3) as service:
        for number in range(3):
            await service.creation.create(f"{number:022}", plan("me", "link"), HOME)
        with pytest.raises(LimitExceeded, match="your network"):
            await service.creation.create(ANN, plan("me", "link"), HOME)
        table = await create(service, ANN, plan("me", "here:Ben"), Origin("elsewhere", "town"))
        await service.seats.resign(table.id, ANN, 0)
        with pytest.raises(LimitExceeded):
            await service.creation.rematch(table.id, ANN, HOME)
        with pytest.raises(LimitExceeded):
            await service.creation.play_on(table.id, 0, ANN, 0, "clerk", "Ann", HOME)


async def test_many_tables_at_once_do_not_exceed_a_limit(tmp_path: Path, database: str) -> None:
    """Not even if several servers create them."""
    limits = {"max_tables_per_guest": 6, "max_tables_per_address": 9, "max_tables": 11}
    limits |= {"max_unattended_tables_per_address": 2, "bots": 0}
    async with open_two_services(tmp_path, database=database, **limits) as (one, other):

        async def create_many(guests: list[str], chosen: NewTable, origin: Origin) -> int:
            work = [
                service.creation.create(guest, chosen, origin)
                for guest in guests
                for service in (one, other)
            ]
            found = await asyncio.gather(*work, return_exceptions=True)
            assert all(isinstance(each, Table | LimitExceeded) for each in found)
            return sum(isinstance(each, Table) for each in found)

        people, bots_only = plan("me", "link"), plan("apprentice", "apprentice")
        strangers = [f"{number:022}" for number in range(20)]
        assert await create_many(strangers, bots_only, HOME) == 2
        assert await create_many([ANN] * 20, people, HOME) == 6
        assert await create_many(strangers, people, HOME) == 1
        assert await create_many(strangers, people, Origin("elsewhere", "city")) == 2


async def test_many_rematches_at_once_do_not_exceed_a_limit(tmp_path: Path, database: str) -> None:
    async with open_service(tmp_path, database=database, bots=0, max_tables=12) as service:
        ended = [await create(service, ANN, plan("me", "here:Ben")) for _ in range(12)]
        for table in ended:
            await service.seats.resign(table.id, ANN, 0)
        for _ in range(9):
            await create(service, BOB, plan("me", "link"))
        work = [service.creation.rematch(table.id, ANN) for table in ended]
        found = await asyncio.gather(*work, return_exceptions=True)
        assert sum(isinstance(each, Table) for each in found) == 3
        assert sum(isinstance(each, LimitExceeded) for each in found) == 9


async def test_addresses_share_the_tables_of_their_network(tmp_path: Path, database: str) -> None:
    async with open_service(tmp_path, database=database, max_tables_per_address=2) as service:
        for number in range(8):
            origin = Origin(f"house {number}", "town")
            await service.creation.create(f"{number:022}", plan("me", "link"), origin)
        with pytest.raises(LimitExceeded):
            await service.creation.create(ANN, plan("me", "link"), HOME)
        await service.creation.create(ANN, plan("me", "link"), Origin("house", "city"))


async def test_abandoned_tables_take_no_room_and_can_be_played_on(
    tmp_path: Path, database: str
) -> None:
    limits = {"max_tables_per_guest": 1, "max_tables_per_address": 1, "max_tables": 1}
    async with open_service(tmp_path, database=database, **limits) as service:
        table = await create(service, ANN, plan("me", "here:Ben"), HOME)
        await _set_last_change(service, datetime.now(UTC) - timedelta(days=59))
        with pytest.raises(LimitExceeded):
            await service.creation.create(ANN, plan("me", "link"), HOME)
        await _set_last_change(service, datetime.now(UTC) - timedelta(days=61))
        await service.creation.create(ANN, plan("me", "link"), HOME)
        assert (await play(service, table, ANN)).version == table.version + 1


async def _set_last_change(service: TableService, changed: datetime) -> None:
    def write(connection: Connection) -> None:
        connection.execute(update(tables).values(changed=changed))

    await service._database.write("~", write)


async def test_unknown_addresses_share_fewer_tables(tmp_path: Path) -> None:
    unknown = Origin("unknown", "", is_known=False)
    async with open_service(tmp_path, max_tables_per_address=10) as service:
        for number in range(2):
            await service.creation.create(f"{number:022}", plan("me", "link"), unknown)
        with pytest.raises(LimitExceeded):
            await service.creation.create(ANN, plan("me", "link"), unknown)


async def test_tables_where_only_bots_play_are_few(tmp_path: Path, database: str) -> None:
    bots_only = plan("apprentice", "apprentice")
    limits = {"max_unattended_tables_per_address": 2, "max_unattended_tables": 3}
    async with open_service(tmp_path, database=database, bots=0, **limits) as service:
        for _ in range(2):
            await service.creation.create(ANN, bots_only, HOME)
        with pytest.raises(LimitExceeded, match="bots alone"):
            await service.creation.create(BOB, bots_only, HOME)
        await service.creation.create(BOB, plan("apprentice", "me"), HOME)
        await service.creation.create(BOB, bots_only, Origin("elsewhere"))
        with pytest.raises(LimitExceeded):
            await service.creation.create(ANN, bots_only)


async def test_a_rematch_of_bots_alone_counts_too(tmp_path: Path) -> None:
    async with open_service(tmp_path, max_unattended_tables=1) as service:
        bots_only = plan("apprentice", "apprentice")
        table = await service.creation.create(ANN, bots_only)
        await wait_until(service, table.id, lambda table: table.finished, 300)
        await service.creation.create(ANN, plan("master", "master"))
        with pytest.raises(LimitExceeded, match="bots alone"):
            await service.creation.rematch(table.id, ANN)


async def test_a_host_is_listed_once(tmp_path: Path, database: str) -> None:
    async with open_service(tmp_path, database=database) as service:
        for _ in range(3):
            newest = await service.creation.create(ANN, plan("me", "link", open=True))
        other = await service.creation.create(BOB, plan("me", "link", open=True))
        assert [table.id for table in await service.lobby.open_tables()] == [other.id, newest.id]


async def test_an_address_does_not_fill_the_list(tmp_path: Path, database: str) -> None:
    async with open_service(tmp_path, database=database) as service:
        await service.creation.create(BOB, plan("me", "link", open=True), Origin("elsewhere"))
        for number in range(60):
            await service.creation.create(f"{number:022}", plan("me", "link", open=True), HOME)
        hosts = [table.host for table in await service.lobby.open_tables()]
        assert len(hosts) == 6
        assert hosts[-1] == BOB
