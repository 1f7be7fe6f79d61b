"""What a dataset contains and how it was made; the file `dataset.json` beside its shards."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import msgspec

import smokestack
from smokestack.engine.errors import InvalidInput
from smokestack.engine.files import read_text, write_text
from smokestack.engine.record import Setup
from smokestack.games import find_game

FORMAT = 1
NAME = "dataset.json"


class Array(msgspec.Struct, frozen=True):
    """One array or column of a shard."""

    type: str
    shape: list[str]
    meaning: str


# D: decisions of the shard, G: its games, V: visited answers, P: seats.
ARRAYS = {
    "observations": Array("int16", ["D", "size"], "what the seat saw; docs/observations.md"),
    "masks": Array("uint8", ["D", "bytes"], "legal answers, one bit each; see numpy.unpackbits"),
    "answers": Array("int16", ["D"], "the answer that was given; docs/action-spaces.md"),
    "seats": Array("int8", ["D"], "the seat that answered"),
    "visit_offsets": Array("int64", ["D + 1"], "where the visits of each decision begin"),
    "visit_answers": Array("int16", ["V"], "answers that the search visited"),
    "visit_counts": Array("int32", ["V"], "how often the search visited them"),
    "game_offsets": Array("int64", ["G + 1"], "where the decisions of each game begin"),
    "game_seeds": Array("int64", ["G"], "the seed of each game"),
    "game_scores": Array("int16", ["G", "P"], "the points of each seat at the end"),
    "game_winners": Array("bool", ["G", "P"], "the seats that won"),
}

# The columns of a Parquet file, with a row for each decision. A list may have any length.
COLUMNS = {
    "seed": Array("int64", ["D"], "the seed of the game"),
    "seat": Array("int8", ["D"], "the seat that answered"),
    "observation": Array("int16", ["D", "size"], "what the seat saw; docs/observations.md"),
    "legal_answers": Array("int16", ["D", "list"], "the legal answers"),
    "answer": Array("int16", ["D"], "the answer that was given; docs/action-spaces.md"),
    "visit_answers": Array("int16", ["D", "list"], "answers that the search visited"),
    "visit_counts": Array("int32", ["D", "list"], "how often the search visited them"),
    "scores": Array("int16", ["D", "P"], "the points of each seat at the end of the game"),
    "winners": Array("bool", ["D", "P"], "the seats that won the game"),
}

NPZ = "npz"
PARQUET = "parquet"
CONTENTS = {NPZ: ARRAYS, PARQUET: COLUMNS}


class Description(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Equal descriptions and versions of Smokestack give equal datasets."""

    setup: Setup
    """The setup of the first game; the seeds count up from its seed."""
    bots: list[str]
    games: int
    games_per_shard: int
    observation_version: int
    observation_size: int
    answers: int
    arrays: dict[str, Array]
    file_format: Literal["npz", "parquet"] = "npz"
    smokestack: str = smokestack.__version__
    dataset: int = FORMAT

    @property
    def shards(self) -> int:
        return -(-self.games // self.games_per_shard)

    def seeds(self, shard: int) -> range:
        """The seeds of the games of a shard."""
        first = self.setup.seed + shard * self.games_per_shard
        end = min(first + self.games_per_shard, self.setup.seed + self.games)
        return range(first, end)


def describe(
    setup: Setup,
    bots: list[str],
    games: int,
    games_per_shard: int,
    file_format: Literal["npz", "parquet"] = "npz",
) -> Description:
    rules = find_game(setup.game)
    encoder = rules.encoder(setup)
    return Description(
        setup=setup,
        bots=bots,
        games=games,
        games_per_shard=games_per_shard,
        observation_version=encoder.version,
        observation_size=int(encoder.size),
        answers=rules.answers,
        arrays=CONTENTS[file_format],
        file_format=file_format,
    )


def shard_path(folder: Path, description: Description, shard: int) -> Path:
    return folder / f"shard-{shard:05}.{description.file_format}"


def load_description(folder: Path) -> Description:
    try:
        return msgspec.json.decode(read_text(folder / NAME), type=Description)
    except msgspec.DecodeError as error:
        raise InvalidInput(f"{folder / NAME} does not describe a dataset: {error}") from None


def save_description(folder: Path, description: Description) -> None:
    """Write it, or check that the folder has the same; more games than before are fine."""
    path = folder / NAME
    if path.exists():
        earlier = load_description(folder)
        if msgspec.structs.replace(earlier, games=description.games) != description:
            raise InvalidInput(f"{folder} has a dataset with other settings; choose another folder")
        if earlier.games > description.games:
            raise InvalidInput(f"{folder} already has {earlier.games} games")
    folder.mkdir(parents=True, exist_ok=True)
    data: bytes = msgspec.json.format(msgspec.json.encode(description), indent=1)
    write_text(path, data.decode() + "\n")
