"""Rights of the files that a server keeps: only its own user may read them."""

from __future__ import annotations

import logging
import os
import stat
from fnmatch import fnmatch
from pathlib import Path
from typing import Final

log = logging.getLogger(__name__)

PRIVATE_FILE: Final = 0o600
PRIVATE_FOLDER: Final = 0o700
SQLITE_SUFFIXES: Final = ("", "-wal", "-shm", "-journal", ".lock")
OWN_NAMES: Final = (
    *("secret.key", ".secret.key.*", "*.sqlite", "*.sqlite-*", "*.sqlite.lock", ".*.sqlite.*"),
    *("backups", "schedule.lock", "games", "arena", "*.log", "log.txt"),
)
"""What a folder may contain that we make private. Any other folder may be shared with others."""


def create_private_folder(folder: Path) -> None:
    """Create a data folder; make an existing one private, unless it holds other things as well."""
    if not folder.exists():
        folder.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
    elif all(any(fnmatch(path.name, own) for own in OWN_NAMES) for path in folder.iterdir()):
        make_private(folder, PRIVATE_FOLDER)


def create_private_file(path: Path) -> None:
    """Create an empty file, or make an existing one private."""
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT, PRIVATE_FILE))
    make_private(path)


def make_database_private(path: Path) -> None:
    """Make a SQLite file and the files beside it private; SQLite gives new ones the same rights."""
    for suffix in SQLITE_SUFFIXES:
        make_private(Path(f"{path}{suffix}"))


def make_private(path: Path, mode: int = PRIVATE_FILE) -> None:
    """Take away the rights of other users; a warning if that is not possible."""
    try:
        rights = stat.S_IMODE(path.stat().st_mode)
        if rights & 0o077:
            path.chmod(rights & mode)
    except FileNotFoundError:
        return
    except OSError as error:
        fields = {"file": path, "error": error.strerror}
        log.warning("other users may read this file", extra={"fields": fields})
