"""`smokestack openings`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from smokestack.terminal.commands.parameters import (
    Edition,
    FirstSeed,
    GameName,
    Players,
    Workers,
    command_group,
    examples,
)
from smokestack.terminal.languages import Lang

app = command_group("Show which first moves the strongest bot chooses.")


@app.command(
    "show",
    epilog=examples(
        "smokestack openings show brass",
        'smokestack openings show brass "loan 30/build port preston"',
    ),
)
def show(
    game: GameName,
    line: Annotated[
        str, typer.Argument(metavar="LINE", help="Its own moves so far, with slashes between them.")
    ] = "",
    edition: Edition = None,
    players: Players = None,
    lang: Lang = None,
) -> None:
    """Show what the strongest bot chose, and how the games ended."""
    from smokestack.terminal.openings import print_openings
    from smokestack.terminal.parsing import new_match

    print_openings(new_match(game, 0, players, edition, None, None), line)


@app.command(
    "play",
    epilog=examples("smokestack openings play brass --games 500 --to openings-2007-4.json"),
)
def play(
    game: GameName,
    to: Annotated[Path, typer.Option(metavar="FILE", help="The file of openings to write.")],
    games: Annotated[int, typer.Option(metavar="N", help="Number of games.", min=1)] = 500,
    bot: Annotated[
        str, typer.Option(metavar="BOT", help="The bot that chooses the openings.")
    ] = "master",
    then: Annotated[
        str, typer.Option(metavar="BOT", help="The bot that plays the games to their end.")
    ] = "search:simulations=20",
    seed: FirstSeed = 0,
    edition: Edition = None,
    players: Players = None,
    workers: Workers = 0,
) -> None:
    """Play games and write the statistics of their openings.

    Finished games are kept beside the file, in FILE.games, so an interrupted run continues.
    """
    from smokestack.terminal.openings import play_openings
    from smokestack.terminal.parsing import new_match

    first = new_match(game, seed, players, edition, None, None)
    play_openings(first, to, games, bot, then, workers)
