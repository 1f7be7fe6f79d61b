"""`smokestack dataset`: writes self-play on all cores, and says what it wrote."""

from __future__ import annotations

from pathlib import Path

from smokestack.arena.workers import Processes
from smokestack.engine.errors import InvalidInput
from smokestack.engine.record import Setup
from smokestack.terminal.printing import say
from smokestack.terminal.progress import game_progress


def run(
    folder: Path, setup: Setup, bots: list[str], games: int, games_per_shard: int, workers: int
) -> None:
    try:
        from smokestack.envs.dataset.description import describe
        from smokestack.envs.dataset.writing import write_dataset
    except ModuleNotFoundError as error:
        raise InvalidInput(
            f"{error.name} is not installed; install smokestack[envs] for datasets"
        ) from None

    description = describe(setup, bots, games, games_per_shard)
    with game_progress() as progress:
        task = progress.add_task("playing", total=games)
        for played in write_dataset(folder, description, Processes(workers)):
            progress.advance(task, played)
    size = sum(path.stat().st_size for path in folder.glob("shard-*.npz"))
    say(f"{games} games in {description.shards} files, {size / 1e6:.1f} MB: {folder}")
