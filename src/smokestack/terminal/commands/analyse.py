"""`smokestack analyse`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import smokestack
from smokestack.terminal.commands.parameters import examples
from smokestack.terminal.languages import Lang

EXAMPLES = examples(
    "smokestack analyse my-game.json", "smokestack analyse my-game.json --deep --json > a.json"
)


def analyse(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="Record of a finished game, as 'save' writes it.")
    ],
    deep: Annotated[
        bool, typer.Option("--deep", help="Search four times as long for each decision.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="Print the analysis as JSON.")] = False,
    seed: Annotated[int, typer.Option(metavar="N", help="Seed of the search.", min=0)] = 0,
    lang: Lang = None,
) -> None:
    """Analyse a finished game: grade its decisions, measure luck."""
    from smokestack.terminal.analysis import analyse_with_progress, print_analysis
    from smokestack.terminal.printing import say_data

    match = smokestack.load_game(file)
    analysis = analyse_with_progress(match, "deep" if deep else "quick", seed)
    if json:
        say_data(analysis.to_json().decode())
    else:
        print_analysis(match, analysis)
