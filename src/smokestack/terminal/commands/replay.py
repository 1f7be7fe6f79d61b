"""`smokestack replay`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import smokestack
from smokestack.terminal.commands.parameters import examples
from smokestack.terminal.languages import Lang

EXAMPLES = examples("smokestack replay my-game.json --moves")


def replay(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="Record of a game, as 'save' writes it.")
    ],
    moves: Annotated[bool, typer.Option("--moves", help="Print every answer in words.")] = False,
    at: Annotated[
        int | None, typer.Option(metavar="N", help="Show the table after this many answers.", min=0)
    ] = None,
    ledger: Annotated[
        bool, typer.Option("--ledger", help="Print every change of money, income and points.")
    ] = False,
    lang: Lang = None,
) -> None:
    """Check a record, print its result and explain every point."""
    from smokestack.terminal.replay import print_ledger, print_replay

    match = smokestack.load_game(file)
    print_replay(match, moves, at)
    if ledger:
        print_ledger(match)
