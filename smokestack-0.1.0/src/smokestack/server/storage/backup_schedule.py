"""Backups at regular times while a server runs, of which the latest are kept."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from smokestack.engine.errors import InvalidInput
from smokestack.server.settings import Settings
from smokestack.server.storage.backup import backup, sqlite_file
from smokestack.server.storage.file_lock import FileLock
from smokestack.server.storage.file_permissions import create_private_folder

log = logging.getLogger(__name__)

FOLDER: Final = "backups"
NAME_FORMAT: Final = "tables-%Y%m%dT%H%M%SZ.sqlite"
CHECK_SECONDS: Final = 60.0  # between two looks whether a backup is due


class BackupSchedule:
    """Every process of a server has one; the one that first finds a backup due makes it."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._interval = timedelta(hours=settings.backup_every)
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        """`InvalidInput` if the database can't be backed up like this."""
        if self._settings.backup_every:
            sqlite_file(self._settings, "leave out --backup-every and schedule pg_dump")
            self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
            self._task = None

    async def _run(self) -> None:
        while True:
            try:
                await asyncio.to_thread(self.back_up_if_due)
            except (InvalidInput, OSError) as error:
                log.error("scheduled backup failed: %s", error)
            await asyncio.sleep(min(CHECK_SECONDS, self._interval.total_seconds() / 2))

    def back_up_if_due(self) -> Path | None:
        """Make a backup and delete old ones, unless a recent one exists; returns the new file."""
        folder = self._settings.data_folder / FOLDER
        create_private_folder(folder)
        lock = FileLock(folder / "schedule")
        try:
            lock.lock()
        except InvalidInput:  # another process makes the backup
            return None
        try:
            now = datetime.now(UTC)
            kept = backups_in(folder)
            # A backup from the future means that the clock was wrong: make another one.
            if kept and timedelta(0) <= now - time_of(kept[-1]) < self._interval:
                return None
            file = folder / now.strftime(NAME_FORMAT)
            backup(self._settings, file, force=True)
            self._delete_old(folder, file)
        finally:
            lock.leave()
        size = file.stat().st_size
        log.info("backup written", extra={"fields": {"file": file.name, "bytes": size}})
        return file

    def _delete_old(self, folder: Path, newest: Path) -> None:
        others = [file for file in backups_in(folder) if file != newest]
        for file in others[: max(0, len(others) - self._settings.backup_keep + 1)]:
            file.unlink(missing_ok=True)


def backups_in(folder: Path) -> list[Path]:
    """The scheduled backups in a folder, oldest first; other files are ignored."""
    return sorted(file for file in folder.glob("tables-*.sqlite") if _time(file) is not None)


def time_of(file: Path) -> datetime:
    """When a scheduled backup was made."""
    found = _time(file)
    assert found is not None
    return found


def _time(file: Path) -> datetime | None:
    try:
        return datetime.strptime(file.name, NAME_FORMAT).replace(tzinfo=UTC)
    except ValueError:
        return None
