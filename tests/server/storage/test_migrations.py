"""Databases of earlier versions are migrated, and their games can be continued."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import DateTime, MetaData, insert

from smokestack.engine.deal import Deal, commitment_to
from smokestack.engine.match import replay
from smokestack.server.domain.pace import NO_CLOCK
from smokestack.server.domain.table import OVER, RUNNING, WAITING, Table
from smokestack.server.storage import results
from smokestack.server.storage.database import Database
from smokestack.server.storage.schema import metadata
from tests.server.services import (
    ANN,
    BOB,
    EVE,
    open_service,
    play,
    seat_token,
    settings,
    take_seat,
    wait_until,
)

PHONE = "phone-----------------"
"""Another device of Bob, in the games of revision 0013."""
KEY_OF_0013 = "a key for migration tests"
"""The key of the server that wrote these games, so that their invitations work."""


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest) -> str:
    """As for other tests, but empty."""
    return "" if request.param == "sqlite" else str(request.getfixturevalue("new_database"))


def test_the_migrations_produce_the_schema(tmp_path: Path, database: str) -> None:
    opened = Database(settings(tmp_path, database=database).database_url())
    opened.migrate()
    opened.migrate()
    with opened.reading() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": False})
        assert compare_metadata(context, metadata) == []
    opened.close()


def test_several_threads_can_migrate_databases(tmp_path: Path) -> None:
    """A scheduled backup migrates an empty database to compare schemas."""

    def migrate(number: int) -> None:
        opened = Database(settings(tmp_path / str(number)).database_url())
        opened.migrate()
        opened.close()

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(migrate, range(12)))


async def test_games_of_the_first_version_can_be_continued(tmp_path: Path, database: str) -> None:
    fill_database(tmp_path, database, "0001")

    async with open_service(tmp_path, database=database) as service:
        tables = await service.lobby.tables_of(ANN)
        assert len(tables) == 3
        finished = next(table for table in tables if table.finished)
        assert finished.status == OVER
        assert finished.chat_messages[0].text == "Good game"
        replay(finished.match.game, finished.match.record())
        # It was a bot's turn when the old server stopped.
        waiting = next(table for table in tables if any(seat.bot for seat in table.seats))
        waiting = await wait_until(service, waiting.id, lambda table: table.match.actor == 0)
        await play(service, waiting, ANN)
        brass = next(table for table in tables if table.match.game.name == "brass")
        assert len(brass.match.history) == 40
        await play(service, brass, ANN)
        offered = (await service.lobby.open_tables())[0]
        assert (offered.status, offered.host) == (WAITING, BOB)
        offered, seat = await service.seats.join(offered.id, ANN, "Ann")
        assert seat == 1


async def test_invitations_used_before_they_worked_once_stop_working(
    tmp_path: Path, database: str
) -> None:
    """The inviter knows the link of the seat; its player gets a new one."""
    fill_database(tmp_path, database, "0001")
    async with open_service(tmp_path, database=database) as service:
        for table in [*await service.lobby.tables_of(ANN), *await service.lobby.tables_of(BOB)]:
            assert table.absence_minutes == 1440
            assert table.hints == (table.people < 2)
            for seat in table.seats:
                if seat.guest not in ("", table.host):
                    assert (seat.token_hash, seat.token_nonce) == ("", "")
                    assert len(seat.used_token_hash) == 64
                    renewed = await service.seats.renew_link(table.id, seat.guest, seat.number)
                    token = seat_token(service, renewed, seat.number)
                    found, _ = await service.seats.take(token, "phone", "")
                    assert found.seats_of("phone") == [seat.number]


async def test_games_from_before_clocks_and_accounts_can_be_continued(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their deals, devices and announcements are kept."""
    monkeypatch.setenv("SMOKESTACK_SECRET", KEY_OF_0013)
    fill_database(tmp_path, database, "0013")

    async with open_service(tmp_path, database=database) as service:
        tables = {table.id: table for table in await service.lobby.tables_of(ANN)}
        assert len(tables) == 4
        shared = next(table for table in tables.values() if table.chat_locked)
        assert shared.pace.kind == NO_CLOCK
        assert [entry.kind for entry in shared.announcements] == [
            "seat-taken",
            "device-added",
            "chat-locked",
        ]
        assert [mute.author for mute in shared.mutes] == [BOB]
        assert len(shared.match.history) == 25
        shared = await play(service, shared, PHONE)
        assert len(shared.match.history) == 26
        # It was a bot's turn when the old server stopped.
        waiting = next(table for table in tables.values() if any(seat.bot for seat in table.seats))
        waiting = await wait_until(service, waiting.id, lambda table: table.match.actor == 0)
        await play(service, waiting, ANN)
        brass = next(table for table in tables.values() if table.match.game.name == "brass")
        assert len(brass.match.history) == 60
        await play(service, brass, ANN)
        for table in tables.values():
            check_promise(table)


async def test_a_table_that_waited_before_clocks_and_accounts_keeps_its_commitment(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SMOKESTACK_SECRET", KEY_OF_0013)
    fill_database(tmp_path, database, "0013")

    async with open_service(tmp_path, database=database) as service:
        (offered,) = await service.lobby.open_tables()
        assert (offered.status, offered.host) == (WAITING, BOB)
        promised = deal_of(offered).commitment
        table = await take_seat(service, offered, 1, EVE, "Eve")
        assert table.status == RUNNING
        assert deal_of(table).commitment == promised
        check_promise(table)
        assert table.actor is not None
        await play(service, table, table.actor.guest)


async def test_results_of_games_from_before_accounts_are_stored(
    tmp_path: Path, database: str
) -> None:
    fill_database(tmp_path, database, "0013")

    async with open_service(tmp_path, database=database) as service:
        async with asyncio.timeout(60):
            while not (found := await service._database.read(results.by_game, ANN)):
                await asyncio.sleep(0.01)
        assert [(entry.game, entry.games, entry.wins) for entry in found] == [("glasgow", 1, 1)]


def deal_of(table: Table) -> Deal:
    assert table.setup.deal is not None
    return table.setup.deal


def check_promise(table: Table) -> None:
    """The cards follow from the secret that was promised before the players contributed."""
    deal = deal_of(table)
    assert commitment_to(table.id, deal.secret) == deal.commitment
    replay(table.match.game, table.match.record())


FOLDER = Path(__file__).with_name("databases")


def fill_database(tmp_path: Path, database: str, revision: str) -> None:
    """Create a database at a revision and insert the games stored for it."""
    opened = Database(settings(tmp_path, database=database).database_url())
    opened.migrate(revision)
    rows = msgspec.json.decode((FOLDER / f"revision_{revision}.json").read_bytes())
    with opened.writing() as connection:
        found = MetaData()
        found.reflect(connection)
        for table in found.sorted_tables:
            times = {column.name for column in table.c if isinstance(column.type, DateTime)}
            for row in rows.get(table.name, []):
                connection.execute(insert(table), _with_times(row, times))
    opened.close()


def _with_times(row: dict[str, Any], times: set[str]) -> dict[str, Any]:
    return {
        name: datetime.fromisoformat(value) if name in times and value else value
        for name, value in row.items()
    }
