"""Databases of earlier versions are migrated, and their games can be continued."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import DateTime, MetaData, insert

from smokestack.engine.match import replay
from smokestack.server.domain.table import OVER, WAITING
from smokestack.server.storage.database import Database
from smokestack.server.storage.schema import metadata
from tests.server.services import (
    ANN,
    BOB,
    open_service,
    play,
    seat_token,
    settings,
    wait_until,
)


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
        tables = await service.tables_of(ANN)
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
        offered = (await service.open_tables())[0]
        assert (offered.status, offered.host) == (WAITING, BOB)
        offered, seat = await service.join(offered.id, ANN, "Ann")
        assert seat == 1


async def test_invitations_used_before_they_worked_once_are_worthless(
    tmp_path: Path, database: str
) -> None:
    """The inviter knows the link of the seat; its player gets a new one."""
    fill_database(tmp_path, database, "0001")
    async with open_service(tmp_path, database=database) as service:
        for table in [*await service.tables_of(ANN), *await service.tables_of(BOB)]:
            assert table.absence_minutes == 1440
            assert table.hints == (table.people < 2)
            for seat in table.seats:
                if seat.guest not in ("", table.host):
                    assert (seat.token_hash, seat.token_nonce) == ("", "")
                    assert len(seat.used_token_hash) == 64
                    renewed = await service.renew_link(table.id, seat.guest, seat.number)
                    token = seat_token(service, renewed, seat.number)
                    found, _ = await service.take_seat(token, "phone", "")
                    assert found.seats_of("phone") == [seat.number]


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
