"""A shard as a Parquet file: one row for each decision, with the result of its game.

Written by arro3, which is a fifth of the size of pyarrow; everything that knows Parquet reads it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from arro3.core import (
    Array,
    DataType,
    Field,
    Schema,
    Table,
    fixed_size_list_array,
    list_array,
    list_flatten,
    list_offsets,
)
from arro3.io import read_parquet, write_parquet
from numpy.typing import NDArray

from smokestack.envs.dataset.description import COLUMNS, Description

COMPRESSION = "zstd(3)"
ROWS_PER_GROUP = 4096  # about 14 MB of observations in memory
ALL_ROWS = 2**31 - 1


def save(path: Path, arrays: dict[str, NDArray[Any]], description: Description) -> None:
    """Write the arrays of a shard; the meaning of each column is in the schema."""
    columns = columns_of(arrays, description.answers)
    fields = [
        Field(name, column.type, nullable=False, metadata={"meaning": COLUMNS[name].meaning})
        for name, column in columns.items()
    ]
    games = len(arrays["game_seeds"])
    schema = Schema(fields, metadata={"games": str(games), "answers": str(description.answers)})
    table = Table.from_arrays(list(columns.values()), schema=schema)
    write_parquet(table, path, compression=COMPRESSION, max_row_group_size=ROWS_PER_GROUP)


def count_games(path: Path) -> int:
    return int(read_parquet(path).schema.metadata[b"games"])


def load(path: Path) -> dict[str, NDArray[Any]]:
    """The arrays from which a shard was written."""
    reader = read_parquet(path, batch_size=ALL_ROWS)
    answers = int(reader.schema.metadata[b"answers"])
    table = reader.read_all()
    columns = {name: table[name].combine_chunks() for name in COLUMNS}
    rows = len(table)
    seeds = numbers(columns["seed"])
    # The decisions of a game stand together, and no two games of a dataset have the same seed.
    starts = np.flatnonzero(np.diff(seeds, prepend=-1))
    legal = np.zeros((rows, answers), np.bool_)
    legal_offsets = numbers(list_offsets(columns["legal_answers"]))
    legal[np.repeat(np.arange(rows), np.diff(legal_offsets)), flat(columns["legal_answers"])] = True
    return {
        "observations": flat(columns["observation"]).reshape(rows, -1),
        "masks": np.packbits(legal, axis=1),
        "answers": numbers(columns["answer"]),
        "seats": numbers(columns["seat"]),
        "visit_offsets": numbers(list_offsets(columns["visit_answers"])).astype(np.int64),
        "visit_answers": flat(columns["visit_answers"]),
        "visit_counts": flat(columns["visit_counts"]),
        "game_offsets": np.append(starts, rows).astype(np.int64),
        "game_seeds": seeds[starts],
        "game_scores": flat(columns["scores"]).reshape(rows, -1)[starts],
        "game_winners": flat(columns["winners"]).reshape(rows, -1)[starts],
    }


def columns_of(arrays: dict[str, NDArray[Any]], answers: int) -> dict[str, Array]:
    decisions = np.diff(arrays["game_offsets"])
    legal = np.unpackbits(arrays["masks"], axis=1, count=answers)
    legal_offsets = np.concatenate([[0], np.cumsum(legal.sum(axis=1, dtype=np.int64))])
    visit_offsets = arrays["visit_offsets"]
    return {
        "seed": Array.from_numpy(np.repeat(arrays["game_seeds"], decisions)),
        "seat": Array.from_numpy(arrays["seats"]),
        "observation": fixed_lists(arrays["observations"]),
        "legal_answers": lists(legal_offsets, legal.nonzero()[1].astype(np.int16)),
        "answer": Array.from_numpy(arrays["answers"]),
        "visit_answers": lists(visit_offsets, arrays["visit_answers"]),
        "visit_counts": lists(visit_offsets, arrays["visit_counts"]),
        "scores": fixed_lists(np.repeat(arrays["game_scores"], decisions, axis=0)),
        "winners": fixed_lists(np.repeat(arrays["game_winners"], decisions, axis=0)),
    }


def fixed_lists(rows: NDArray[Any]) -> Array:
    values = Array.from_numpy(rows.reshape(-1))
    length = rows.shape[1]
    return fixed_size_list_array(values, length, type=DataType.list(item_of(values), length))


def lists(offsets: NDArray[np.int64], flat_values: NDArray[Any]) -> Array:
    values = Array.from_numpy(flat_values)
    starts = Array.from_numpy(offsets.astype(np.int32))
    return list_array(starts, values, type=DataType.list(item_of(values)))


def item_of(values: Array) -> Field:
    return Field("item", values.type, nullable=False)


def numbers(column: Array) -> NDArray[Any]:
    return column.to_numpy()


def flat(column: Array) -> NDArray[Any]:
    return numbers(list_flatten(column))
