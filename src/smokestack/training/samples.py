"""The samples of a run on disk: one file for each batch of games."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from smokestack.engine.errors import InvalidInput
from smokestack.training.recording import Batch, Samples


def write_batch(path: Path, batch: Batch) -> None:
    """Replace a file atomically; a run that was interrupted has whole batches only."""
    path.parent.mkdir(parents=True, exist_ok=True)
    seats = max(len(scores) for scores in batch.scores)
    scores = [[*scores, *[-1] * (seats - len(scores))] for scores in batch.scores]
    draft = path.with_name(f".{path.name}")
    with draft.open("wb") as file:
        np.savez(
            file,
            scores=np.array(scores, np.int16),
            cpu_seconds=np.array([batch.cpu_seconds]),
            **batch.samples._asdict(),
        )
    draft.replace(path)


def read_batches(paths: list[Path]) -> Samples:
    """The samples of many batches; each array is allocated once."""
    sizes = [_read(path, ("parts",))[0].shape[0] for path in paths]
    inputs, gains = _read(paths[0], ("inputs", "gains"))
    total = sum(sizes)
    samples = Samples(
        np.empty((total, inputs.shape[1]), np.int8),
        np.empty(total, np.uint8),
        np.empty((total, gains[0].size), np.float32),
        np.empty(total, np.int64),
    )
    at = 0
    for path, size in zip(paths, sizes, strict=True):
        inputs_read, *others = _read(path, Samples._fields)
        samples.inputs[at : at + size] = inputs_read
        samples.parts[at : at + size] = others[0]
        samples.gains[at : at + size] = others[1].reshape(size, -1)
        samples.seeds[at : at + size] = others[2]
        at += size
    return samples


def mean_score(paths: list[Path]) -> float:
    """The mean of all scores in these batches."""
    scores = np.concatenate([_read(path, ("scores",))[0].ravel() for path in paths])
    return float(scores[scores >= 0].mean())


def cpu_seconds(paths: list[Path]) -> float:
    """The processor time of the games in these batches."""
    return float(sum(_read(path, ("cpu_seconds",))[0][0] for path in paths))


def _read(path: Path, names: tuple[str, ...]) -> list[NDArray[Any]]:
    try:
        with np.load(path) as file:
            return [file[name] for name in names]
    except (OSError, KeyError, ValueError, zipfile.BadZipFile) as error:
        raise InvalidInput(f"{path} holds no samples: {error}") from None
