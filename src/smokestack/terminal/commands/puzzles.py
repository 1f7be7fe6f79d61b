"""`smokestack puzzles`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import smokestack
from smokestack.engine.errors import InvalidInput
from smokestack.games import DEFAULT_GAME
from smokestack.presentation.language import tr
from smokestack.terminal.commands.parameters import (
    DatabaseUrl,
    DataFolder,
    FirstSeed,
    GameName,
    RayAddress,
    Seed,
    Workers,
    command_group,
    examples,
    results_folder,
    server_settings,
)
from smokestack.terminal.languages import Lang

app = command_group("Solve puzzles, list them, and find new ones.")

Theme = Annotated[
    str, typer.Option(metavar="THEME", help="Only puzzles with this theme; see 'puzzles list'.")
]
OutFolder = Annotated[Path | None, results_folder("the results")]


@app.command(
    "play",
    epilog=examples(
        "smokestack puzzles play glasgow",
        "smokestack puzzles play brass --theme 'double rails' --lang de",
        "smokestack puzzles play glasgow --id 3f1c09ab77",
        "smokestack puzzles play brass --daily",
    ),
)
def play_puzzles(
    game: GameName = DEFAULT_GAME,
    theme: Theme = "",
    puzzle_id: Annotated[
        str, typer.Option("--id", metavar="ID", help="Begin with the puzzle with this id.")
    ] = "",
    daily: Annotated[
        bool, typer.Option("--daily", help="Begin with the puzzle of the day, as on every server.")
    ] = False,
    lang: Lang = None,
) -> None:
    """Solve puzzles in the terminal: one move is clearly best."""
    from smokestack.terminal.puzzles import PuzzleSession, id_of_the_day

    found = smokestack.find_game(game)
    if daily:
        if theme or puzzle_id:
            raise InvalidInput(tr("--daily can't be used together with --theme or --id"))
        puzzle_id = id_of_the_day(found)
    PuzzleSession(found, theme, puzzle_id).run()


@app.command("list", epilog=examples("smokestack puzzles list brass"))
def list_puzzles(
    game: GameName = DEFAULT_GAME,
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
        "smokestack puzzles mine brass --records games",
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
    ray: RayAddress = None,
    out: OutFolder = None,
    records: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Search the finished games in this folder instead; see 'puzzles export'.",
            exists=True,
            file_okay=False,
        ),
    ] = None,
) -> None:
    """Find puzzles in games between bots, or in records of games.

    Games that were searched are kept: repeat the command to continue after an interruption, or with
    more --count to find more.
    """
    from smokestack.puzzles.collection import plan_for
    from smokestack.terminal.mining import mine

    plan = plan_for(smokestack.find_game(game), simulations, seed, records)
    mine(plan, count, workers, ray, out)


@app.command(
    "verify",
    epilog=examples(
        "smokestack puzzles verify glasgow",
        "smokestack puzzles verify brass mined/puzzles.jsonl --out verified",
    ),
)
def verify_puzzles(
    game: GameName,
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="FILE",
            help="Puzzles, as 'puzzles mine' writes them (default: those that come with the game).",
            exists=True,
            dir_okay=False,
        ),
    ] = None,
    seed: Seed = 0,
    workers: Workers = 0,
    out: OutFolder = None,
) -> None:
    """Verify puzzles again with the bots of this version.

    Writes the puzzles that pass, with the win chances, lines, themes and ratings found now; of
    puzzles that are alike it keeps one. Repeat the command to continue after an interruption.
    """
    from smokestack.terminal.mining import verify

    verify(smokestack.find_game(game), file, seed, workers, out)


@app.command("export", epilog=examples("smokestack puzzles export brass games"))
def export_games(
    game: GameName,
    to: Annotated[Path, typer.Argument(metavar="FOLDER", help="Where to write the records.")],
    folder: DataFolder = None,
    database: DatabaseUrl = "",
) -> None:
    """Write the games of a server that may become puzzles.

    These are finished games whose players all agreed on the page of their account. The records
    have no names. 'puzzles mine --records' searches them.
    """
    from smokestack.terminal.mining import export

    export(server_settings(folder, database), smokestack.find_game(game), to)
