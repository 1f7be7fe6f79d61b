"""`smokestack people`: the accounts of a server."""

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

app = command_group("Manage the accounts of a server.")

AccountName = Annotated[str, typer.Argument(metavar="NAME", help="The name of an account.")]


@app.command("list", epilog=examples("smokestack people list", "smokestack people list --limit 10"))
def list_people(
    limit: Annotated[
        int, typer.Option(metavar="N", help="Number of accounts to list, newest first.", min=1)
    ] = 50,
    folder: DataFolder = None,
    database: DatabaseUrl = "",
) -> None:
    """List accounts with the number of their finished games."""
    from smokestack.terminal import people

    people.print_list(server_settings(folder, database), limit)


@app.command("show", epilog=examples("smokestack people show Ann"))
def show_person(name: AccountName, folder: DataFolder = None, database: DatabaseUrl = "") -> None:
    """Show an account."""
    from smokestack.terminal import people

    people.show(server_settings(folder, database), name)


@app.command("rename", epilog=examples("smokestack people rename Ann Anna"))
def rename_person(
    name: AccountName,
    new: Annotated[str, typer.Argument(metavar="NEW", help="The new name.")],
    folder: DataFolder = None,
    database: DatabaseUrl = "",
) -> None:
    """Rename an account; names at tables stay as they were."""
    from smokestack.terminal import people

    people.rename(server_settings(folder, database), name, new)


@app.command(
    "ban", epilog=examples("smokestack people ban Ann", "smokestack people ban Ann --lift")
)
def ban_person(
    name: AccountName,
    lift: Annotated[bool, typer.Option("--lift", help="Lift the ban.")] = False,
    folder: DataFolder = None,
    database: DatabaseUrl = "",
) -> None:
    """Close an account and sign it out everywhere.

    While it is closed, its owner gets no notifications. Its games remain.
    """
    from smokestack.terminal import people

    people.ban(server_settings(folder, database), name, lift)


@app.command("reset", epilog=examples("smokestack people reset Ann"))
def reset_password(
    name: AccountName, folder: DataFolder = None, database: DatabaseUrl = ""
) -> None:
    """Give an account a new password and print it.

    All other access to the account is removed: its devices are signed out, and its email address,
    passkeys and webhook are deleted.
    """
    from smokestack.terminal import people

    people.reset(server_settings(folder, database), name)


@app.command("invite", epilog=examples("smokestack people invite --count 5"))
def invite_people(
    count: Annotated[int, typer.Option(metavar="N", help="Number of codes.", min=1, max=1000)] = 1,
    folder: DataFolder = None,
    database: DatabaseUrl = "",
) -> None:
    """Print codes for new accounts, for --sign-up invitation."""
    from smokestack.terminal import people

    people.invite(server_settings(folder, database), count)
