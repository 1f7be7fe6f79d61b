"""`smokestack puzzles`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import smokestack
from smokestack.terminal.commands.parameters import (
    FirstSeed,
    GameName,
    Workers,
    command_group,
    examples,
)
from smokestack.terminal.languages import Lang

app = command_group("Solve puzzles, list them, and find new ones in games between bots.")

Theme = Annotated[
    str, typer.Option(metavar="THEME", help="Only puzzles with this theme; see 'puzzles list'.")
]


@app.command(
    "play",
    epilog=examples(
        "smokestack puzzles play glasgow",
        "smokestack puzzles play brass --theme 'double rails' --lang de",
        "smokestack puzzles play glasgow --id 3f1c09ab77",
    ),
)
def play_puzzles(
    game: GameName = "glasgow",
    theme: Theme = "",
    puzzle_id: Annotated[
        str, typer.Option("--id", metavar="ID", help="Begin with the puzzle with this id.")
    ] = "",
    lang: Lang = None,
) -> None:
    """Solve puzzles in the terminal: one move is clearly best."""
    from smokestack.terminal.puzzles import PuzzleSession

    PuzzleSession(smokestack.find_game(game), theme, puzzle_id).run()


@app.command("list", epilog=examples("smokestack puzzles list brass"))
def list_puzzles(
    game: GameName = "glasgow",
    theme: Theme = "",
    json: Annotated[
        bool, typer.Option("--json", help="Print the puzzles as JSON lines, solutions included.")
    ] = False,
    lang: Lang = None,
) -> None:
    """List the puzzles that come with a game, without solutions."""
    from smokestack.terminal.puzzles import print_json, print_list

    found = smokestack.find_game(game)
    if json:
        print_json(found, theme)
    else:
        print_list(found, theme)


@app.command(
    "mine",
    epilog=examples(
        "smokestack puzzles mine glasgow --count 300",
        "smokestack puzzles mine brass --count 50 --workers 2 --out mined",
        "smokestack puzzles mine brass --ray",
    ),
)
def mine_puzzles(
    game: GameName,
    count: Annotated[
        int, typer.Option(metavar="N", help="Number of puzzles to find.", min=1, max=100_000)
    ] = 300,
    simulations: Annotated[
        int,
        typer.Option(
            metavar="N",
            help="Simulations for each move of the bots; ten times as many verify a puzzle.",
            min=20,
            max=100_000,
        ),
    ] = 100,
    seed: FirstSeed = 0,
    workers: Workers = 0,
    ray: Annotated[
        str | None,
        typer.Option(
            metavar="[ADDRESS]",
            help="Search on the Ray cluster at this address; 'auto' finds a running one, "
            "no address starts one on this machine.",
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Folder for the results (default: in the data folder)"),
    ] = None,
) -> None:
    """Find puzzles in games between bots.

    Games that were searched are kept: repeat the command to continue after an interruption, or with
    more --count to find more.
    """
    from smokestack.puzzles.collection import plan_for
    from smokestack.terminal.mining import mine

    mine(plan_for(smokestack.find_game(game), simulations, seed), count, workers, ray, out)
