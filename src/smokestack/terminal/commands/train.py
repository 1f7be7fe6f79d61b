"""`smokestack train`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from smokestack.terminal.commands.parameters import (
    Edition,
    GameName,
    Players,
    RayAddress,
    Seed,
    Workers,
    count,
    examples,
    generation_count,
    run_folder,
)

EXAMPLES = examples(
    "smokestack train brass --out run",
    "smokestack train brass --edition 2007 --players 4 --generations 20 --out run",
)


def train(
    game: GameName,
    generations: Annotated[int, generation_count(maximum=10_000)] = 10,
    first_games: Annotated[
        int, count("Number of games of the first generation.", minimum=20, maximum=10_000_000)
    ] = 8000,
    games: Annotated[
        int, count("Number of games of each further generation.", minimum=20, maximum=10_000_000)
    ] = 4000,
    start: Annotated[
        str,
        typer.Option(
            metavar="FILE", help="Networks of an earlier run, which play the first generation."
        ),
    ] = "",
    units: Annotated[int, count("Hidden units, a multiple of 24.", minimum=24, maximum=1200)] = 48,
    window: Annotated[
        int, count("Generations whose games are used for training.", minimum=1, maximum=10_000)
    ] = 12,
    simulations: Annotated[
        int,
        count(
            "Simulations for each answer of networks in the games; 0 searches the own turn only.",
            minimum=0,
            maximum=100_000,
        ),
    ] = 0,
    random_share: Annotated[
        float,
        typer.Option(
            metavar="SHARE", help="Share of answers in the games that are random.", min=0, max=1
        ),
    ] = 0.0,
    blend: Annotated[
        float,
        typer.Option(
            metavar="SHARE",
            help="Share of the trained networks in the result; the rest is the linear evaluation, "
            "in games that allow it.",
            min=0,
            max=1,
        ),
    ] = 1.0,
    gate_deals: Annotated[
        int, count("Deals of each match, played from every seat.", minimum=2, maximum=100_000)
    ] = 60,
    out: Annotated[Path | None, run_folder("training-GAME")] = None,
    seed: Seed = 0,
    players: Players = None,
    edition: Edition = None,
    workers: Workers = 0,
    ray: RayAddress = None,
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
        start=start,
        units=units,
        window=window,
        simulations=simulations,
        random_share=random_share,
        blend=blend,
        gate_deals=gate_deals,
        seed=seed,
        workers=workers,
        ray=ray,
    )
