"""`smokestack games`: the games of a server."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from smokestack.terminal.commands.parameters import (
    DatabaseUrl,
    DataFolder,
    command_group,
    examples,
    server_settings,
)

GameId = Annotated[str, typer.Argument(metavar="ID", help="Id of a game; see 'games list'.")]

GameIds = Annotated[
    list[str] | None, typer.Argument(metavar="IDS", help="Ids of games; see 'games list'.")
]
Host = Annotated[
    str, typer.Option(metavar="GUEST", help="Only games of this host; see 'games show'.")
]
Hours = Annotated[
    int,
    typer.Option(
        metavar="HOURS", help="Only games that have not changed for this many hours.", min=0
    ),
]
DryRun = Annotated[bool, typer.Option("--dry-run", help="List the games, but change nothing.")]

app = command_group("List, show, export, import and delete the games of a server.")


@app.command(
    "list", epilog=examples("smokestack games list", "smokestack games list --status running")
)
def list_games(
    status: Annotated[
        str,
        typer.Option(
            metavar="STATUS", help="Only games that are waiting, running, over, resigned or closed."
        ),
    ] = "",
    limit: Annotated[
        int, typer.Option(metavar="N", help="Number of games to list, the latest first.", min=1)
    ] = 50,
    folder: DataFolder = None,
    database: DatabaseUrl = "",
) -> None:
    """List games with their status, players and last change."""
    from smokestack.terminal import games

    games.print_list(server_settings(folder, database), status, limit)


@app.command(
    "show",
    epilog=examples("smokestack games show Xw3kQ0dPZ2a8LrTn"),
    context_settings={"ignore_unknown_options": True},  # an id can start with a dash
)
def show_game(game_id: GameId, folder: DataFolder = None, database: DatabaseUrl = "") -> None:
    """Describe the position of a game, as a spectator sees it."""
    from smokestack.terminal import games

    games.print_game(server_settings(folder, database), game_id)


@app.command(
    "export",
    epilog=examples(
        "smokestack games export records",
        "smokestack games export game.json --game Xw3kQ0dPZ2a8LrTn",
    ),
)
def export_games(
    to: Annotated[
        Path, typer.Argument(metavar="TO", help="Folder to write to; with --game, a file.")
    ],
    game_id: Annotated[
        str,
        typer.Option("--game", metavar="ID", help="Export only this game; it can be unfinished."),
    ] = "",
    folder: DataFolder = None,
    database: DatabaseUrl = "",
) -> None:
    """Write the records of all finished games, or of one game.

    Existing files are not overwritten.
    """
    from smokestack.terminal import games

    games.export(server_settings(folder, database), to, game_id)


@app.command("import", epilog=examples("smokestack games import game.json"))
def import_games(
    files: Annotated[list[Path], typer.Argument(metavar="FILES", help="Records of games.")],
    folder: DataFolder = None,
    database: DatabaseUrl = "",
) -> None:
    """Add games from records to the server.

    Prints the address of each game, and for an unfinished game the links of its seats.
    """
    from smokestack.terminal import games

    games.import_records(server_settings(folder, database), files)


@app.command(
    "end",
    epilog=examples(
        "smokestack games end Xw3kQ0dPZ2a8LrTn",
        "smokestack games end --status waiting --hours 12 --dry-run",
    ),
    context_settings={"ignore_unknown_options": True},  # an id can start with a dash
)
def end_games(
    ids: GameIds = None,
    host: Host = "",
    status: Annotated[
        str, typer.Option(metavar="STATUS", help="Only games that are waiting or running.")
    ] = "",
    hours: Hours = 0,
    dry_run: DryRun = False,
    folder: DataFolder = None,
    database: DatabaseUrl = "",
) -> None:
    """End unfinished games that meet all conditions, without a result.

    They stay in the database, and their players see that the operator has closed the table.
    """
    from smokestack.terminal import games

    games.end(server_settings(folder, database), ids or [], host, status, hours, dry_run)


@app.command(
    "remove",
    epilog=examples(
        "smokestack games remove Xw3kQ0dPZ2a8LrTn",
        "smokestack games remove --status closed --hours 48 --dry-run",
    ),
    context_settings={"ignore_unknown_options": True},
)
def remove_games(
    ids: GameIds = None,
    host: Host = "",
    status: Annotated[
        str,
        typer.Option(
            metavar="STATUS",
            help="Only games that are waiting, running, over, resigned or closed.",
        ),
    ] = "",
    hours: Hours = 0,
    dry_run: DryRun = False,
    folder: DataFolder = None,
    database: DatabaseUrl = "",
) -> None:
    """Delete games that meet all conditions, finished or not."""
    from smokestack.terminal import games

    games.remove(server_settings(folder, database), ids or [], host, status, hours, dry_run)


@app.command(
    "prune",
    epilog=examples(
        "smokestack games prune --days 90 --dry-run",
        "smokestack games prune --days 365 --only finished",
    ),
)
def prune_games(
    days: Annotated[
        int,
        typer.Option(
            metavar="DAYS", help="Remove games that have not changed for this many days.", min=1
        ),
    ],
    only: Annotated[
        str,
        typer.Option(metavar="KIND", help="Only finished or only abandoned games (default: both)."),
    ] = "",
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="List the games, but remove nothing.")
    ] = False,
    folder: DataFolder = None,
    database: DatabaseUrl = "",
) -> None:
    """Delete old finished or abandoned games."""
    from smokestack.terminal import games

    games.prune(server_settings(folder, database), days, only, dry_run)
