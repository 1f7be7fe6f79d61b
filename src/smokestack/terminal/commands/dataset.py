"""`smokestack dataset`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from smokestack.terminal.commands.parameters import (
    Bots,
    Edition,
    FirstSeed,
    GameName,
    OptionList,
    Players,
    Tiles,
    Workers,
    examples,
)

EXAMPLES = examples(
    "smokestack dataset glasgow --bots search:simulations=200 --games 1000 --to my-dataset",
    "smokestack dataset brass --bots greedy --games 500 --to greedy-brass",
    "smokestack dataset brass --games 500 --format parquet --to greedy-brass-parquet",
)


def dataset(
    game: GameName,
    to: Annotated[Path, typer.Option(metavar="FOLDER", help="Folder of the dataset.")],
    games: Annotated[
        int, typer.Option(metavar="N", help="Number of games.", min=1, max=10_000_000)
    ] = 1000,
    bots: Bots = "greedy",
    seed: FirstSeed = 0,
    players: Players = None,
    edition: Edition = None,
    tiles: Tiles = None,
    option: OptionList = None,
    games_per_shard: Annotated[
        int, typer.Option(metavar="N", help="Games in each file.", min=1, max=100_000)
    ] = 100,
    file_format: Annotated[
        Literal["npz", "parquet"],
        typer.Option("--format", help="NumPy arrays, or Parquet, which needs the extra `parquet`."),
    ] = "npz",
    workers: Workers = 0,
) -> None:
    """Write games between bots as data for machine learning.

    Every decision has its observation, its legal answers, the answer, the visits of a search and
    the result of the game. An interrupted run continues where it stopped. Needs the extra `envs`.
    """
    from smokestack.terminal.dataset import run
    from smokestack.terminal.parsing import new_match, parse_bots

    first = new_match(game, seed, players, edition, tiles, option)
    names = parse_bots(bots, first.game, len(first.setup.players))
    run(to, first.setup, names, games, games_per_shard, file_format, workers)
