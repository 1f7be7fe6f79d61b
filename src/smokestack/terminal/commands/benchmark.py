"""`smokestack benchmark`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from smokestack.games import DEFAULT_GAME
from smokestack.terminal.commands.parameters import Workers, examples

EXAMPLES = examples(
    'smokestack benchmark "python3 docs/example_bot.py" --quick',
    "smokestack benchmark merchant --game brass",
    'smokestack benchmark "./my_program" --name "My program" --leaderboard leaderboard.jsonl',
)


def benchmark(
    program: Annotated[
        str,
        typer.Argument(metavar="PROGRAM", help="The command of a program, or the name of a bot."),
    ],
    game: Annotated[
        str, typer.Option(metavar="GAME", help="The game that it plays.")
    ] = DEFAULT_GAME,
    name: Annotated[
        str | None, typer.Option(metavar="NAME", help="Its name on the leaderboard.")
    ] = None,
    quick: Annotated[
        bool, typer.Option("--quick", help="Play a tenth of the games, to try it out.")
    ] = False,
    leaderboard: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Add the line of the leaderboard to this file."),
    ] = None,
    workers: Workers = 0,
) -> None:
    """Measure the strength of a program against fixed opponents.

    The deals are fixed as well. Prints the share of wins with its 95 % interval, and a line for a
    leaderboard.
    """
    from smokestack.terminal.benchmark import run

    run(program, game, name, quick, leaderboard, workers)
