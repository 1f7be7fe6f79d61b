"""`smokestack worker`."""

from __future__ import annotations

import os

from smokestack.terminal.commands.parameters import (
    BotPause,
    BotProcesses,
    DatabaseUrl,
    DataFolder,
    examples,
)
from smokestack.terminal.data_folder import data_folder

EXAMPLES = examples(
    "smokestack worker --bots 4",
    "smokestack worker --database postgresql://smokestack@localhost/smokestack",
)


def worker(
    database: DatabaseUrl = "",
    data: DataFolder = None,
    bots: BotProcesses = 0,
    bot_pause: BotPause = 1.0,
) -> None:
    """Run bots for the servers that use the same database.

    The worker needs the same secret key as the servers.
    """
    from smokestack.server.settings import Settings
    from smokestack.server.worker import work

    work(
        Settings(
            data_folder=data or data_folder(),
            database=database,
            bots=bot_processes(bots),
            bot_pause=bot_pause,
            sends_notices=False,
            keeps_clocks=False,
        )
    )


def bot_processes(chosen: int) -> int:
    """The number of processes that `--bots` asks for; 0 is all cores but one."""
    return chosen or max(1, (os.cpu_count() or 2) - 1)
