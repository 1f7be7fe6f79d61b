"""Backing up a SQLite database while its server runs, and restoring it."""

from __future__ import annotations

import os
import secrets
import sqlite3
from contextlib import closing
from pathlib import Path

from smokestack.engine.errors import InvalidInput
from smokestack.server.settings import Settings
from smokestack.server.storage.archive import check_exists
from smokestack.server.storage.file_lock import FileLock


def backup(settings: Settings, file: Path, force: bool) -> None:
    """Copy the database with everything acknowledged so far into one file."""
    database = _sqlite_file(settings, f"pg_dump --format=custom --file={file}")
    check_exists(settings)
    if file.exists() and not force:
        raise InvalidInput(f"{file} exists; choose another name or --force")
    _copy(database, file)


def restore(settings: Settings, file: Path, force: bool) -> None:
    """Replace the database by a backup; no server may be running."""
    database = _sqlite_file(settings, f"pg_restore --clean --if-exists --dbname=… {file}")
    if not file.is_file():
        raise InvalidInput(f"no backup at {file}")
    _check(file)
    if database.exists() and not force:
        raise InvalidInput(f"{database} exists; use --force to replace it")
    database.parent.mkdir(parents=True, exist_ok=True)
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


def _sqlite_file(settings: Settings, instead: str) -> Path:
    url = settings.database_url()
    if url.get_backend_name() != "sqlite":
        raise InvalidInput(f"PostgreSQL has its own tools for this: {instead} {_shown(settings)}")
    return Path(url.database or "")


def _shown(settings: Settings) -> str:
    return settings.database_url().set(drivername="postgresql", password=None).render_as_string()


def _copy(source: Path, target: Path) -> None:
    """Copy a consistent snapshot, atomically."""
    draft = target.with_name(f".{target.name}.{secrets.token_hex(4)}")
    try:
        with (
            closing(sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True)) as old,
            closing(sqlite3.connect(draft)) as new,
        ):
            old.backup(new)
            new.execute("PRAGMA journal_mode=DELETE")
        draft.chmod(0o600)
        with draft.open("rb") as written:
            os.fsync(written.fileno())
        os.replace(draft, target)
    except (OSError, sqlite3.Error) as error:
        raise InvalidInput(f"{target}: can't be written ({error})") from None
    finally:
        draft.unlink(missing_ok=True)


def _check(file: Path) -> None:
    try:
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as backup:
            sound = backup.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
            backup.execute("SELECT version_num FROM alembic_version").fetchone()
            backup.execute("SELECT count(*) FROM tables").fetchone()
    except sqlite3.Error as error:
        raise InvalidInput(f"{file} is not a backup of Smokestack ({error})") from None
    if not sound:
        raise InvalidInput(f"{file} is damaged")
