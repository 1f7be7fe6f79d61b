"""Scheduled backups: one per interval whatever the number of processes, and old ones deleted."""

from __future__ import annotations

import asyncio
import logging
import os
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from smokestack.engine.errors import InvalidInput
from smokestack.server.storage.backup import restore
from smokestack.server.storage.backup_schedule import FOLDER, NAME_FORMAT, BackupSchedule
from tests.server.services import ANN, open_service, play, settings, two_people


def backups(folder: Path) -> list[str]:
    return sorted(file.name for file in (folder / FOLDER).glob("*.sqlite"))


def add_backup(folder: Path, age: timedelta) -> str:
    """An old backup; only its name matters."""
    name = (datetime.now(UTC) - age).strftime(NAME_FORMAT)
    (folder / FOLDER).mkdir(exist_ok=True)
    (folder / FOLDER / name).write_bytes(b"old")
    return name


async def test_a_server_backs_up_its_database_and_goes_on(tmp_path: Path) -> None:
    async with open_service(tmp_path, backup_every=0.0002) as service:
        table = await two_people(service)
        async with asyncio.timeout(30):
            while len(backups(tmp_path)) < 3:
                await asyncio.sleep(0.05)
        await play(service, table, ANN)
    newest = tmp_path / FOLDER / backups(tmp_path)[-1]
    assert newest.stat().st_mode & 0o777 == 0o600
    restore(settings(tmp_path / "new"), newest, force=False)
    async with open_service(tmp_path / "new") as service:
        await service.find(table.id)


async def test_processes_make_one_backup_together(tmp_path: Path) -> None:
    async with open_service(tmp_path):
        schedules = [
            BackupSchedule(settings(tmp_path, backup_every=1.0, backup_keep=2)) for _ in range(8)
        ]
        with ThreadPoolExecutor(8) as threads:
            made = list(threads.map(lambda schedule: schedule.back_up_if_due(), schedules))
    assert len([file for file in made if file]) == 1
    assert len(backups(tmp_path)) == 1


async def test_the_latest_backups_are_kept(tmp_path: Path) -> None:
    async with open_service(tmp_path):
        pass
    schedule = BackupSchedule(settings(tmp_path, backup_every=6.0, backup_keep=3))
    old = [add_backup(tmp_path, timedelta(hours=hours)) for hours in (40, 30, 20, 10)]
    (tmp_path / FOLDER / "tables-by-hand.sqlite").write_bytes(b"other")
    made = schedule.back_up_if_due()
    assert made is not None
    assert backups(tmp_path) == sorted([*old[-2:], made.name, "tables-by-hand.sqlite"])
    assert schedule.back_up_if_due() is None, "the latest one is not six hours old"


async def test_a_backup_from_the_future_does_not_stop_the_schedule(tmp_path: Path) -> None:
    """The clock was wrong, and was corrected."""
    async with open_service(tmp_path):
        pass
    add_backup(tmp_path, -timedelta(days=100))
    schedule = BackupSchedule(settings(tmp_path, backup_every=6.0, backup_keep=1))
    made = schedule.back_up_if_due()
    assert made is not None
    assert backups(tmp_path) == [made.name]


async def test_a_failed_backup_is_logged_and_the_server_goes_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / FOLDER).write_text("a file in place of the folder")
    async with open_service(tmp_path, backup_every=0.0002) as service:
        table = await two_people(service)
        async with asyncio.timeout(30):
            while not any("scheduled backup failed" in line for line in caplog.messages):
                await asyncio.sleep(0.05)
        await play(service, table, ANN)
    assert {record.levelno for record in caplog.records} <= {logging.INFO, logging.ERROR}


async def test_for_postgresql_the_server_says_what_to_use(tmp_path: Path) -> None:
    schedule = BackupSchedule(
        settings(tmp_path, database="postgresql://me:secret@localhost/tables", backup_every=1.0)
    )
    with pytest.raises(InvalidInput, match="schedule pg_dump") as caught:
        schedule.open()
    assert "secret" not in str(caught.value)
    assert os.listdir(tmp_path) == []
