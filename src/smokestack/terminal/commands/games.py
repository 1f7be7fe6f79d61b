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

app = command_group("List, show, export, import or prune the games of a server.")


@app.command(
    "list", epilog=examples("smokestack games list", "smokestack games list --status running")
)
def list_games(
    status: Annotated[
        str,
        typer.Option(
            metavar="STATUS", help="Only games that are waiting, running, over or resigned."
        ),
    ] = "",
    most: Annotated[
        int, typer.Option(metavar="N", help="Number of games to list, the latest first.", min=1)
    ] = 50,
    folder: DataFolder = None,
    database: DatabaseUrl = "",
) -> None:
    """List games with their status, players and last change."""
    from smokestack.terminal import games

    games.print_list(server_settings(folder, database), status, most)


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
