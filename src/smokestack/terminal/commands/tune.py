"""`smokestack tune`."""

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
    count,
    examples,
    generation_count,
    run_folder,
)

EXAMPLES = examples(
    "smokestack tune glasgow --generations 20 --out tuned",
    "smokestack tune brass --bot search:simulations=100 --group both --games 24",
)


def tune(
    game: GameName,
    bot: Annotated[
        str, typer.Option(metavar="BOT", help="Bot to tune, with its settings.")
    ] = "greedy",
    group: Annotated[
        str, typer.Option(metavar="GROUP", help="Weights to tune: evaluation, search or both.")
    ] = "evaluation",
    aim: Annotated[
        str | None,
        typer.Option(
            metavar="AIM",
            help="What to maximize: wins against the first weights, or points when all seats have "
            "the same weights (default: wins in a game for two, else points).",
        ),
    ] = None,
    games: Annotated[
        int, count("Number of games for each candidate.", minimum=1, maximum=1_000_000)
    ] = 60,
    generations: Annotated[int, generation_count(maximum=100_000)] = 30,
    population: Annotated[
        int | None,
        count(
            "Candidates in a generation (default: by the number of weights).",
            minimum=4,
            maximum=1000,
        ),
    ] = None,
    start: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Start from the weights in this file.")
    ] = None,
    validation: Annotated[
        int,
        count(
            "Games of the new weights against the first ones at the end.",
            minimum=0,
            maximum=1_000_000,
        ),
    ] = 200,
    out: Annotated[Path | None, run_folder("tuning-GAME")] = None,
    seed: Seed = 0,
    players: Players = None,
    edition: Edition = None,
    workers: Workers = 0,
) -> None:
    """Search for better weights of a bot by self-play (CMA-ES)."""
    from smokestack.terminal.parsing import new_match
    from smokestack.terminal.tuning import tune as tune_weights
    from smokestack.training.tuning import make_plan

    setup = new_match(game, seed, players, edition, None, None).setup
    plan = make_plan(
        setup, bot, group=group, aim=aim, games=games, population=population, start=start
    )
    folder = out or Path(f"tuning-{setup.game}")
    tune_weights(plan, folder, generations, validation, workers)
