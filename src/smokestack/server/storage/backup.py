"""Backing up a SQLite database while its server runs, and restoring it."""

from __future__ import annotations

import os
import secrets
import sqlite3
from contextlib import closing
from pathlib import Path

from smokestack.engine.errors import InvalidInput
from smokestack.server.settings import Settings
from smokestack.server.storage.backup_checks import check_backup
from smokestack.server.storage.database import check_exists
from smokestack.server.storage.file_lock import FileLock
from smokestack.server.storage.file_permissions import create_private_file, create_private_folder


def backup(settings: Settings, file: Path, force: bool) -> None:
    """Copy the database with everything acknowledged so far into one file, and check the copy."""
    database = sqlite_file(settings, f"pg_dump --format=custom --file={file}")
    check_exists(settings)
    if file.exists() and not force:
        raise InvalidInput(f"{file} exists; choose another name or --force")
    _copy(database, file)


def restore(settings: Settings, file: Path, force: bool) -> None:
    """Replace the database by a backup; no server may be running."""
    database = sqlite_file(settings, f"pg_restore --clean --if-exists --dbname=… {file}")
    if not file.is_file():
        raise InvalidInput(f"no backup at {file}")
    check_backup(file, str(file))
    if database.exists() and not force:
        raise InvalidInput(f"{database} exists; use --force to replace it")
    create_private_folder(database.parent)
    file_lock = FileLock(database)
    file_lock.lock()
    try:
        draft = database.with_name(f".{database.name}.{secrets.token_hex(4)}")
        _copy(file, draft)
        # The write-ahead log of the old database must not be applied to the new one.
        for leftover in ("-wal", "-shm"):
            Path(f"{database}{leftover}").unlink(missing_ok=True)
        os.replace(draft, database)
    finally:
        file_lock.leave()


def sqlite_file(settings: Settings, instead: str) -> Path:
    """The file of the database; `InvalidInput` that says what to use `instead` on PostgreSQL."""
    url = settings.database_url()
    if url.get_backend_name() != "sqlite":
        raise InvalidInput(f"PostgreSQL has its own tools for this: {instead} {_shown(settings)}")
    return Path(url.database or "")


def _shown(settings: Settings) -> str:
    return settings.database_url().set(drivername="postgresql", password=None).render_as_string()


def _copy(source: Path, target: Path) -> None:
    """Copy a consistent snapshot, check it, and only then give it its name."""
    draft = target.with_name(f".{target.name}.{secrets.token_hex(4)}")
    try:
        create_private_file(draft)
        with (
            closing(sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True)) as old,
            closing(sqlite3.connect(draft)) as new,
        ):
            old.backup(new)
            new.execute("PRAGMA journal_mode=DELETE")
        check_backup(draft, f"the copy of {source}")
        with draft.open("rb") as written:
            os.fsync(written.fileno())
        os.replace(draft, target)
    except (OSError, sqlite3.Error) as error:
        raise InvalidInput(f"{target}: can't be written ({error})") from None
    finally:
        draft.unlink(missing_ok=True)
