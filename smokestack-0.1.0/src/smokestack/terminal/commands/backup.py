"""`smokestack backup` and `smokestack restore`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from smokestack.terminal.commands.parameters import (
    DatabaseUrl,
    DataFolder,
    examples,
    server_settings,
)

BACKUP_EXAMPLES = examples("smokestack backup tables-monday.sqlite")
RESTORE_EXAMPLES = examples("smokestack restore tables-monday.sqlite --force")


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="File to write.")],
    force: Annotated[bool, typer.Option("--force", help="Overwrite an existing file.")] = False,
    folder: DataFolder = None,
    database: DatabaseUrl = "",
) -> None:
    """Copy the SQLite database to a file.

    The server can keep running. For PostgreSQL use pg_dump.
    """
    from smokestack.server.storage import backup as backups
    from smokestack.terminal.printing import say

    settings = server_settings(folder, database)
    backups.backup(settings, file, force)
    say(f"{file} written; keep a copy of {settings.data_folder / 'secret.key'} with it")


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Backup to read.")],
    force: Annotated[bool, typer.Option("--force", help="Replace an existing database.")] = False,
    folder: DataFolder = None,
    database: DatabaseUrl = "",
) -> None:
    """Replace the SQLite database with a backup.

    Stop the server first.
    """
    from smokestack.server.storage import backup as backups
    from smokestack.terminal.printing import say

    settings = server_settings(folder, database)
    backups.restore(settings, file, force)
    say(f"{settings.database_url().database} restored from {file}")
