"""`smokestack reports`: what players have reported to the operator of a server."""

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

app = command_group("List and resolve the reports of players.")


@app.command("list", epilog=examples("smokestack reports list", "smokestack reports list --all"))
def list_reports(
    with_resolved: Annotated[bool, typer.Option("--all", help="Also the resolved ones.")] = False,
    limit: Annotated[
        int, typer.Option(metavar="N", help="Number of reports to list, the oldest first.", min=1)
    ] = 50,
    folder: DataFolder = None,
    database: DatabaseUrl = "",
) -> None:
    """List reports: which table, which player, which message."""
    from smokestack.terminal import reports

    reports.print_list(server_settings(folder, database), limit, with_resolved)


@app.command("resolve", epilog=examples("smokestack reports resolve 3 4"))
def resolve_reports(
    ids: Annotated[list[int], typer.Argument(metavar="NUMBERS", help="Numbers of reports.", min=1)],
    folder: DataFolder = None,
    database: DatabaseUrl = "",
) -> None:
    """Mark reports as resolved, so that they are no longer listed."""
    from smokestack.terminal import reports

    reports.resolve(server_settings(folder, database), ids)
