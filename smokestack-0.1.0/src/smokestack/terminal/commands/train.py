"""`smokestack train`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from smokestack.terminal.commands.parameters import (
    Edition,
    GameName,
    Players,
    Seed,
    Workers,
    examples,
)

EXAMPLES = examples(
    "smokestack train brass --out run",
    "smokestack train brass --edition 2007 --players 4 --generations 20 --out run",
)


def train(
    game: GameName,
    generations: Annotated[
        int,
        typer.Option(
            metavar="N",
            help="Number of generations, those of an earlier run included.",
            min=1,
            max=10_000,
        ),
    ] = 10,
    first_games: Annotated[
        int,
        typer.Option(
            metavar="N", help="Number of games of the first generation.", min=20, max=10_000_000
        ),
    ] = 8000,
    games: Annotated[
        int,
        typer.Option(
            metavar="N", help="Number of games of each further generation.", min=20, max=10_000_000
        ),
    ] = 4000,
    units: Annotated[
        int,
        typer.Option(metavar="N", help="Hidden units, a multiple of 24.", min=24, max=1200),
    ] = 48,
    window: Annotated[
        int,
        typer.Option(
            metavar="N", help="Generations whose games are used for training.", min=1, max=10_000
        ),
    ] = 12,
    gate_deals: Annotated[
        int,
        typer.Option(
            metavar="N", help="Deals of each match, played from every seat.", min=2, max=100_000
        ),
    ] = 60,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Folder of the run; a run in it continues (default: training-GAME).",
        ),
    ] = None,
    seed: Seed = 0,
    players: Players = None,
    edition: Edition = None,
    workers: Workers = 0,
    ray: Annotated[
        str | None,
        typer.Option(
            metavar="[ADDRESS]",
            help="Play on the Ray cluster at this address; 'auto' finds a running one, "
            "no address starts one on this machine.",
        ),
    ] = None,
) -> None:
    """Train the networks that evaluate positions, by self-play.

    Plays games, trains on them, lets the new networks play against older ones, and repeats. By
    default it learns all editions and numbers of players. Repeat the command to continue.
    """
    from smokestack.terminal.training import run_training

    run_training(
        game,
        edition,
        players,
        folder=out or Path(f"training-{game}"),
        generations=generations,
        first_games=first_games,
        games=games,
        units=units,
        window=window,
        gate_deals=gate_deals,
        seed=seed,
        workers=workers,
        ray=ray,
    )
