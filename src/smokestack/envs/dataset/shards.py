"""The file of a shard, as NumPy arrays or as Parquet."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from smokestack.envs.dataset.description import PARQUET, Description


def save_shard(path: Path, arrays: dict[str, NDArray[Any]], description: Description) -> None:
    """Write a shard; the file appears under its name only when it is complete."""
    unfinished = path.with_suffix(".unfinished")
    if description.file_format == PARQUET:
        # Only this format needs the library.
        from smokestack.envs.dataset import parquet

        parquet.save(unfinished, arrays, description)
    else:
        with unfinished.open("wb") as file:
            np.savez_compressed(file, allow_pickle=False, **arrays)
    os.replace(unfinished, path)


def load_shard(path: Path) -> dict[str, NDArray[Any]]:
    """The arrays of a shard, the same from both formats."""
    if path.suffix == f".{PARQUET}":
        from smokestack.envs.dataset import parquet

        return parquet.load(path)
    with np.load(path, allow_pickle=False) as arrays:
        return dict(arrays)


def count_games(path: Path) -> int:
    if path.suffix == f".{PARQUET}":
        from smokestack.envs.dataset import parquet

        return parquet.count_games(path)
    with np.load(path, allow_pickle=False) as arrays:
        return len(arrays["game_seeds"])
