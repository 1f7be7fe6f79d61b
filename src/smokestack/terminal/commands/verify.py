"""`smokestack verify`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from smokestack.terminal.commands.parameters import examples
from smokestack.terminal.languages import Lang

EXAMPLES = examples(
    "smokestack verify my-game.json",
    "smokestack verify my-game.json --commitment 3f9a… --contribution 71c0… --bot clerk",
)


def verify(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="Record of a finished game from a server.")
    ],
    commitment: Annotated[
        str,
        typer.Option(metavar="HASH", help="The commitment that the table showed before the game."),
    ] = "",
    contribution: Annotated[
        str, typer.Option(metavar="TEXT", help="What you contributed to the deal.")
    ] = "",
    bot: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="Name of a player that was a bot when the game began; repeat it for each bot.",
        ),
    ] = None,
    lang: Lang = None,
) -> None:
    """Check that a server dealt a game as it had promised."""
    from smokestack.terminal.verification import print_verification

    print_verification(file, commitment, contribution, bot or [])
