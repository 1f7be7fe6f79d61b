"""Reading a dataset, one shard after the other."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from smokestack.engine.errors import InvalidInput
from smokestack.envs.dataset.description import load_description, shard_path
from smokestack.envs.dataset.shards import load_shard


class Decisions(NamedTuple):
    """The decisions of a shard, a row for each."""

    observations: NDArray[np.int16]
    masks: NDArray[np.bool_]
    answers: NDArray[np.int16]
    policies: NDArray[np.float32]
    """The share of the search's visits of every answer; of the given answer without a search."""
    wins: NDArray[np.float32]
    """The share of the victory that the seat got in the end."""
    leads: NDArray[np.float32]
    """The seat's points at the end minus the mean of the others."""


def read_dataset(folder: Path | str) -> Iterator[Decisions]:
    """All shards of a dataset in their order, ready for learning."""
    folder = Path(folder)
    description = load_description(folder)
    for shard in range(description.shards):
        path = shard_path(folder, description, shard)
        if not path.exists():
            raise InvalidInput(f"{path} is missing; run the same `smokestack dataset` again")
        yield decisions(load_shard(path), description.answers)


def decisions(arrays: dict[str, NDArray[Any]], answers: int) -> Decisions:
    count = len(arrays["answers"])
    rows = np.arange(count)
    policies = np.zeros((count, answers), np.float32)
    visited = np.diff(arrays["visit_offsets"])
    policies[np.repeat(rows, visited), arrays["visit_answers"]] = arrays["visit_counts"]
    policies[rows[visited == 0], arrays["answers"][visited == 0]] = 1
    policies /= policies.sum(axis=1, keepdims=True)

    game_of = np.repeat(np.arange(len(arrays["game_seeds"])), np.diff(arrays["game_offsets"]))
    winners = arrays["game_winners"].astype(np.float32)
    shares = winners / winners.sum(axis=1, keepdims=True)
    scores = arrays["game_scores"].astype(np.float32)
    players = scores.shape[1]
    leads = scores - (scores.sum(axis=1, keepdims=True) - scores) / (players - 1)
    return Decisions(
        observations=arrays["observations"],
        masks=np.unpackbits(arrays["masks"], axis=1, count=answers).astype(np.bool_),
        answers=arrays["answers"],
        policies=policies,
        wins=shares[game_of, arrays["seats"]],
        leads=leads[game_of, arrays["seats"]],
    )
