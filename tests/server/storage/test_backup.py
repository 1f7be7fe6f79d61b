"""Backup and restore of SQLite databases."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import pytest

from smokestack.engine.errors import InvalidInput
from smokestack.server.domain.table import OVER
from smokestack.server.storage.backup import backup, restore
from smokestack.server.storage.backup_checks import check_backup
from smokestack.server.storage.database import Database
from tests.server.services import ANN, open_service, play, settings, two_people
from tests.server.storage.test_migrations import fill_database


async def test_a_backup_made_while_the_server_runs_can_be_restored(tmp_path: Path) -> None:
    home, file = settings(tmp_path / "home"), tmp_path / "saved.sqlite"

    async with open_service(home.data_folder) as service:
        table = await two_people(service)
        table = await play(service, table, ANN)
        backup(home, file, force=False)
        await play(service, table, table.seats[table.match.actor or 0].guest)
        with pytest.raises(InvalidInput, match="in use by a server"):
            restore(home, file, force=True)
    with pytest.raises(InvalidInput, match="--force"):
        backup(home, file, force=False)
    with pytest.raises(InvalidInput, match="--force"):
        restore(home, file, force=False)
    restore(home, file, force=True)
    async with open_service(home.data_folder) as service:
        assert len((await service.find(table.id)).match.history) == 1
    shutil.rmtree(home.data_folder)
    restore(home, file, force=False)
    async with open_service(home.data_folder) as service:
        assert (await service.find(table.id)).status != OVER


def test_files_that_are_not_backups_are_refused(tmp_path: Path) -> None:
    home = settings(tmp_path / "home")
    with pytest.raises(InvalidInput, match="no backup"):
        restore(home, tmp_path / "nothing", force=True)
    (tmp_path / "text").write_text("not a database")
    with pytest.raises(InvalidInput, match="not a backup of Smokestack"):
        restore(home, tmp_path / "text", force=True)
    sqlite3.connect(tmp_path / "empty").execute("CREATE TABLE something (x)").connection.close()
    with pytest.raises(InvalidInput, match="not a backup of Smokestack"):
        restore(home, tmp_path / "empty", force=True)
    with pytest.raises(InvalidInput, match="no database at"):
        backup(home, tmp_path / "saved", force=False)


def test_for_postgresql_its_own_tools_are_named_without_the_password(tmp_path: Path) -> None:
    home = settings(tmp_path, database="postgresql://me:secret@localhost/tables")
    for command in (backup, restore):
        with pytest.raises(InvalidInput, match=r"pg_(dump|restore)") as caught:
            command(home, tmp_path / "file", force=False)
        assert "secret" not in str(caught.value)


STRANGE_SCHEMAS = {
    "trigger": "CREATE TRIGGER evil AFTER INSERT ON answers BEGIN DELETE FROM seats; END",
    "view": "CREATE VIEW evil AS SELECT * FROM seats",
    "table": "CREATE TABLE evil (x)",
    "virtual table": "CREATE VIRTUAL TABLE evil USING fts5(x)",
    "index": "CREATE INDEX evil ON answers (text)",
    "column": "ALTER TABLE tables ADD COLUMN evil TEXT",
    "generated column": "ALTER TABLE tables ADD COLUMN evil TEXT AS (id)",
    "changed trigger": "DROP TRIGGER table_changed; CREATE TRIGGER table_changed AFTER UPDATE OF "
    "revision ON tables BEGIN SELECT 1; END",
    "missing trigger": "DROP TRIGGER table_changed",
    "missing index": "DROP INDEX ix_seats_guest",
    "partial index": "DROP INDEX ix_seats_guest; CREATE INDEX ix_seats_guest ON seats (guest) "
    "WHERE 0",
    "unique index": "DROP INDEX ix_tile_sets_owner; CREATE UNIQUE INDEX ix_tile_sets_owner ON "
    "tile_sets (owner)",
    "index on an expression": "DROP INDEX ix_seats_guest; CREATE INDEX ix_seats_guest ON seats "
    "(lower(guest))",
    "collation": "PRAGMA writable_schema = ON; UPDATE sqlite_master SET sql = replace(sql, "
    "'name VARCHAR(60)', 'name VARCHAR(60) COLLATE NOCASE') WHERE name = 'tile_sets'",
    "update of a key": "PRAGMA writable_schema = ON; UPDATE sqlite_master SET sql = replace(sql, "
    "'ON DELETE CASCADE', 'ON DELETE CASCADE ON UPDATE CASCADE') WHERE name = 'seats'",
    "table without row ids": "DROP TABLE downtimes; CREATE TABLE downtimes (id INTEGER NOT NULL, "
    "started DATETIME NOT NULL, ended DATETIME NOT NULL, PRIMARY KEY (id)) WITHOUT ROWID",
    "missing table": "DROP TABLE submissions",
}


@pytest.fixture
async def saved(tmp_path: Path) -> Path:
    """A backup of a database with one game."""
    home, file = settings(tmp_path / "home"), tmp_path / "saved.sqlite"
    async with open_service(home.data_folder) as service:
        await play(service, await two_people(service), ANN)
    backup(home, file, force=False)
    return file


def change(file: Path, statements: str) -> None:
    connection = sqlite3.connect(file)
    connection.executescript(statements)
    connection.close()


@pytest.mark.parametrize("statements", STRANGE_SCHEMAS.values(), ids=STRANGE_SCHEMAS)
async def test_a_backup_with_another_schema_is_refused(
    tmp_path: Path, saved: Path, statements: str
) -> None:
    change(saved, statements)
    with pytest.raises(InvalidInput, match="it can't be used"):
        restore(settings(tmp_path / "new"), saved, force=False)
    assert not (tmp_path / "new" / "tables.sqlite").exists()


async def test_a_damaged_backup_is_refused_and_the_database_stays(
    tmp_path: Path, saved: Path
) -> None:
    home = settings(tmp_path / "home")
    before = (home.data_folder / "tables.sqlite").read_bytes()
    change(saved, "VACUUM")  # so that no page is unused
    good = saved.read_bytes()
    for first in range(0, len(good), 4096):
        saved.write_bytes(good[:first] + b"\xa5" * 1000 + good[first + 1000 :])
        with pytest.raises(InvalidInput, match=r"is damaged|not a backup"):
            restore(home, saved, force=True)
    saved.write_bytes(good[: len(good) // 2])
    with pytest.raises(InvalidInput, match=r"is damaged|not a backup"):
        restore(home, saved, force=True)
    saved.write_bytes(good)
    change(saved, "INSERT INTO submissions VALUES ('nowhere', 'x', 'y', '2026-01-01', '')")
    with pytest.raises(InvalidInput, match="has no table"):
        restore(home, saved, force=True)
    saved.write_bytes(good)
    change(saved, "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(InvalidInput, match="another version"):
        restore(home, saved, force=True)
    assert (home.data_folder / "tables.sqlite").read_bytes() == before


@pytest.mark.parametrize("revision", ["0001", "0002", "0003", "0004", "0005", "0006"])
def test_backups_of_earlier_versions_can_be_restored(tmp_path: Path, revision: str) -> None:
    fill_database(tmp_path / "old", "", "0001")
    database = Database(settings(tmp_path / "old").database_url())
    database.migrate(revision)
    database.close()
    backup(settings(tmp_path / "old"), tmp_path / "saved", force=False)
    restore(settings(tmp_path / "new"), tmp_path / "saved", force=False)


async def test_a_backup_that_is_damaged_while_it_is_written_is_not_kept(
    tmp_path: Path, saved: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A failing disk: the copy is not what was written."""
    home = settings(tmp_path / "home")
    good = saved.read_bytes()

    def damage_and_check(file: Path, shown: str) -> None:
        data = file.read_bytes()
        file.write_bytes(data[:4096] + b"\xa5" * 1000 + data[5096:])
        check_backup(file, shown)

    monkeypatch.setattr("smokestack.server.storage.backup.check_backup", damage_and_check)
    with pytest.raises(InvalidInput, match=r"is damaged|not a backup"):
        backup(home, saved, force=True)
    assert saved.read_bytes() == good
    assert [file.name for file in tmp_path.iterdir() if file.is_file()] == ["saved.sqlite"]
