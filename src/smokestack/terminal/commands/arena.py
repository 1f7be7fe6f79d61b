"""`smokestack arena`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from smokestack.bots.registry import bot_names
from smokestack.terminal.commands.parameters import (
    Edition,
    GameName,
    OptionList,
    RayAddress,
    Tiles,
    Workers,
    count,
    examples,
    results_folder,
)

EXAMPLES = examples(
    "smokestack arena glasgow --players greedy,random --games 200",
    "smokestack arena brass --players greedy,random,random,random --games 40",
    "smokestack arena brass --players greedy --games 100",
    "smokestack arena glasgow --players greedy,random --json > report.json",
    "smokestack arena glasgow --players greedy,random --ray",
)


def arena(
    game: GameName,
    players: Annotated[
        str,
        typer.Option(
            metavar="BOTS",
            help=f"Bots to compare, with settings after colons: {', '.join(bot_names())}. "
            "A single bot plays itself.",
        ),
    ],
    games: Annotated[
        int,
        count("Number of games, rounded up to whole seed groups.", minimum=1, maximum=10_000_000),
    ] = 100,
    seats: Annotated[
        int | None,
        typer.Option(
            metavar="N", help="Number of seats at a table (default: one for each bot).", min=1
        ),
    ] = None,
    seed: Annotated[
        int,
        typer.Option(
            metavar="N", help="Seed of the first group; the seeds count up from it.", min=0
        ),
    ] = 0,
    edition: Edition = None,
    tiles: Tiles = None,
    option: OptionList = None,
    workers: Workers = 0,
    ray: RayAddress = None,
    out: Annotated[Path | None, results_folder("games and reports")] = None,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Discard the games played so far.")
    ] = False,
    json: Annotated[
        bool, typer.Option("--json", help="Print the report as JSON instead of tables.")
    ] = False,
) -> None:
    """Compare bots on equal terms and report ratings.

    The report has ratings, win rates with intervals, points and thinking times. Every seed is
    played with all line-ups in all rotations of the seats. Finished games are kept: repeat the
    command to continue after an interruption, or with more --games to add some.
    """
    from smokestack.arena.plan import make_plan
    from smokestack.terminal.arena import Arena
    from smokestack.terminal.parsing import parse_options, parse_pool

    plan = make_plan(
        game,
        parse_pool(players),
        seats=seats,
        seed=seed,
        edition=edition,
        options=parse_options(option),
        tiles=tiles,
    )
    Arena(plan, games, out, fresh).run(workers, ray, json)
