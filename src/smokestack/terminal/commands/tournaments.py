"""`smokestack tournaments`: the tournaments of a server."""

from __future__ import annotations

from typing import Annotated

import typer

from smokestack.terminal.commands.parameters import (
    DatabaseUrl,
    DataFolder,
    command_group,
    examples,
    server_settings,
)

app = command_group("List, show and cancel the tournaments of a server.")

TournamentId = Annotated[
    str, typer.Argument(metavar="ID", help="Id of a tournament; see 'tournaments list'.")
]
ID_SETTINGS = {"ignore_unknown_options": True}  # an id can start with a dash


@app.command("list", epilog=examples("smokestack tournaments list"))
def list_tournaments(
    limit: Annotated[
        int, typer.Option(metavar="N", help="Number of tournaments to list.", min=1)
    ] = 50,
    folder: DataFolder = None,
    database: DatabaseUrl = "",
) -> None:
    """List tournaments, open and running ones first."""
    from smokestack.terminal import tournaments

    tournaments.print_list(server_settings(folder, database), limit)


@app.command(
    "show",
    epilog=examples("smokestack tournaments show Xw3kQ0dPZ2a8LrTn"),
    context_settings=ID_SETTINGS,
)
def show_tournament(
    tournament_id: TournamentId, folder: DataFolder = None, database: DatabaseUrl = ""
) -> None:
    """Show the standings and the games of the current round."""
    from smokestack.terminal import tournaments

    tournaments.show(server_settings(folder, database), tournament_id)


@app.command(
    "cancel",
    epilog=examples("smokestack tournaments cancel Xw3kQ0dPZ2a8LrTn"),
    context_settings=ID_SETTINGS,
)
def cancel_tournament(
    tournament_id: TournamentId, folder: DataFolder = None, database: DatabaseUrl = ""
) -> None:
    """Cancel a tournament.

    No further round begins. Games that have begun can be played on.
    """
    from smokestack.terminal import tournaments

    tournaments.cancel(server_settings(folder, database), tournament_id)
