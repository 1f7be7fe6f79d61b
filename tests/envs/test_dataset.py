"""Datasets have every decision of the games, continue after interruptions and load for learning."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Literal

import numpy as np
import pytest
from arro3.core import DataType
from arro3.io import read_parquet

import smokestack
from smokestack.arena.workers import Processes
from smokestack.bots.registry import make_bot
from smokestack.engine.core.encoder import encode
from smokestack.engine.errors import InvalidInput
from smokestack.envs.dataset import read_dataset
from smokestack.envs.dataset.description import ARRAYS, Description, describe, shard_path
from smokestack.envs.dataset.shards import load_shard
from smokestack.envs.dataset.writing import write_dataset, write_shard
from tests.terminal.commands import plain_environment, run_here


def description(
    bot: str = "random",
    games: int = 5,
    game: str = "glasgow",
    file_format: Literal["npz", "parquet"] = "npz",
) -> Description:
    setup = smokestack.new_game(game, seed=3).setup
    bots = [bot] * len(setup.players)
    return describe(setup, bots, games, games_per_shard=2, file_format=file_format)


def write(folder: Path, wanted: Description) -> int:
    return sum(write_dataset(folder, wanted, Processes(1)))


@pytest.mark.parametrize("game", ["glasgow", "brass"])
def test_a_dataset_has_every_decision_of_its_games(game: str, tmp_path: Path) -> None:
    wanted = description("greedy:samples=1", games=1, game=game)
    assert write(tmp_path, wanted) == 1
    (found,) = read_dataset(tmp_path)
    match = smokestack.new_game(game, seed=3)
    bots = [make_bot("greedy:samples=1", match.game, 3, seat) for seat in range(len(wanted.bots))]
    encoder = match.game.encoder(match.setup)
    actors = []
    row = 0
    while match.actor is not None:
        seat = match.actor
        answer = bots[seat].answer(match.view(seat))
        assert found.observations[row].tolist() == list(encode(encoder, match.state, seat))
        assert np.flatnonzero(found.masks[row]).tolist() == sorted(match.state.answers())
        assert found.answers[row] == answer
        assert np.flatnonzero(found.policies[row]).tolist() == [answer]
        actors.append(seat)
        match.play(answer)
        row += 1
    assert row == len(found.answers)
    assert match.result is not None
    assert found.wins.tolist() == [seat in match.result.winners for seat in actors]
    others = (sum(match.result.scores) - np.array(match.result.scores)) / (len(bots) - 1)
    leads = np.array(match.result.scores) - others
    assert found.leads == pytest.approx(leads[actors])


def test_the_visits_of_a_search_become_policies(tmp_path: Path) -> None:
    write(tmp_path, description("search:simulations=8", games=1))
    (found,) = read_dataset(tmp_path)
    assert found.policies.sum(axis=1) == pytest.approx(1)
    assert not found.policies[~found.masks].any()
    choices = found.masks.sum(axis=1) > 4
    assert (np.count_nonzero(found.policies, axis=1)[choices] > 1).mean() > 0.5
    best = found.policies.max(axis=1)
    rows = np.arange(len(best))
    assert found.policies[rows, found.answers] == pytest.approx(best)


@pytest.mark.parametrize("file_format", ["npz", "parquet"])
def test_an_interrupted_dataset_continues_where_it_stopped(
    file_format: Literal["npz", "parquet"], tmp_path: Path
) -> None:
    wanted = description(file_format=file_format)
    shards = write_dataset(tmp_path / "interrupted", wanted, Processes(1))
    assert [next(shards), next(shards)] == [0, 2]
    del shards
    first = shard_path(tmp_path / "interrupted", wanted, 0)
    written = first.stat().st_mtime_ns
    shard_path(tmp_path / "interrupted", wanted, 1).with_suffix(".unfinished").write_bytes(
        b"cut off"
    )
    assert write(tmp_path / "interrupted", wanted) == 5
    assert first.stat().st_mtime_ns == written
    write(tmp_path / "whole", wanted)
    for shard in range(3):
        whole = load_shard(shard_path(tmp_path / "whole", wanted, shard))
        continued = load_shard(shard_path(tmp_path / "interrupted", wanted, shard))
        assert all(np.array_equal(whole[name], continued[name]) for name in ARRAYS)


def test_a_dataset_can_grow(tmp_path: Path) -> None:
    write(tmp_path, description(games=3))
    write(tmp_path, description(games=5))
    assert sum(1 for _ in read_dataset(tmp_path)) == 3
    with pytest.raises(InvalidInput, match="already has 5 games"):
        write(tmp_path, description(games=3))


def test_a_folder_keeps_one_dataset(tmp_path: Path) -> None:
    write(tmp_path, description(games=1))
    with pytest.raises(InvalidInput, match="other settings"):
        write(tmp_path, description("greedy", games=1))


def test_shards_have_the_arrays_that_the_description_names(tmp_path: Path) -> None:
    wanted = description("search:simulations=2", games=2)
    write(tmp_path, wanted)
    stored = json.loads((tmp_path / "dataset.json").read_text("utf-8"))
    assert stored["observation_version"] == 1
    with np.load(shard_path(tmp_path, wanted, 0), allow_pickle=False) as shard:
        assert set(shard) == set(stored["arrays"]) == set(ARRAYS)
        for name, array in ARRAYS.items():
            assert shard[name].dtype == array.type, name
            assert shard[name].ndim == len(array.shape), name


@pytest.mark.parametrize("game", ["glasgow", "brass"])
def test_parquet_has_the_same_numbers_as_numpy(game: str, tmp_path: Path) -> None:
    numpy = description("search:simulations=2", games=2, game=game)
    parquet = description("search:simulations=2", games=2, game=game, file_format="parquet")
    write_shard(tmp_path, numpy, 0)
    write_shard(tmp_path, parquet, 0)
    expected = load_shard(shard_path(tmp_path, numpy, 0))
    found = load_shard(shard_path(tmp_path, parquet, 0))
    assert list(found) == list(expected)
    for name, array in expected.items():
        assert found[name].dtype == array.dtype, name
        assert np.array_equal(found[name], array), name


def test_parquet_files_have_the_columns_that_the_description_names(tmp_path: Path) -> None:
    wanted = description(games=1, file_format="parquet")
    write(tmp_path, wanted)
    stored = json.loads((tmp_path / "dataset.json").read_text("utf-8"))
    assert stored["file_format"] == "parquet"
    schema = read_parquet(shard_path(tmp_path, wanted, 0)).schema
    assert list(stored["arrays"]) == schema.names
    for name, column in stored["arrays"].items():
        field = schema.field(name)
        assert field.metadata_str["meaning"] == column["meaning"]
        kind = field.type
        if len(column["shape"]) == 2:
            size = {"size": wanted.observation_size, "P": 2, "list": None}[column["shape"][1]]
            assert kind.list_size == size, name
            assert kind.value_type is not None
            kind = kind.value_type
        assert kind == getattr(DataType, column["type"])(), name


def test_missing_and_broken_files_are_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match=r"dataset\.json"):
        next(read_dataset(tmp_path))
    write(tmp_path, description())
    shard_path(tmp_path, description(), 1).unlink()
    with pytest.raises(InvalidInput, match=r"shard-00001\.npz is missing"):
        list(read_dataset(tmp_path))
    (tmp_path / "dataset.json").write_text("{}")
    with pytest.raises(InvalidInput, match="does not describe a dataset"):
        list(read_dataset(tmp_path))


def test_a_shard_does_not_depend_on_the_others(tmp_path: Path) -> None:
    wanted = description()
    assert write_shard(tmp_path, wanted, 2) == 1
    assert load_shard(shard_path(tmp_path, wanted, 2))["game_seeds"].tolist() == [7]


def test_the_command_writes_a_dataset(tmp_path: Path) -> None:
    arguments = ["--games", "3", "--bots", "random", "--to", "data", "--workers", "1"]
    arguments += ["--format", "parquet"]
    done = run_here(
        "dataset",
        "glasgow",
        *arguments,
        folder=tmp_path,
        environment=plain_environment(tmp_path / "home"),
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("3 games in 1 files")
    assert sum(len(found.answers) for found in read_dataset(tmp_path / "data")) > 100
