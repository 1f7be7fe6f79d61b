"""Backup and restore of SQLite databases."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import pytest

from smokestack.engine.errors import InvalidInput
from smokestack.server.domain.table import OVER
from smokestack.server.storage.backup import backup, restore
from tests.server.services import ANN, open_service, play, settings, two_people


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
