"""Databases that have the current schema from the start.

Running all migrations takes longer than most tests.
"""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path

from smokestack.server.settings import Settings
from smokestack.server.storage.database import Database


def prepare(settings: Settings) -> None:
    """Copy an empty, migrated database to where a server with these settings expects its own."""
    url = settings.database_url()
    if url.get_backend_name() == "sqlite" and settings.data_folder.is_dir():
        path = Path(str(url.database))
        if not path.exists():
            path.write_bytes(_migrated_file())
            path.chmod(0o600)


def migrate(url: str) -> None:
    database = Database(Settings(Path(), database=url).database_url())
    database.migrate()
    database.close()


@cache
def _migrated_file() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tables.sqlite"
        migrate(f"sqlite:///{path}")
        return path.read_bytes()
