"""The database: its migrations, what survives, and what happens when it fails."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, create_mock_engine
from sqlalchemy.exc import OperationalError

from server.houses import ANN, BOB, key, open_house, plan, play, settings, two_people
from smokestack.engine.errors import InvalidInput
from smokestack.server.database import Database
from smokestack.server.errors import NotPossible, Stale
from smokestack.server.schema import metadata
from smokestack.server.storage import Storage
from smokestack.server.table import Table


def test_the_migrations_lead_to_the_schema(tmp_path: Path) -> None:
    database = Database(settings(tmp_path).database_url())
    database.bring_up_to_date()
    database.bring_up_to_date()
    with database.reading() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": False})
        assert compare_metadata(context, metadata) == []
    database.close()


def test_the_schema_can_be_made_on_postgresql() -> None:
    statements: list[Any] = []
    engine = create_mock_engine("postgresql+psycopg://", lambda sql, *_: statements.append(sql))
    metadata.create_all(engine, checkfirst=False)
    made = [str(statement.compile(dialect=engine.dialect)) for statement in statements]
    assert sum("CREATE TABLE" in sql for sql in made) == len(metadata.tables)
    assert not any("WITHOUT TIME ZONE" in sql for sql in made)


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
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as house:
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


def test_an_answer_is_stored_even_if_nobody_waits_for_it(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as house:
            table = await two_people(house)
            task = asyncio.create_task(house.answer(table.id, ANN, 0, key(), "move 3"))
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
        async with open_house(tmp_path) as house:
            found = await house.find(table.id)
            assert (found.version, len(found.match.history)) == (1, 1)

    asyncio.run(story())


def test_two_houses_on_one_database_never_overwrite_each_other(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as one, open_house(tmp_path) as other:
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


def test_of_answers_through_two_houses_at_once_one_is_played(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as one, open_house(tmp_path) as other:
            table = await two_people(one)
            own = key()
            sent = [house.answer(table.id, ANN, 0, own, "move 3") for house in (one, other) * 5] + [
                house.answer(table.id, ANN, 0, key(), "move 2") for house in (one, other) * 5
            ]
            results = await asyncio.gather(*sent, return_exceptions=True)
            assert all(isinstance(result, Stale | Table) for result in results)
        async with open_house(tmp_path) as house:
            found = await house.find(table.id)
            assert (found.version, len(found.match.history)) == (1, 1)
            heard = [result for result in results if isinstance(result, Table)]
            assert {result.match.history[0] for result in heard} == {found.match.history[0]}

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
