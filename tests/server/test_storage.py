"""The database: its migrations, what survives, and what happens when it fails."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine
from sqlalchemy.exc import OperationalError

from server.houses import ANN, key, open_house, plan, play, settings, two_people
from smokestack.engine.errors import InvalidInput
from smokestack.server import file_lock
from smokestack.server.database import Database
from smokestack.server.errors import NotPossible
from smokestack.server.file_lock import FileLock
from smokestack.server.schema import metadata
from smokestack.server.storage import Storage


def test_the_migrations_lead_to_the_schema(tmp_path: Path, database: str) -> None:
    opened = Database(settings(tmp_path, database=database).database_url())
    opened.bring_up_to_date()
    opened.bring_up_to_date()
    with opened.reading() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": False})
        assert compare_metadata(context, metadata) == []
    opened.close()


def test_sqlite_keeps_what_was_acknowledged(tmp_path: Path) -> None:
    database = Database(settings(tmp_path).database_url())
    with database.reading() as connection:
        found = {
            pragma: connection.exec_driver_sql(f"PRAGMA {pragma}").scalar()
            for pragma in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }
    assert found == {
        "journal_mode": "wal",
        "synchronous": 2,
        "foreign_keys": 1,
        "busy_timeout": 30_000,
    }
    database.close()


@pytest.mark.parametrize(
    "url", ["nonsense", "sqlite://", "sqlite:///:memory:", "oracle+nothing://me:secret@host/x"]
)
def test_a_database_that_can_t_be_used_is_named_without_its_password(
    tmp_path: Path, url: str
) -> None:
    with pytest.raises(InvalidInput) as caught:
        Database(settings(tmp_path, database=url).database_url())
    assert "secret" not in str(caught.value)


def test_a_file_that_is_no_database_is_declined(tmp_path: Path) -> None:
    (tmp_path / "tables.sqlite").write_bytes(b"nothing of the kind" * 1000)

    async def story() -> None:
        with pytest.raises(InvalidInput):
            async with open_house(tmp_path):
                pass

    asyncio.run(story())


def test_a_database_of_a_later_version_is_declined(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_house(tmp_path):
            pass
        with sqlite3.connect(tmp_path / "tables.sqlite") as connection:
            connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.close()
        with pytest.raises(InvalidInput):
            async with open_house(tmp_path):
                pass

    asyncio.run(story())


def test_what_can_t_be_stored_has_not_happened(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with open_house(tmp_path, database=database) as house:
            table = await two_people(house)

            def fail(*_: Any) -> None:
                raise OperationalError("COMMIT", {}, Exception("disk full"))

            with monkeypatch.context() as patch:
                patch.setattr(Storage, "save", fail)
                with pytest.raises(OperationalError):
                    await house.answer(table.id, ANN, 0, key(), "move 3")
            found = await house.find(table.id)
            assert found.match.history == []
            assert (found.version, found.news) == (table.version, table.news)
            assert (await play(house, found, ANN, "move 3")).version == 1

    asyncio.run(story())


def test_an_answer_is_stored_even_if_nobody_waits_for_it(tmp_path: Path, database: str) -> None:
    async def story() -> None:
        async with open_house(tmp_path, database=database) as house:
            table = await two_people(house)
            task = asyncio.create_task(house.answer(table.id, ANN, 0, key(), "move 3"))
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
        async with open_house(tmp_path, database=database) as house:
            found = await house.find(table.id)
            assert (found.version, len(found.match.history)) == (1, 1)

    asyncio.run(story())


def test_nobody_opens_a_sqlite_file_that_is_being_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_lock, "PATIENCE", 0.2)
    alone = FileLock(tmp_path / "tables.sqlite")
    alone.lock()

    async def story() -> None:
        with pytest.raises(InvalidInput, match="in use by another process"):
            async with open_house(tmp_path):
                pass
        alone.leave()
        async with open_house(tmp_path):
            pass

    asyncio.run(story())


def test_a_table_that_can_t_be_replayed_harms_no_other(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as house:
            broken = await house.create(ANN, plan("apprentice", "me"))
            sound = await house.create(ANN, plan("me", "here:Ben"))
        connection = sqlite3.connect(tmp_path / "tables.sqlite")
        connection.execute("UPDATE tables SET rules = 999 WHERE id = ?", [broken.id])
        connection.commit()
        connection.close()
        async with open_house(tmp_path) as house:
            with pytest.raises(NotPossible):
                await house.find(broken.id)
            assert [table.id for table in await house.tables_of(ANN)] == [sound.id]
            await play(house, sound, ANN)
            table = await house.create(ANN, plan("apprentice", "me"))
            async with asyncio.timeout(30):
                while (await house.find(table.id)).version == 0:
                    await asyncio.sleep(0.05)

    asyncio.run(story())


def test_times_are_the_same_whatever_the_zone(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as house:
            table = await two_people(house)
        engine = create_engine(f"sqlite:///{tmp_path / 'tables.sqlite'}")
        with engine.connect() as connection:
            stored = connection.exec_driver_sql("SELECT created FROM tables").scalar_one()
        engine.dispose()
        assert stored.startswith(table.created.strftime("%Y-%m-%d %H:%M:%S"))
        assert str(table.created.tzinfo) == "UTC"

    asyncio.run(story())
