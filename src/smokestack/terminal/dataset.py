"""`smokestack dataset`: writes self-play on all cores, and says what it wrote."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Literal

from smokestack.arena.workers import Processes
from smokestack.engine.errors import InvalidInput
from smokestack.engine.record import Setup
from smokestack.terminal.printing import say
from smokestack.terminal.progress import game_progress


def run(
    folder: Path,
    setup: Setup,
    bots: list[str],
    games: int,
    games_per_shard: int,
    file_format: Literal["npz", "parquet"],
    workers: int,
) -> None:
    try:
        from smokestack.envs.dataset.description import describe
        from smokestack.envs.dataset.writing import write_dataset
    except ModuleNotFoundError as error:
        raise InvalidInput(
            f"{error.name} is not installed; install smokestack[envs] for datasets"
        ) from None

    if file_format == "parquet" and find_spec("arro3") is None:
        raise InvalidInput("arro3 is not installed; install smokestack[parquet] for Parquet")
    description = describe(setup, bots, games, games_per_shard, file_format)
    with game_progress() as progress:
        task = progress.add_task("playing", total=games)
        for played in write_dataset(folder, description, Processes(workers)):
            progress.advance(task, played)
    size = sum(path.stat().st_size for path in folder.glob(f"shard-*.{file_format}"))
    say(f"{games} games in {description.shards} files, {size / 1e6:.1f} MB: {folder}")
