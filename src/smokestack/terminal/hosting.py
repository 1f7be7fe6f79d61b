"""The commands of whoever runs a server: workers, games, backups."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from smokestack.terminal.options import examples
from smokestack.terminal.saves import data_folder

Folder = Annotated[
    Path | None,
    typer.Option("--data", help="Folder for the database and the server's key."),
]
DatabaseUrl = Annotated[
    str, typer.Option("--database", help="URL of the database; SQLite in the folder if left out.")
]
BotProcesses = Annotated[
    int, typer.Option(help="Processes in which bots think; 0 is all cores but one.", min=0)
]


def register(app: typer.Typer) -> None:
    app.command(
        epilog=examples("smokestack worker --database postgresql://smokestack@localhost/smokestack")
    )(worker)


def bot_processes(chosen: int) -> int:
    return chosen or max(1, (os.cpu_count() or 2) - 1)


def worker(
    database: DatabaseUrl = "",
    folder: Folder = None,
    bots: BotProcesses = 0,
    bot_pause: Annotated[
        float, typer.Option(help="A bot answers no sooner than after these seconds.", min=0, max=60)
    ] = 1.0,
) -> None:
    """Let bots think for the servers on the same database, which needs the same key as they."""
    from smokestack.server.settings import Settings
    from smokestack.server.worker import work

    work(
        Settings(
            folder=folder or data_folder(),
            database=database,
            bots=bot_processes(bots),
            bot_pause=bot_pause,
        )
    )
